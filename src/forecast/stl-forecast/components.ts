import { loadComponent } from "../registry.ts";
import { withParameters } from "../spec/resolve-spec.ts";
import type { ComponentSpec } from "../spec/spec.ts";

/** Parameters of an STL forecast. */
export interface StlParams {
  sp: number;
  seasonal: number;
  trend: number | null;
  low_pass: number | null;
  seasonal_deg: number;
  trend_deg: number;
  low_pass_deg: number;
  robust: boolean;
  seasonal_jump: number;
  trend_jump: number;
  low_pass_jump: number;
  inner_iter: number | null;
  outer_iter: number | null;
  forecaster_trend: ComponentSpec | null;
  forecaster_seasonal: ComponentSpec | null;
  forecaster_resid: ComponentSpec | null;
  forecaster_adjusted: ComponentSpec | null;
}

/** What each component of the decomposition is forecast by. `adjusted` stands for trend and remainder together. */
export interface PartSpecs {
  seasonal: ComponentSpec;
  trend: ComponentSpec | null;
  resid: ComponentSpec | null;
  adjusted: ComponentSpec | null;
}

/** The forecasters stated, and for the rest a repeated season, a drifting trend and the seasonal means of the remainder. */
export async function partSpecs(params: StlParams): Promise<PartSpecs> {
  const { sp, forecaster_adjusted: adjusted } = params;
  const naive = await loadComponent("NaiveForecaster");
  const seasonal = params.forecaster_seasonal ?? withParameters(naive, { sp });
  if (adjusted !== null) return { seasonal, adjusted, trend: null, resid: null };
  return {
    seasonal,
    adjusted,
    trend: params.forecaster_trend ?? withParameters(naive, { strategy: "drift" }),
    resid: params.forecaster_resid ?? withParameters(naive, { strategy: "mean", sp }),
  };
}
