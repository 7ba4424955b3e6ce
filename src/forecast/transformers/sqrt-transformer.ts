import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { transformer } from "../component.ts";
import { type PowerParams, powerTransformer } from "../transform/power.ts";

type Params = Pick<PowerParams, "offset">;

export default transformer<Params, { offset: number }>({
  name: "SqrtTransformer",
  object_type: "transformer",
  summary: "Square root; forecasts go back as medians with exact quantiles.",
  source: "Hyndman & Athanasopoulos, Forecasting: Principles and Practice, 3rd ed., section 3.1",
  parameters: z.strictObject({
    offset: field(
      z._default(z.union([z.number(), z.literal("auto")]), "auto"),
      "Added before; 'auto' lifts the least value to 0 where it is below.",
    ),
  }),
  refuses: ["NonPositiveValues"],
  example: "forecast predict demo:airline --spec 'SqrtTransformer() * NaiveForecaster(sp=12)' --horizon 3",
  ...powerTransformer<Params>(({ offset }) => ({ power: 0.5, offset })),
});
