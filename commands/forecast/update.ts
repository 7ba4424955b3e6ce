import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { dataField } from "../../src/contract/data-shapes.ts";
import { field } from "../../src/contract/field.ts";
import { modelField, modelShape, modelText, specField, warningLines } from "../../src/contract/forecast-shapes.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { labelled, plural } from "../../src/contract/text.ts";
import { dataForModel } from "../../src/forecast/data-for-model.ts";
import { describeModel } from "../../src/forecast/describe-model.ts";
import { describeFitted } from "../../src/forecast/engine.ts";
import { openModel, updateModel } from "../../src/forecast/models.ts";

export default command({
  summary: "Give a fitted model newer rows; answers a new handle, and the old one stays as it was.",
  args: ["source", "y"],
  input: z.strictObject({
    source: modelField(),
    y: dataField(),
    spec: specField(),
    update_params: field(z._default(z.boolean(), true), "Estimate anew; false: move the states alone."),
  }),
  evidence: z.strictObject({
    ...modelShape,
    updated_from: z.string(),
    rows_added: z.int(),
    rows_known: z.int(),
    estimated_anew: z.boolean(),
    warnings: z.array(z.string()),
  }),
  examples: [
    "forecast update data_ba90c22b05e0 demo:airline --spec 'NaiveForecaster(sp=12)'",
    "forecast update data_ba90c22b05e0 demo:airline --spec naive --no-update-params --json",
  ],
  notes: [
    "The data_ handle of the examples is the training part of 'data split demo:airline --fh 12'.",
    "Rows up to the model's last one are counted as known and not looked at; the first row after it must be the next one.",
  ],
  async run({ source, y, spec, update_params }, ctx) {
    const before = await openModel(ctx, source, spec);
    const more = await dataForModel(ctx, y, before, [before.data.y.name, ...before.x]);
    const { model, added, known } = await updateModel(ctx, before, more, update_params);
    return evidence({
      ...describeModel(model),
      updated_from: before.handle,
      rows_added: added,
      rows_known: known,
      estimated_anew: update_params,
      warnings: [...model.warnings, ...describeFitted(model.fitted).warnings],
    });
  },
  text: (f) => [
    ...modelText(f),
    labelled("from", `${f.updated_from}, ${plural(f.rows_added, "row")} added, ${f.rows_known} known before`),
    ...warningLines(f.warnings),
  ],
});
