import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import {
  diagnosticLines,
  diagnosticsShape,
  fieldsShape,
  madeCurvesField,
  methodField,
  parameterFields,
  parameterLines,
  runShape,
} from "../../src/contract/fda-run-shapes.ts";
import { curvesLine } from "../../src/contract/fda-shapes.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { labelled, section } from "../../src/contract/text.ts";
import { fitOne } from "../../src/fda/basis-scan.ts";
import { describeRun, fieldsOf, pictures } from "../../src/fda/describe-run.ts";
import { parametersOf } from "../../src/fda/methods/method.ts";
import { methodNamed } from "../../src/fda/methods/registry.ts";
import { adviseHere, curvesOf, runHere, runMethod } from "../../src/fda/run.ts";
import { curveLine } from "../../src/plot/sparkline.ts";

export default command({
  summary: "Run a method on curves, keep its result behind a handle, report the numbers to judge it.",
  args: ["curves"],
  input: z.strictObject({ curves: madeCurvesField(), method: methodField(), ...parameterFields() }),
  evidence: z.strictObject({
    ...runShape,
    diagnostics: diagnosticsShape,
    fields: fieldsShape,
    sparkline: z.array(z.string()),
  }),
  examples: [
    "fda run-method demo:bumps --method fpca",
    "fda run-method demo:bumps --method smoothing --n-basis 8 --json",
    "fda run-method alignment:demo:bumps --method fpca",
  ],
  notes: [
    "The same method, parameters and data have the same handle in any process; 'fda result' reads what stands behind it.",
    "Curves that a run of smoothing or alignment left behind are taken by its handle: smooth, then align what is smooth.",
    "Of curves on grids of their own, smoothing leaves smooths on the stretch that all of them cover, evenly spaced.",
    "A parameter that the method does not have is refused. 'fda list-capabilities' names each method's parameters.",
  ],
  tasks: { run: () => runHere, advise: () => adviseHere, scan: fitOne },
  async run({ curves, method: name, ...given }, ctx) {
    const method = methodNamed(name);
    const parameters = parametersOf(method, given);
    const run = await runMethod(ctx, await curvesOf(ctx, curves), method, parameters);
    return evidence({
      ...describeRun(run),
      diagnostics: run.result.diagnostics,
      fields: fieldsOf(run),
      sparkline: pictures(run, curveLine),
    });
  },
  text: (f) => [
    `${f.result_id}  ${f.method} of ${f.handle}`,
    labelled("curves", curvesLine(f).slice(f.handle.length + 2)),
    ...parameterLines(f.parameters),
    ...section("Numbers", diagnosticLines(f.diagnostics)),
    ...section("Behind the handle", [
      ...f.fields.map((each) => `${each.field}: ${each.n_rows} x ${each.n_columns}, one row a ${each.rows}`),
    ]),
    ...section("Pictures", f.sparkline),
    "",
    labelled("next", `liquet fda recommend ${f.result_id}`),
  ],
});
