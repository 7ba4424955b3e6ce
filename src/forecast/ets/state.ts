import type { EtsTrial } from "./choose.ts";
import type { EtsFit } from "./fit.ts";

/** A fit as it is kept: plain JSON. */
export type PlainFit = Omit<EtsFit, "fitted" | "residuals"> & { fitted: number[]; residuals: number[] };

/** A fitted exponential smoothing component. */
export interface EtsState {
  fit: PlainFit;
  /** The season that was looked for; the form may have none. */
  sp: number;
  /** Every form of an automatic choice and what it is ranked by; empty when the form was stated. */
  trials: EtsTrial[];
  criterion: string | null;
  /** What is added to forecasts so that the mean residual is 0. */
  bias: number;
  warnings: string[];
}

/** The fit as JSON keeps it. */
export function toPlain(fit: EtsFit): PlainFit {
  return { ...fit, fitted: [...fit.fitted], residuals: [...fit.residuals] };
}

/** The fit that JSON kept. */
export function fromPlain(fit: PlainFit): EtsFit {
  return { ...fit, fitted: Float64Array.from(fit.fitted), residuals: Float64Array.from(fit.residuals) };
}
