import { BadCall } from "../../contract/outcome.ts";
import type { Work } from "../component.ts";
import { seasonalStrength } from "../decompose/strength.ts";
import { seriesTooShort } from "../refusals.ts";
import type { Training } from "../training.ts";
import { type AutoOptions, autoArima } from "./auto.ts";
import { type TracedArima, tracedOf } from "./describe-choice.ts";
import type { Regressor } from "./design.ts";
import { type ArimaFit, fitArima } from "./fit.ts";
import { fourierColumns } from "./fourier.ts";
import { keepArima, type Made } from "./kept.ts";
import type { Orders } from "./orders.ts";
import { constantAt } from "./stepwise.ts";

/** Seasons as sums of harmonics, with ARIMA errors. */
export interface HarmonicParams {
  sp_list: number[];
  /** Harmonics of each season; null to choose. */
  K: number | number[] | null;
  /** Orders of the errors; null to choose. */
  order: [number, number, number] | null;
}

/** A fitted one: an ARIMA with its search, and the harmonics that were taken. */
export interface HarmonicState extends TracedArima {
  K: number[];
  /** Every number of harmonics tried with its AICc, when it was chosen. */
  tried: { K: number[]; aicc: number | null }[];
}

/** Harmonics tried at most when their number is chosen. */
const MOST = 6;

const SEARCH: Omit<AutoOptions, "sp"> = {
  d: null,
  D: 0,
  start_p: 2,
  start_q: 2,
  start_P: 0,
  start_Q: 0,
  max_p: 5,
  max_q: 5,
  max_P: 0,
  max_Q: 0,
  max_d: 2,
  max_D: 0,
  max_order: 5,
  seasonal: false,
  stationary: false,
  information_criterion: "aicc",
  alpha: 0.05,
  test: "kpss",
  seasonal_test: "seas",
  stepwise: true,
  with_intercept: true,
  approximation: null,
};

/** The columns of given harmonics, as a model makes them of the row number. A frequency of two seasons comes once. */
export function harmonicsOf(sp_list: number[], K: number[]): Made {
  return (n) => {
    const seen = new Map<string, Regressor>();
    sp_list.forEach((sp, i) => {
      for (const column of fourierColumns(sp, K[i], n)) {
        const [kind, , k] = column.name.split("_");
        const key = `${kind}${Number(k) / sp}`;
        if (!seen.has(key)) seen.set(key, column);
      }
    });
    return [...seen.values()];
  };
}

/**
 * Fits dynamic harmonic regression (Hyndman & Athanasopoulos, 3rd ed., 10.5): Fourier columns for each season and ARIMA
 * errors. K null: the same number for every season, from 1 while AICc falls, up to 6. Refuses SeriesTooShort below two
 * turns of the longest season. BadCall for more harmonics than half a season holds.
 */
export async function fitHarmonic(train: Training, params: HarmonicParams, work: Work): Promise<HarmonicState> {
  const { sp_list, K } = params;
  const longest = Math.max(...sp_list);
  if (train.y.length < 2 * longest) {
    throw seriesTooShort(train.label, train.y.length, 2 * longest, `harmonics of a season of ${longest} rows`);
  }
  if (K !== null) return (await withHarmonics(train, params, termsOf(sp_list, K), work)).state;
  let best: Awaited<ReturnType<typeof withHarmonics>> | null = null;
  const tried: HarmonicState["tried"] = [];
  for (let k = 1; k <= Math.min(MOST, Math.floor(longest / 2)); k++) {
    const found = await withHarmonics(
      train,
      params,
      sp_list.map((sp) => Math.min(k, Math.floor(sp / 2))),
      work,
    );
    tried.push({ K: found.state.K, aicc: found.aicc });
    if (best !== null && !((found.aicc ?? Number.POSITIVE_INFINITY) < (best.aicc ?? Number.POSITIVE_INFINITY))) break;
    best = found;
  }
  return { ...best!.state, tried };
}

/** Harmonics of each season. BadCall where there are too many, or the lists do not fit. */
export function termsOf(sp_list: number[], K: number | number[]): number[] {
  const list = typeof K === "number" ? sp_list.map(() => K) : K;
  if (list.length !== sp_list.length)
    throw new BadCall(`spec: DynamicHarmonic: sp_list has ${sp_list.length} seasons and K ${list.length}`);
  list.forEach((terms, i) => {
    const most = Math.floor(sp_list[i] / 2);
    if (terms > most)
      throw new BadCall(
        `spec: DynamicHarmonic: a season of ${sp_list[i]} rows has at most ${most} harmonics, not ${terms}`,
      );
  });
  return list;
}

async function withHarmonics(train: Training, { sp_list, order }: HarmonicParams, K: number[], work: Work) {
  const made = harmonicsOf(sp_list, K);
  const { label, y } = train;
  const x = [...made(y.length), ...train.x];
  await work.tick();
  if (order !== null) {
    const [p, d, q] = order;
    const orders: Orders = { p, d, q, P: 0, D: 0, Q: 0, m: 1 };
    const fit = fitArima({ label, y, x, orders, constant: constantAt(d, true) });
    return { state: { ...tracedOf(stated(fit), keepArima(fit, train, made, [])), K, tried: [] }, aicc: fit.aicc };
  }
  const problem = { label, y, x, strength: seasonalStrength, tick: work.tick };
  const found = await autoArima(problem, { ...SEARCH, sp: 1 });
  return { state: { ...tracedOf(found, keepArima(found.fit, train, made, [])), K, tried: [] }, aicc: found.fit.aicc };
}

function stated(fit: ArimaFit) {
  return { fit, ordinary: null, seasonal: null, approximated: false, trace: [], refits: [], fallback: null };
}
