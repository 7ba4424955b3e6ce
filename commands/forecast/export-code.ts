import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { field, fields, writingField } from "../../src/contract/field.ts";
import { modelField, specField } from "../../src/contract/forecast-shapes.ts";
import { BadCall, evidence, orReason } from "../../src/contract/outcome.ts";
import { labelled } from "../../src/contract/text.ts";
import { dataSteps } from "../../src/forecast/export/data-steps.ts";
import { type Exported, shellProgram, typescriptProgram } from "../../src/forecast/export/programs.ts";
import { pythonProgram } from "../../src/forecast/export/python-program.ts";
import { sktimeSpec } from "../../src/forecast/export/sktime-spec.ts";
import { horizonOf } from "../../src/forecast/horizon.ts";
import { openModel } from "../../src/forecast/models.ts";

const PROGRAMS: Record<"typescript" | "shell", (exported: Exported) => string> = {
  typescript: typescriptProgram,
  shell: shellProgram,
};

export default command({
  summary: "Write a TypeScript, shell or sktime program that makes the same forecast.",
  args: ["source"],
  input: z.strictObject({
    source: modelField(),
    spec: specField(),
    language: field(z._default(z.enum(["typescript", "shell", "python"]), "typescript"), "Of the program."),
    horizon: field(z._default(z.union([z.int().check(z.positive()), z.string()]), 12), "Steps, or last label."),
    coverage: field(z._default(z.number().check(z.gt(0), z.lt(1)), 0.9), "Of its intervals."),
    out: writingField(z.optional(z.string()), "Also write the program to this file."),
    overwrite: fields.overwrite(),
  }),
  evidence: z.strictObject({
    language: z.string(),
    spec: z.string(),
    is_pipeline: z.boolean(),
    code: z.string(),
    written: z.nullable(z.string()),
    written_reason: z.optional(z.string()),
  }),
  examples: [
    "forecast export-code demo:airline --spec 'NaiveForecaster(sp=12)' --language shell",
    "forecast export-code demo:airline --spec naive --language python --json",
  ],
  notes: [
    "The program reads the file the data came from (its path is the program's argument), cleans it with the same steps,",
    "fits and predicts. TypeScript and shell print liquet's own answer; Python is for sktime, whose numbers are its own.",
  ],
  async run({ source, spec, language, horizon, coverage, out, overwrite }, ctx) {
    const model = await openModel(ctx, source, spec);
    if (!/^data_/.test(model.data.handle))
      throw new BadCall(
        `source: ${model.handle} was made by update or read from a model file; export a model fitted to data`,
      );
    const steps = await dataSteps(await ctx.store(), model.data.handle);
    // sktime counts steps; a label that names none is a bad call in every language.
    const ahead = horizonOf(model, horizon, undefined).steps.length;
    const asked = { steps, horizon, coverage, x: model.x };
    const code =
      language === "python"
        ? pythonProgram({ ...asked, horizon: ahead, spec: sktimeSpec(model.fitted), data: model.data })
        : PROGRAMS[language]({ ...asked, spec: model.spec });
    if (out !== undefined) await ctx.write(out, code, { overwrite });
    return evidence({
      language,
      spec: model.spec,
      is_pipeline: / \*{1,2} /.test(model.spec),
      code,
      ...orReason("written", out ?? null, "--out was not given"),
    });
  },
  text: (f) => [...f.code.trimEnd().split("\n"), ...(f.written === null ? [] : ["", labelled("wrote", f.written)])],
});
