import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import {
  diagnosticsShape,
  METHOD_NAMES,
  parameterFields,
  parameterLines,
  parametersShape,
  runField,
  shown,
} from "../../src/contract/fda-run-shapes.ts";
import { curvesLine, curvesShape } from "../../src/contract/fda-shapes.ts";
import { BadCall, evidence } from "../../src/contract/outcome.ts";
import { labelled, section, table } from "../../src/contract/text.ts";
import { compareRuns } from "../../src/fda/compare-runs.ts";
import { describeRun } from "../../src/fda/describe-run.ts";
import { parametersOf } from "../../src/fda/methods/method.ts";
import { openRun, runMethod } from "../../src/fda/run.ts";

const value = z.union([z.number(), z.string()]);
const numbers = z.record(z.string(), z.number());

export default command({
  summary: "Run a method again with changed parameters and report each difference, better or worse.",
  args: ["before_result_id"],
  input: z.strictObject({ before_result_id: runField(), ...parameterFields() }),
  evidence: z.strictObject({
    before_result_id: z.string(),
    after_result_id: z.string(),
    method: z.enum(METHOD_NAMES),
    ...curvesShape,
    parameters: parametersShape,
    changed_parameters: z.array(z.strictObject({ parameter: z.string(), before: value, after: value })),
    before: diagnosticsShape,
    after: diagnosticsShape,
    delta: numbers,
    relative_change: numbers,
    flips: z.record(z.string(), z.strictObject({ before: z.string(), after: z.string() })),
    direction: z.record(z.string(), z.enum(["better", "worse", "neutral"])),
  }),
  examples: ["fda compare-run smoothing:demo:bumps --n-basis 12", "fda compare-run clustering:demo:bumps --k 2 --json"],
  notes: [
    "Parameters that are not stated are those of the run before. delta is after less before; relative_change is delta over",
    "|before|. direction is neutral where neither way is better (degrees of freedom), and where the changed parameter moves a",
    "number by itself (the within-cluster sum with k).",
  ],
  async run({ before_result_id, ...given }, ctx) {
    if (Object.values(given).every((each) => each === undefined))
      throw new BadCall("state a parameter that is to change, such as --n-basis 25");
    const before = await openRun(ctx, before_result_id);
    const parameters = parametersOf(before.method, given, before.parameters);
    const after = await runMethod(ctx, before.data, before.method, parameters);
    const { result_id, method, parameters: used, ...curves } = describeRun(after);
    const { changed_parameters, ...differences } = compareRuns(before, after);
    return evidence({
      before_result_id: before.result_id,
      after_result_id: result_id,
      method,
      ...curves,
      parameters: used,
      changed_parameters,
      before: before.result.diagnostics,
      after: after.result.diagnostics,
      ...differences,
    });
  },
  text: (f) => [
    `${f.before_result_id} -> ${f.after_result_id}  ${f.method} of ${f.handle}`,
    labelled("curves", curvesLine(f).slice(f.handle.length + 2)),
    ...parameterLines(f.parameters),
    labelled(
      "changed",
      f.changed_parameters.map((c) => `${c.parameter} ${c.before} -> ${c.after}`).join(", ") || "nothing",
    ),
    ...section(
      "Differences",
      table([
        ["", "before", "after", "delta", ""],
        ...Object.entries(f.delta).map(([key, delta]) => [
          key,
          shown(f.before[key]),
          shown(f.after[key]),
          `${delta > 0 ? "+" : ""}${shown(delta)}`,
          f.direction[key] === "neutral" ? "" : f.direction[key],
        ]),
      ]),
    ),
    ...section(
      "Flips",
      Object.entries(f.flips).map(([key, { before, after }]) => `${key}: ${before} -> ${after}`),
    ),
    "",
    labelled("next", `liquet fda recommend ${f.after_result_id}`),
  ],
});
