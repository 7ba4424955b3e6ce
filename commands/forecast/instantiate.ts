import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { field } from "../../src/contract/field.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { labelled } from "../../src/contract/text.ts";
import { putSpec, specOf } from "../../src/forecast/models.ts";
import { printSpec } from "../../src/forecast/spec/print-spec.ts";

export default command({
  summary: "Check a specification, print it without its defaults, and give it a handle.",
  args: ["spec"],
  input: z.strictObject({
    spec: field(z.string(), "Such as Detrender() * ARIMA(order=(1, 1, 1))."),
  }),
  evidence: z.strictObject({
    handle: z.string(),
    spec: z.string(),
    component: z.string(),
    task: z.string(),
    summary: z.string(),
  }),
  examples: ["forecast instantiate 'NaiveForecaster(sp=12)'", "forecast instantiate naive --json"],
  notes: [
    "A specification is parsed and never evaluated. T * F applies a transformer to the series and undoes it on the",
    "forecast, T ** F applies it to the explaining columns, T + T puts columns side by side, F | F is a choice.",
  ],
  async run({ spec: text }, ctx) {
    const spec = await specOf(ctx, text);
    const { name, object_type, summary } = spec.component;
    return evidence({
      handle: await putSpec(ctx, spec),
      spec: printSpec(spec),
      component: name,
      task: object_type,
      summary,
    });
  },
  text: (f) => [`${f.handle}  ${f.spec}`, labelled(f.task, f.summary)],
});
