import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { transformer } from "../component.ts";
import { hodrickPrescott } from "../transform/hodrick-prescott.ts";

export default transformer<{ lamb: number }, Record<string, never>>({
  name: "HPFilter",
  object_type: "transformer",
  summary: "The cycle of the series: what the Hodrick-Prescott trend leaves. It has no inverse.",
  source: "Hodrick & Prescott 1997",
  parameters: z.strictObject({
    lamb: field(
      z._default(z.number().check(z.gt(0)), 1600),
      "Smoothness of the trend: 6.25 for years, 1600 for quarters, 129600 for months.",
    ),
  }),
  tags: {},
  refuses: [],
  example: "forecast call-method 'HPFilter(lamb=6.25)' fit_transform --kwargs y=demo:nile --max-rows 5",
  minLength: () => 3,
  fit: () => ({}),
  transform: (_state, { lamb }, train) => {
    const trend = hodrickPrescott(train.y, lamb);
    return { ...train, y: train.y.map((value, t) => value - trend[t]) };
  },
  invert: null,
  describe: (_state, { lamb }) => ({ lamb }),
});
