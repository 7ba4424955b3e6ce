import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { field } from "../../src/contract/field.ts";
import { modelShape, modelText } from "../../src/contract/forecast-shapes.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { labelled } from "../../src/contract/text.ts";
import { describeModel } from "../../src/forecast/describe-model.ts";
import { keepModel } from "../../src/forecast/models.ts";

export default command({
  summary: "Read a saved model, check its hash, and give it a handle that predicts.",
  args: ["path"],
  input: z.strictObject({ path: field(z.string(), "File of 'forecast save-model'.") }),
  evidence: z.strictObject({ ...modelShape, loaded_path: z.string(), saved_by: z.string() }),
  examples: ["forecast load-model airline-model.json"],
  async run({ path }, ctx) {
    const { model, version } = await keepModel(ctx, await ctx.readText(path), path);
    return evidence({ ...describeModel(model), loaded_path: path, saved_by: version });
  },
  text: (f) => [...modelText(f), labelled("loaded", `${f.loaded_path}, saved by liquet ${f.saved_by}`)],
});
