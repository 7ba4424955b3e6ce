import type { SmoothBasis } from "./demmler-reinsch.ts";
import { edfAt, type Projected, rssAt } from "./smooth.ts";

/** What λ may be chosen by. */
export const CRITERIA = ["gcv", "aic", "bic"] as const;

export type Criterion = (typeof CRITERIA)[number];

/** Steps of the search for λ per power of ten. */
const STEPS = 10;
/** 1 − EDF/m at or below this leaves nothing to judge a fit by. */
const NOTHING_LEFT = 1e-10;

/** A chosen λ, to 4 significant digits, and the end of its range that it lies at. */
export interface ChosenLambda {
  lambda: number;
  at_edge: "smallest" | "largest" | null;
}

/** Curves on one grid, split along its basis. */
export interface Split {
  basis: SmoothBasis;
  curves: readonly Projected[];
}

/** What GCV needs to know of curves of m points each: their residual sums of squares and the degrees of freedom of each. */
export interface Fit {
  rss: Float64Array;
  edf: number;
  m: number;
}

/**
 * Generalised cross-validation of all curves together (Craven & Wahba 1979): with N points in all, (RSS/N) / (1 − EDF/N)²,
 * EDF the sum over curves. For n curves of m points on one grid that is (RSS/(n·m)) / (1 − EDF/m)² with the EDF of one.
 * Null when no degrees of freedom are left.
 */
export function gcvOf(fits: readonly Fit[]): number | null {
  let [points, edf, rss] = [0, 0, 0];
  for (const fit of fits) {
    points += fit.rss.length * fit.m;
    edf += fit.rss.length * fit.edf;
    rss += fit.rss.reduce((sum, x) => sum + x, 0);
  }
  const left = 1 - edf / points;
  return left <= NOTHING_LEFT ? null : rss / points / left ** 2;
}

/** `gcvOf` of curves on one grid. */
export function gcv(rss: Float64Array, edf: number, m: number): number | null {
  return gcvOf([{ rss, edf, m }]);
}

/** m·ln(RSS/m) + price·EDF of one curve: AIC with price 2, BIC with ln m. An exact fit (RSS 0) has none. */
export function informationCriterion(rss: number, edf: number, m: number, price: number): number | null {
  return rss > 0 ? m * Math.log(rss / m) + price * edf : null;
}

/**
 * The λ for all curves that has the least GCV over all of them, or the least sum of their AIC or BIC: the best of a
 * log-spaced grid from where no mode is damped to where only the trend is left, refined between its neighbours.
 */
export function chooseLambda(splits: readonly Split[], criterion: Criterion): ChosenLambda {
  const rates = splits.flatMap(({ basis }) => Array.from(basis.rates));
  const low = -3 - Math.log10(rates.reduce((most, rate) => Math.max(most, rate), 0));
  const high = 4 - Math.log10(rates.reduce((least, rate) => Math.min(least, rate)));
  const cost = (exponent: number) => costOf(splits, 10 ** exponent, criterion);
  const n = Math.ceil((high - low) * STEPS) + 1;
  const at = (i: number) => low + ((high - low) * i) / (n - 1);
  const costs = Array.from({ length: n }, (_, i) => cost(at(i)));
  // Of equal costs the smoothest.
  const best = costs.lastIndexOf(costs.reduce((least, x) => Math.min(least, x)));
  const at_edge = best === 0 ? "smallest" : best === n - 1 ? "largest" : null;
  const exponent = at_edge ? at(best) : goldenSection(cost, at(best - 1), at(best + 1));
  return { lambda: Number((10 ** exponent).toPrecision(4)), at_edge };
}

/** What a λ is judged by: less is better; infinite where nothing is left to judge by. */
export function costOf(splits: readonly Split[], lambda: number, criterion: Criterion): number {
  const fits = splits.map(({ basis, curves }): Fit => {
    // Residuals below rounding are rounding: of exact fits the smoothest is taken.
    const rss = rssAt(basis, curves, lambda).map((sum, i) => Math.max(sum, curves[i].rounding, 1e-300));
    return { rss, edf: edfAt(basis, lambda), m: basis.n_points };
  });
  if (fits.some(({ edf, m }) => 1 - edf / m <= NOTHING_LEFT)) return Number.POSITIVE_INFINITY;
  if (criterion === "gcv") return gcvOf(fits) ?? Number.POSITIVE_INFINITY;
  let total = 0;
  for (const { rss, edf, m } of fits) {
    const price = criterion === "aic" ? 2 : Math.log(m);
    for (const x of rss) total += informationCriterion(x, edf, m, price) ?? 0;
  }
  return total;
}

/** The place of a minimum between a and b, to 10⁻⁶, by golden sections (Kiefer 1953). */
function goldenSection(f: (x: number) => number, a: number, b: number): number {
  const share = (Math.sqrt(5) - 1) / 2;
  let left = b - share * (b - a);
  let right = a + share * (b - a);
  let [atLeft, atRight] = [f(left), f(right)];
  while (b - a > 1e-6) {
    if (atLeft <= atRight) {
      [b, right, atRight] = [right, left, atLeft];
      left = b - share * (b - a);
      atLeft = f(left);
    } else {
      [a, left, atLeft] = [left, right, atRight];
      right = a + share * (b - a);
      atRight = f(right);
    }
  }
  return (a + b) / 2;
}
