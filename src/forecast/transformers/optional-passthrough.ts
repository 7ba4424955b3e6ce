import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { transformer } from "../component.ts";
import { delegating } from "../compose/delegating.ts";
import { componentOf } from "../spec/parameter.ts";
import type { ComponentSpec } from "../spec/spec.ts";

interface Params {
  transformer: ComponentSpec;
  passthrough: boolean;
}

export default transformer<Params, { inner: unknown }>({
  name: "OptionalPassthrough",
  object_type: "transformer",
  summary: "A transformer that a parameter can switch off, so that a search can try both: -Detrender().",
  source: "The transformer inside",
  parameters: z.strictObject({
    transformer: field(componentOf("transformer"), "What is done where it is not switched off."),
    passthrough: field(z._default(z.boolean(), false), "Switched off: rows and forecasts stay as they are."),
  }),
  refuses: [],
  example: "forecast predict demo:airline --spec '-Detrender() * NaiveForecaster(sp=12)' --horizon 3",
  ...delegating<Params>(({ transformer: inner, passthrough }) => (passthrough ? null : inner)),
});
