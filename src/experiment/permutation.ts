import { integers } from "../numerics/integers.ts";
import type { Rng } from "../numerics/pcg64.ts";
import { DRAWS_PER_TICK, type Pace } from "./pace.ts";
import type { Interval } from "./proportions.ts";

/**
 * Sums over the units labelled treatment, one entry a relabelling: y, y², how many of them were treated, and y of those.
 * They give the studentised difference for any shift that is taken from the treated units.
 */
interface Labelled {
  sum: Float64Array;
  square: Float64Array;
  treated: Float64Array;
  treatedSum: Float64Array;
}

/** Relabelled units. The real labelling is entry 0. */
export interface Relabellings {
  n_control: number;
  n_treatment: number;
  labelled: Labelled;
  /** Relabellings looked at; when not `complete`, entry 0 is beside them. */
  count: number;
  /** Every assignment was looked at, the real one among them. */
  complete: boolean;
  total: { sum: number; square: number };
}

/** Relative room within which two statistics are equal. */
const EQUAL = 1e-9;
/**
 * Doublings of the step, of two standard errors, within which an end is sought. So far out the real labelling alone has
 * a large statistic, and no later one changes that; beyond, the squares of the shift would swallow the outcomes.
 */
const FURTHEST = 10;

/** Relabels units: every assignment when there are at most `replicates`, else that many by partial shuffles. */
export async function relabel(
  control: Float64Array,
  treatment: Float64Array,
  rng: Rng,
  replicates: number,
  pace: Pace,
): Promise<Relabellings> {
  const y = centred(treatment, control);
  const [n, k] = [y.length, treatment.length];
  const all = assignments(n, k, replicates);
  const complete = all <= replicates;
  const count = complete ? all : replicates;
  const labelled = emptyLabelled(complete ? count : count + 1);
  const order = Int32Array.from({ length: n }, (_, i) => i);
  record(labelled, 0, order, y, k);
  let draws = 0;
  for (let r = 1; r < labelled.sum.length; r++) {
    if (complete) nextCombination(order, n, k);
    else for (let i = 0; i < k; i++) swap(order, i, i + integers(rng, n - i));
    record(labelled, r, order, y, k);
    draws += k;
    if (draws < DRAWS_PER_TICK) continue;
    draws = 0;
    pace.progress(r, count, "relabellings");
    await pace.tick();
  }
  const total = { sum: 0, square: 0 };
  for (const value of y) {
    total.sum += value;
    total.square += value * value;
  }
  return { n_control: n - k, n_treatment: k, labelled, count, complete, total };
}

/**
 * Two-sided p-value of "the treatment adds `shift` to every unit" by the Welch statistic (Chung & Romano 2013: valid for
 * unequal variances when units are many): the share of relabellings at least as extreme as the real one; drawn ones
 * count with one more (Phipson & Smyth 2010).
 */
export function permutationP(test: Relabellings, shift = 0): number {
  const observed = Math.abs(studentised(test, 0, shift)) * (1 - EQUAL);
  let hits = 0;
  for (let r = 0; r < test.labelled.sum.length; r++) if (Math.abs(studentised(test, r, shift)) >= observed) hits++;
  return hits / test.labelled.sum.length;
}

/** The shifts around the estimate that the test does not reject; an end is infinite when α is below the smallest p. */
export function permutationInterval(test: Relabellings, estimate: number, se: number, alpha: number): Interval {
  return { low: edge(test, estimate, -se, alpha), high: edge(test, estimate, se, alpha) };
}

function edge(test: Relabellings, estimate: number, step: number, alpha: number): number {
  let inside = estimate;
  let outside = estimate + 2 * step;
  for (let i = 0; permutationP(test, outside) > alpha; i++) {
    if (i === FURTHEST) return step * Number.POSITIVE_INFINITY;
    inside = outside;
    outside = estimate + 2 * (outside - estimate);
  }
  for (let i = 0; i < 60 && Math.abs(outside - inside) > 1e-12 * Math.abs(step); i++) {
    const middle = (inside + outside) / 2;
    if (permutationP(test, middle) > alpha) inside = middle;
    else outside = middle;
  }
  return inside;
}

/** The Welch statistic of relabelling r after `shift` is taken from every treated unit. */
function studentised({ n_control, n_treatment, labelled, total }: Relabellings, r: number, shift: number): number {
  const treatedSum = labelled.treatedSum[0];
  const st = labelled.sum[r] - shift * labelled.treated[r];
  const qt = labelled.square[r] + shift * (shift * labelled.treated[r] - 2 * labelled.treatedSum[r]);
  const sc = total.sum - shift * n_treatment - st;
  const qc = total.square + shift * (shift * n_treatment - 2 * treatedSum) - qt;
  const vt = (qt - (st * st) / n_treatment) / (n_treatment - 1) / n_treatment;
  const vc = (qc - (sc * sc) / n_control) / (n_control - 1) / n_control;
  const difference = st / n_treatment - sc / n_control;
  const variance = vt + vc;
  return variance > 0 ? difference / Math.sqrt(variance) : difference === 0 ? 0 : difference * Number.POSITIVE_INFINITY;
}

function record(
  { sum, square, treated, treatedSum }: Labelled,
  r: number,
  order: Int32Array,
  y: Float64Array,
  k: number,
): void {
  let [s, q, m, z] = [0, 0, 0, 0];
  for (let i = 0; i < k; i++) {
    const value = y[order[i]];
    s += value;
    q += value * value;
    if (order[i] >= k) continue;
    m++;
    z += value;
  }
  [sum[r], square[r], treated[r], treatedSum[r]] = [s, q, m, z];
}

/** Treated units first, less the mean of all: sums of squares then lose nothing to a distant origin. */
function centred(treatment: Float64Array, control: Float64Array): Float64Array {
  const y = new Float64Array(treatment.length + control.length);
  y.set(treatment);
  y.set(control, treatment.length);
  let mean = 0;
  for (const value of y) mean += value / y.length;
  for (let i = 0; i < y.length; i++) y[i] -= mean;
  return y;
}

function emptyLabelled(size: number): Labelled {
  const [sum, square, treated, treatedSum] = [0, 1, 2, 3].map(() => new Float64Array(size));
  return { sum, square, treated, treatedSum };
}

/** n choose k, or a number above `limit` once it passes it. */
function assignments(n: number, k: number, limit: number): number {
  let count = 1;
  for (let i = 1; i <= Math.min(k, n - k) && count <= limit; i++) count = (count * (n - i + 1)) / i;
  return Math.round(count);
}

/** Moves the first k entries to the next combination of 0..n-1 in lexicographic order. */
function nextCombination(order: Int32Array, n: number, k: number): void {
  let i = k - 1;
  while (i >= 0 && order[i] === n - k + i) i--;
  if (i < 0) return;
  order[i]++;
  for (let j = i + 1; j < k; j++) order[j] = order[j - 1] + 1;
}

function swap(order: Int32Array, i: number, j: number): void {
  const held = order[i];
  order[i] = order[j];
  order[j] = held;
}
