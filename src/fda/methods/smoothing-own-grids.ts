import type { CurveData } from "../../series/dataset/dataset.ts";
import { commonCurves, smoothOwnGrids } from "../own-grids.ts";
import { type QuadratureRule, quadratureWeights } from "../quadrature.ts";
import type { SmoothRequest } from "../smooth-curves.ts";
import { ownGridFields } from "../smooth-fields.ts";
import { type MethodResult, overGrid } from "./method.ts";
import { fitNumbers, meanIse } from "./smoothing-numbers.ts";

/** The parameters of a run as asked for. */
interface Asked {
  request: SmoothRequest;
  rule: QuadratureRule;
  points: number;
  what: string;
}

/**
 * Smooths of curves on grids of their own, as a run that leaves them on one. Residuals and standard errors are at each
 * curve's own points, so they are no tables over one grid. Refuses as `smoothOwnGrids`.
 */
export function runOwnGrids(data: CurveData, { request, rule, points, what }: Asked): MethodResult {
  const own = smoothOwnGrids(data, request, points, what);
  const common = commonCurves(data, own);
  const f = ownGridFields(common.names, own, request);
  const ises = own.grids.map(({ t, rows }, g) => {
    const fitted = own.smoothed.grids[g].fit.fitted;
    return rows.length * meanIse({ rows }, fitted, quadratureWeights(data.label, t, rule));
  });
  return {
    diagnostics: {
      grids: "own",
      ...fitNumbers(f),
      mean_ise: ises.reduce((sum, x) => sum + x, 0) / data.curves.length,
      n_exact: f.n_exact,
      concerns: f.concerns.join(", ") || "none",
    },
    fields: { fitted: overGrid(common, "curve", common.names, common.rows) },
  };
}
