import type { Description } from "./component.ts";
import { type Fitted, forecasterOf } from "./engine.ts";
import { m4SeasonTest } from "./seasonality/m4-test.ts";
import type { Training } from "./training.ts";

/**
 * What a fit leaves unsaid: rows that never vary (the spread is 0 and nothing shows that it goes on so), and a season of
 * the calendar that a model without one leaves in its one-step residuals (the M4 test, positive autocorrelation).
 */
export function cautionsOf({ spec, state }: Fitted, found: Description, { y, periods }: Training): string[] {
  if (y.length > 1 && y.every((value) => value === y[0]))
    return told(found, /sigma is 0/)
      ? []
      : [`the ${y.length} values are all ${y[0]}: a spread of 0 is right only as long as that goes on`];
  if (found.period > 1 || told(found, /season of/)) return [];
  const fitted = forecasterOf(spec).fitted?.(state, spec.params);
  if (fitted === undefined) return [];
  // Rows that the model was not fitted on have no residual; fitted values stand at the end of the rows.
  const residuals = fitted
    .map((value, t) => y[y.length - fitted.length + t] - value)
    .filter((value) => Number.isFinite(value));
  const left = periods.map((m) => m4SeasonTest(residuals, m)).find(({ seasonal, r }) => seasonal && Number(r) > 0);
  if (left === undefined) return [];
  const states = ["sp", "seasonal_order"].some((key) => key in spec.component.parameters.shape);
  const way = states ? "state one" : "take a model that can have one";
  return [`a season of ${left.period} rows is left in what the model missed, and it has none: ${way}, or use Auto()`];
}

function told({ warnings }: Description, what: RegExp): boolean {
  return warnings.some((warning) => what.test(warning));
}
