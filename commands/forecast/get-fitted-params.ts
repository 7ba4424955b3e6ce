import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { estimateLines } from "../../src/contract/estimate-lines.ts";
import {
  modelField,
  modelShape,
  modelText,
  plainShape,
  specField,
  warningLines,
} from "../../src/contract/forecast-shapes.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { section } from "../../src/contract/text.ts";
import { describeModel } from "../../src/forecast/describe-model.ts";
import { describeFitted } from "../../src/forecast/engine.ts";
import { openModel } from "../../src/forecast/models.ts";

export default command({
  summary: "All estimates of a fitted model by name, long lists included.",
  args: ["source"],
  input: z.strictObject({ source: modelField(), spec: specField() }),
  evidence: z.strictObject({ ...modelShape, params: plainShape, warnings: z.array(z.string()) }),
  examples: [
    "forecast get-fitted-params demo:nile --spec \"NaiveForecaster(strategy='drift')\"",
    "forecast get-fitted-params demo:airline --spec 'NaiveForecaster(sp=12)' --json",
  ],
  async run({ source, spec }, ctx) {
    const model = await openModel(ctx, source, spec);
    const { params, warnings } = describeFitted(model.fitted);
    return evidence({ ...describeModel(model), params, warnings: [...model.warnings, ...warnings] });
  },
  text: (f) => [...modelText(f), ...warningLines(f.warnings), ...section("Estimates", estimateLines(f.params, true))],
});
