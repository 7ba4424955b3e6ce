import type { CurveMatrix } from "../curve-matrix.ts";
import type { smoothFields } from "../smooth-fields.ts";
import type { Diagnostic } from "./method.ts";

/** What a smooth is judged by, of the fields of its answer; null stands beside its reason. */
export function fitNumbers(f: ReturnType<typeof smoothFields>): Record<string, Diagnostic> {
  return {
    lambda: f.lambda,
    ...(f.lambda_difference === null ? {} : { lambda_difference: f.lambda_difference }),
    edf: f.edf,
    rss: f.rss,
    ...reasoned({ gcv: f.gcv, aic: f.aic, bic: f.bic, residual_lag1: f.residual_lag1 }, f),
  };
}

function reasoned(values: Record<string, number | null>, from: object): Record<string, number | string | null> {
  const reasons = from as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]): [string, number | string | null][] =>
      value === null
        ? [
            [key, null],
            [`${key}_reason`, String(reasons[`${key}_reason`])],
          ]
        : [[key, value]],
    ),
  );
}

/** Mean over curves of the integral of the squared residuals. */
export function meanIse(
  { rows }: Pick<CurveMatrix, "rows">,
  fitted: ArrayLike<number>[],
  weights: Float64Array,
): number {
  const each = rows.map((row, i) => row.reduce((sum, x, j) => sum + weights[j] * (x - fitted[i][j]) ** 2, 0));
  return each.reduce((sum, x) => sum + x, 0) / rows.length;
}
