import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import {
  diagnosticLines,
  diagnosticsShape,
  METHOD_NAMES,
  madeCurvesField,
  parametersShape,
  requireParameters,
  shown,
} from "../../src/contract/fda-run-shapes.ts";
import { curvesFields, curvesLine, curvesShape } from "../../src/contract/fda-shapes.ts";
import { field } from "../../src/contract/field.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { fill, labelled, section } from "../../src/contract/text.ts";
import { curveMatrix } from "../../src/fda/curve-matrix.ts";
import { describeRun } from "../../src/fda/describe-run.ts";
import { commonGrid } from "../../src/fda/own-grids.ts";
import { runStages, stageOf } from "../../src/fda/pipeline.ts";
import { curvesOf, ownGridsOf } from "../../src/fda/run.ts";

export default command({
  summary: "Run methods in turn, each on the curves the last one left; report numbers and caveats.",
  args: ["curves"],
  input: z.strictObject({
    curves: madeCurvesField(),
    stages: field(
      z.array(z.string()).check(z.minLength(1), z.maxLength(10)),
      "Method with parameters: smoothing:n_basis=25,basis=fdars.",
    ),
    chain: field(z._default(z.boolean(), true), "Stages take the curves last left; else the first ones."),
  }),
  evidence: z.strictObject({
    ...curvesShape,
    chain: z.boolean(),
    stages: z.array(
      z.strictObject({
        stage: z.int(),
        method: z.enum(METHOD_NAMES),
        on: z.string(),
        result_id: z.string(),
        parameters: parametersShape,
        diagnostics: diagnosticsShape,
      }),
    ),
    caveats: z.array(
      z.strictObject({
        stage: z.int(),
        rule: z.string(),
        message: z.string(),
        because: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])),
      }),
    ),
  }),
  examples: [
    "fda pipeline-report demo:bumps --stages smoothing --stages alignment --stages fpca:n_comp=2",
    "fda pipeline-report demo:bumps --stages clustering:k=2 --stages depth --json",
  ],
  notes: [
    "smoothing leaves its fits and alignment the aligned curves; the other methods leave the curves as they are. Every stage",
    "is a run with a handle, as 'fda run-method' makes it; caveats are the rules of 'fda recommend'. All stages are read",
    "before the first runs; a stage that is refused refuses the report.",
  ],
  async run({ curves: ref, stages, chain }, ctx) {
    const asked = stages.map((text) => stageOf(text, requireParameters));
    const data = await curvesOf(ctx, ref);
    const own = ownGridsOf(data, asked[0].method, asked[0].parameters);
    const curves = own ? commonGrid(data) : curveMatrix(data, { curves: 1, points: 2, what: "a pipeline" });
    const found = await runStages(ctx, data, asked, chain);
    return evidence({
      ...curvesFields(data.handle, curves),
      chain,
      stages: found.map(({ run }, i) => {
        const { result_id, method, parameters, handle } = describeRun(run);
        return { stage: i + 1, method, on: handle, result_id, parameters, diagnostics: run.result.diagnostics };
      }),
      caveats: found.flatMap(({ advice }, i) =>
        advice.map(({ rule, action, because }) => ({ stage: i + 1, rule, message: action, because })),
      ),
    });
  },
  text: (f) => [
    curvesLine(f),
    labelled("stages", f.stages.map(({ method }) => method).join(" -> ")),
    ...f.stages.flatMap((s) =>
      section(`${s.stage}. ${s.method}  ${s.result_id} on ${s.on}`, diagnosticLines(s.diagnostics)),
    ),
    ...section(
      "Caveats",
      f.caveats.flatMap((c) => [
        `stage ${c.stage}, ${c.rule}:`,
        ...fill(c.message.split(" "), 74).map((line) => `  ${line}`),
        ...fill(
          Object.entries(c.because).map(
            ([key, value], i, all) => `${key}=${shown(value)}${i < all.length - 1 ? "," : ""}`,
          ),
          74,
        ).map((line) => `  ${line}`),
      ]),
    ),
  ],
});
