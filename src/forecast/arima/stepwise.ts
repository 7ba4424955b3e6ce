import type { Candidate } from "./candidate.ts";
import type { Constant } from "./design.ts";

/** The ARMA orders and the constant of a candidate: what a search moves. */
export interface Place {
  p: number;
  q: number;
  P: number;
  Q: number;
  constant: boolean;
}

/** Bounds of a search, and where it starts. */
export interface Bounds {
  max: Omit<Place, "constant">;
  start: Omit<Place, "constant">;
  /** Whether a constant may be in the model at all. */
  constant: boolean;
  /** Whether there is a season. */
  seasonal: boolean;
  /** Models tried at most. */
  models: number;
}

/** Fits the model at a place. */
export type Try = (place: Place) => Promise<Candidate>;

/** Changes of a pair of orders, in the order in which they are tried. */
const MOVES = [
  [-1, 0],
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
] as const;

/**
 * Stepwise search of Hyndman & Khandakar (2008) as `forecast::auto.arima` does it: four starts, and the null model
 * without a constant where one is allowed; then the neighbours of the best in a fixed order — seasonal orders, ordinary
 * orders, the constant — beginning again at the first that is better. Answers every model tried, in order.
 */
export async function stepwise(bounds: Bounds, attempt: Try): Promise<Candidate[]> {
  const tried = new Map<string, Candidate>();
  let best = Number.POSITIVE_INFINITY;
  const visit = async (place: Place): Promise<boolean> => {
    const found = await attempt(place);
    tried.set(keyOf(place), found);
    if (found.criterion === null || !(found.criterion < best)) return false;
    best = found.criterion;
    return true;
  };
  let here: Place = { ...bounds.start, constant: bounds.constant };
  await visit(here);
  for (const start of starts(bounds)) {
    if (tried.has(keyOf(start))) continue;
    // The null model without a constant may lead, yet the neighbours keep theirs, as in the search that this reproduces.
    if (await visit(start)) here = { ...start, constant: bounds.constant };
  }
  const step = async (): Promise<Place | null> => {
    for (const place of neighbours(here, bounds)) {
      if (tried.size >= bounds.models) return null;
      if (!tried.has(keyOf(place)) && (await visit(place))) return place;
    }
    return null;
  };
  for (let next = await step(); next !== null; next = await step()) here = next;
  return [...tried.values()];
}

/** Every model within the bounds whose ARMA orders add up to at most `most`. */
export async function exhaustive(bounds: Bounds, most: number, attempt: Try): Promise<Candidate[]> {
  const all: Candidate[] = [];
  const { max } = bounds;
  for (let p = 0; p <= max.p; p++) {
    for (let q = 0; q <= max.q; q++) {
      for (let P = 0; P <= max.P; P++) {
        for (let Q = 0; Q <= max.Q && p + q + P + Q <= most; Q++) {
          for (const constant of bounds.constant ? [false, true] : [false]) {
            all.push(await attempt({ p, q, P, Q, constant }));
          }
        }
      }
    }
  }
  return all;
}

function starts({ max, constant, seasonal }: Bounds): Place[] {
  const one = (order: number) => Math.min(1, order);
  const none = { p: 0, q: 0, P: 0, Q: 0, constant };
  const list: Place[] = [none];
  if (max.p > 0 || max.P > 0) list.push({ ...none, p: one(max.p), P: seasonal ? one(max.P) : 0 });
  if (max.q > 0 || max.Q > 0) list.push({ ...none, q: one(max.q), Q: seasonal ? one(max.Q) : 0 });
  if (constant) list.push({ ...none, constant: false });
  return list;
}

function* neighbours(here: Place, { max, constant }: Bounds): Generator<Place> {
  const inside = ({ p, q, P, Q }: Place) =>
    p >= 0 && q >= 0 && P >= 0 && Q >= 0 && p <= max.p && q <= max.q && P <= max.P && Q <= max.Q;
  const seasonal = MOVES.map(([a, b]) => ({ ...here, P: here.P + a, Q: here.Q + b }));
  const ordinary = MOVES.map(([a, b]) => ({ ...here, p: here.p + a, q: here.q + b }));
  for (const place of [...seasonal, ...ordinary]) if (inside(place)) yield place;
  if (constant) yield { ...here, constant: !here.constant };
}

function keyOf({ p, q, P, Q, constant }: Place): string {
  return [p, q, P, Q, constant].join();
}

/** What a constant is at d + D differences; with two or more there is none. */
export function constantAt(differences: number, wanted: boolean): Constant {
  if (!wanted || differences > 1) return "none";
  return differences === 0 ? "mean" : "drift";
}
