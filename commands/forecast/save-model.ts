import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { field, fields } from "../../src/contract/field.ts";
import { modelField, modelShape, modelText, specField } from "../../src/contract/forecast-shapes.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { labelled } from "../../src/contract/text.ts";
import type { Plain } from "../../src/forecast/component.ts";
import { describeModel } from "../../src/forecast/describe-model.ts";
import { encodeModel } from "../../src/forecast/model-file.ts";
import { openModel } from "../../src/forecast/models.ts";

export default command({
  summary: "Write a fitted model to one JSON file: specification, estimates, states, the rows it has seen, and a hash.",
  args: ["source", "path"],
  input: z.strictObject({
    source: modelField(),
    path: field(z.string(), "File to write."),
    spec: specField(),
    overwrite: fields.overwrite(),
  }),
  evidence: z.strictObject({ ...modelShape, saved_path: z.string(), bytes: z.int() }),
  examples: ["forecast save-model demo:airline airline-model.json --spec 'NaiveForecaster(sp=12)' --overwrite"],
  notes: [
    "The file is plain JSON and holds no code; loading it never runs anything. A file that was changed is refused.",
    "The path may also be given as --out PATH.",
  ],
  writes: true,
  async run({ source, path, spec, overwrite }, ctx) {
    const model = await openModel(ctx, source, spec);
    const text = encodeModel({ ...model, state: model.fitted.state as Plain }, ctx.version);
    await ctx.write(path, text, { overwrite });
    return evidence({ ...describeModel(model), saved_path: path, bytes: Buffer.byteLength(text) });
  },
  text: (f) => [...modelText(f), labelled("saved", `${f.saved_path}, ${f.bytes} bytes`)],
});
