import { chiSquareQuantile } from "../../numerics/chi-square.ts";
import { fQuantile } from "../../numerics/f-distribution.ts";
import { normalQuantile } from "../../numerics/normal.ts";
import { quantile } from "../../numerics/quantile.ts";
import type { PcaModel, RowScores } from "./scores.ts";

/** How the limits of T² and SPE are found. */
export type LimitMethod = "empirical" | "theoretical";
/** Approximation of the distribution of SPE. */
export type SpeMethod = "jackson-mudholkar" | "box";

/** Upper limits; SPE's is null with its reason. */
export interface MspcLimits {
  t2: number;
  spe: number | null;
  spe_reason: string;
}

/** What decides the limits. */
export interface LimitRequest {
  limits: LimitMethod;
  spe_limit: SpeMethod;
  /** Share of in-control rows below a limit. */
  quantile: number;
}

/**
 * Limits of a model. `empirical`: type-7 quantiles of the baseline rows' own statistics. `theoretical`, for independent
 * normal rows: `t2Limit`, and `jacksonMudholkar` or `boxLimit`. SPE has none when the kept components leave no residual.
 */
export function mspcLimits(model: PcaModel, ownScores: () => RowScores, request: LimitRequest): MspcLimits {
  const spe_reason = noResidual(model);
  if (request.limits === "empirical") {
    const { t2, spe } = ownScores();
    const level = request.quantile;
    return {
      t2: quantile(t2, level),
      spe: spe_reason === null ? quantile(spe, level) : null,
      spe_reason: spe_reason ?? "",
    };
  }
  const t2 = t2Limit(model, request.quantile);
  if (spe_reason !== null) return { t2, spe: null, spe_reason };
  const rest = model.values.subarray(model.components, model.rank);
  const spe = request.spe_limit === "box" ? boxLimit(rest, request.quantile) : jacksonMudholkar(rest, request.quantile);
  return {
    t2,
    spe,
    spe_reason: "the Jackson-Mudholkar approximation does not hold for these eigenvalues; state --spe-limit box",
  };
}

/** Why a model has no residual to watch, or null. */
function noResidual({ n, components: k, p, rank, values }: PcaModel): string | null {
  if (k < rank) return null;
  if (rank < p) {
    const held = `${k} component${k === 1 ? " holds" : "s hold"} all that`;
    const found = rank === n - 1 ? `${held} ${n} rows of ${p} tags do` : `${held} ${p} linearly dependent tags do`;
    const remedy = rank === n - 1 ? "state a longer baseline" : "leave out a tag that others determine";
    return `the baseline's residual is 0 within rounding: ${found}; ${remedy}${k === 1 ? "" : ", or keep fewer components"}`;
  }
  const without = values.subarray(0, k - 1).reduce((sum, value) => sum + value, 0) / p;
  const below = Math.floor(without * 1e4) / 1e4;
  return `the model keeps ${k} of ${p} components, so no residual is left; pass --variance below ${below}, or fewer --components`;
}

/**
 * Limit of T² for a new row, k(n²−1)/(n(n−k))·F(level; k, n−k): k components estimated from n rows (Tracy, Young &
 * Mason 1992).
 */
export function t2Limit({ n, components: k }: Pick<PcaModel, "n" | "components">, level: number): number {
  return ((k * (n * n - 1)) / (n * (n - k))) * fQuantile(level, k, n - k);
}

/**
 * θ₁[z√(2θ₂h²)/θ₁ + 1 + θ₂h(h−1)/θ₁²]^(1/h), θ_i = Σλ^i over the eigenvalues left out, h = 1 − 2θ₁θ₃/(3θ₂²) (Jackson &
 * Mudholkar 1979). Null where h ≤ 0 or the base is not positive: the power transform then says nothing.
 */
export function jacksonMudholkar(rest: ArrayLike<number>, level: number): number | null {
  const [t1, t2, t3] = powerSums(rest);
  const h = 1 - (2 * t1 * t3) / (3 * t2 * t2);
  const base = (normalQuantile(level) * Math.sqrt(2 * t2 * h * h)) / t1 + 1 + (t2 * h * (h - 1)) / (t1 * t1);
  return h > 0 && base > 0 ? t1 * base ** (1 / h) : null;
}

/** g·χ²(level; h) with g = θ₂/θ₁ and h = θ₁²/θ₂ degrees of freedom: matches mean and variance (Box 1954). */
export function boxLimit(rest: ArrayLike<number>, level: number): number {
  const [t1, t2] = powerSums(rest);
  return (t2 / t1) * chiSquareQuantile(level, (t1 * t1) / t2);
}

function powerSums(values: ArrayLike<number>): [number, number, number] {
  let [a, b, c] = [0, 0, 0];
  for (let i = 0; i < values.length; i++) {
    a += values[i];
    b += values[i] ** 2;
    c += values[i] ** 3;
  }
  return [a, b, c];
}
