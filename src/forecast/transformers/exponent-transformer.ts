import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { transformer } from "../component.ts";
import { type PowerParams, powerTransformer } from "../transform/power.ts";

export default transformer<PowerParams, { offset: number }>({
  name: "ExponentTransformer",
  object_type: "transformer",
  summary: "A power of the values; forecasts go back as medians with exact quantiles.",
  source: "Hyndman & Athanasopoulos, Forecasting: Principles and Practice, 3rd ed., section 3.1",
  parameters: z.strictObject({
    power: field(z._default(z.number().check(z.gt(0)), 0.5), "The power, above 0."),
    offset: field(
      z._default(z.union([z.number(), z.literal("auto")]), "auto"),
      "Added before; 'auto' lifts the least value to 0 where it is below.",
    ),
  }),
  refuses: ["NonPositiveValues"],
  example: "forecast predict demo:airline --spec 'ExponentTransformer(power=0.25) * NaiveForecaster()' --horizon 3",
  ...powerTransformer<PowerParams>((params) => params),
});
