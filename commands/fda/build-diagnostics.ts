import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import {
  diagnosticLines,
  diagnosticsShape,
  METHOD_NAMES,
  parametersShape,
  shown,
} from "../../src/contract/fda-run-shapes.ts";
import { curvesFields, curvesLine, curvesShape } from "../../src/contract/fda-shapes.ts";
import { field } from "../../src/contract/field.ts";
import { evidence, orReason } from "../../src/contract/outcome.ts";
import { orReasonShape } from "../../src/contract/shapes.ts";
import { labelled, section, table } from "../../src/contract/text.ts";
import { curveMatrix } from "../../src/fda/curve-matrix.ts";
import { represent, tablesOf } from "../../src/fda/represent.ts";
import { curvesOf, isRun, openRun } from "../../src/fda/run.ts";

const RAW = "raw curves: nothing was run";

export default command({
  summary: "Report the diagnostics of a functional method's run, or of raw curves.",
  args: ["subject"],
  input: z.strictObject({
    subject: field(z.string(), "A run (res_…, or METHOD:DATA for its default run), or curves."),
  }),
  evidence: z.strictObject({
    ...curvesShape,
    aspect: z.enum(["represent", ...METHOD_NAMES]),
    ...orReasonShape("result_id", z.string()),
    ...orReasonShape("parameters", parametersShape),
    diagnostics: diagnosticsShape,
    better: z.record(z.string(), z.enum(["smaller", "larger"])),
    tables: z.array(
      z.strictObject({
        field: z.string(),
        n_values: z.int(),
        ...orReasonShape("min", z.number()),
        ...orReasonShape("max", z.number()),
      }),
    ),
  }),
  examples: ["fda build-diagnostics demo:bumps", "fda build-diagnostics fpca:demo:bumps --json"],
  notes: [
    "Of raw curves: grid, spacing (population standard deviation; ratio of the largest gap to the smallest), range, and how",
    "rough they are beside their 5-point averages (noise_ratio: above 1.5, smooth before aligning).",
  ],
  async run({ subject }, ctx) {
    if (!isRun(subject)) {
      const data = await curvesOf(ctx, subject);
      const curves = curveMatrix(data, { curves: 1, points: 2, what: "diagnostics" });
      return evidence({
        ...curvesFields(data.handle, curves),
        aspect: "represent" as const,
        ...orReason("result_id", null, RAW),
        ...orReason("parameters", null, RAW),
        diagnostics: represent(curves),
        better: {},
        tables: [],
      });
    }
    const run = await openRun(ctx, subject);
    return evidence({
      ...curvesFields(run.handle, run.curves),
      aspect: run.method.name as (typeof METHOD_NAMES)[number],
      result_id: run.result_id,
      parameters: run.parameters as Record<string, number | string>,
      diagnostics: run.result.diagnostics,
      better: run.method.better,
      tables: tablesOf(run.result.fields),
    });
  },
  text: (f) => [
    curvesLine(f),
    labelled("aspect", f.result_id === null ? f.aspect : `${f.aspect}  ${f.result_id}`),
    ...section("Numbers", diagnosticLines(f.diagnostics)),
    ...section(
      "Behind the handle",
      f.tables.length === 0
        ? []
        : table([
            ["", "values", "min", "max"],
            ...f.tables.map((t) => [t.field, String(t.n_values), shown(t.min), shown(t.max)]),
          ]),
    ),
  ],
});
