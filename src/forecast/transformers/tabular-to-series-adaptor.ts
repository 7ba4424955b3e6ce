import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { transformer } from "../component.ts";
import { delegating } from "../compose/delegating.ts";
import { componentOf } from "../spec/parameter.ts";
import type { ComponentSpec } from "../spec/spec.ts";

interface Params {
  transformer: ComponentSpec;
  fit_in_transform: boolean;
}

export default transformer<Params, { inner: unknown }>({
  name: "TabularToSeriesAdaptor",
  object_type: "transformer",
  summary: "A scaler as the reference writes it: TabularToSeriesAdaptor(StandardScaler()).",
  source: "The transformer inside",
  parameters: z.strictObject({
    transformer: field(componentOf("transformer"), "StandardScaler() or MinMaxScaler()."),
    fit_in_transform: field(
      z._default(z.boolean(), false),
      "Without effect: what was learned from the training rows is kept.",
    ),
  }),
  refuses: [],
  example:
    "forecast predict demo:airline --spec 'TabularToSeriesAdaptor(StandardScaler()) * NaiveForecaster(sp=12)' --horizon 3",
  ...delegating<Params>(({ transformer: inner }) => inner),
});
