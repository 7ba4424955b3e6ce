import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { dataField } from "../../src/contract/data-shapes.ts";
import { estimateLines } from "../../src/contract/estimate-lines.ts";
import { fields } from "../../src/contract/field.ts";
import { modelShape, modelText, plainShape, specField, warningLines } from "../../src/contract/forecast-shapes.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { requireKept } from "../../src/contract/require-kept.ts";
import { labelled, section } from "../../src/contract/text.ts";
import { describeModel } from "../../src/forecast/describe-model.ts";
import { describeFitted } from "../../src/forecast/engine.ts";
import { DEFAULT_SPEC, fitModel, specOf } from "../../src/forecast/models.ts";
import { scalarParams } from "../../src/forecast/scalar-params.ts";
import { requireSeries } from "../../src/series/dataset/require.ts";

export default command({
  summary: "Fit a forecaster to a series; gives its estimates and the handle that predicts.",
  args: ["y"],
  input: z.strictObject({ y: dataField(), spec: specField(), run_async: fields.runAsync() }),
  evidence: z.strictObject({
    ...modelShape,
    params: plainShape,
    params_dropped: z.array(z.string()),
    warnings: z.array(z.string()),
  }),
  examples: ["forecast fit demo:airline --spec 'NaiveForecaster(sp=12)'", "forecast fit demo:lynx --spec naive --json"],
  notes: [
    "The same specification and data are the same handle, in any process, on any day. Explaining columns stored beside the",
    "series are used where the forecaster takes them, and told where it does not. Long lists of estimates are left to",
    "'forecast get-fitted-params'.",
  ],
  async run({ y, spec }, ctx) {
    const model = await fitModel(ctx, requireSeries(await ctx.data(y)), await specOf(ctx, spec ?? DEFAULT_SPEC));
    await requireKept(await ctx.store(), model.handle);
    const found = describeFitted(model.fitted);
    return evidence({
      ...describeModel(model),
      ...scalarParams(found.params),
      warnings: [...model.warnings, ...found.warnings],
    });
  },
  text: (f) => [
    ...modelText(f),
    ...warningLines(f.warnings),
    ...section("Estimates", estimateLines(f.params)),
    "",
    labelled("next", `liquet forecast predict ${f.model_handle} --horizon 12`),
  ],
});
