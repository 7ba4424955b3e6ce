import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import {
  METHOD_NAMES,
  madeCurvesField,
  methodField,
  parametersShape,
  requireParameters,
  shown,
} from "../../src/contract/fda-run-shapes.ts";
import { curvesFields, curvesLine, curvesShape } from "../../src/contract/fda-shapes.ts";
import { field } from "../../src/contract/field.ts";
import { evidence, orReason } from "../../src/contract/outcome.ts";
import { orReasonShape } from "../../src/contract/shapes.ts";
import { labelled, parts, section } from "../../src/contract/text.ts";
import { autoTune, tuningOf } from "../../src/fda/auto-tune.ts";
import { parametersFromText } from "../../src/fda/candidates.ts";
import { curveMatrix } from "../../src/fda/curve-matrix.ts";
import { numberOf } from "../../src/fda/methods/method.ts";
import { methodNamed } from "../../src/fda/methods/registry.ts";
import { commonGrid } from "../../src/fda/own-grids.ts";
import { curvesOf, ownGridsOf, runMethod } from "../../src/fda/run.ts";

const number = z.number();

export default command({
  summary: "Search a method's main parameter for the best of one number, with every step listed.",
  args: ["curves"],
  input: z.strictObject({
    curves: madeCurvesField(),
    method: methodField(),
    target_metric: field(z.optional(z.string()), "Default: bic, silhouette, ic_p1 (fpca), optimal_gcv (basis)."),
    start: field(z._default(z.string(), ""), "Start: n_basis=15,basis=fdars. Default: the method's."),
    max_steps: field(z._default(z.int().check(z.positive(), z.lte(60)), 20), "Most runs after the first."),
  }),
  evidence: z.strictObject({
    ...curvesShape,
    method: z.enum(METHOD_NAMES),
    parameter: z.string(),
    low: number,
    high: number,
    target_metric: z.string(),
    better: z.enum(["smaller", "larger"]),
    stop_reason: z.enum(["converged", "budget"]),
    n_steps: z.int(),
    max_steps: z.int(),
    improved: z.boolean(),
    at_edge: z.enum(["low", "high", "none"]),
    ...orReasonShape("initial_target", number),
    ...orReasonShape("final_target", number),
    initial_value: number,
    final_value: number,
    final_parameters: parametersShape,
    ...orReasonShape("final_result_id", z.string()),
    steps: z.array(
      z.strictObject({
        step: z.int(),
        from: number,
        to: number,
        target_before: z.nullable(number),
        ...orReasonShape("target_after", number),
        accepted: z.boolean(),
        guard: z.string(),
      }),
    ),
  }),
  examples: [
    "fda auto-tune demo:bumps --method clustering",
    "fda auto-tune demo:bumps --method smoothing --max-steps 5 --json",
  ],
  notes: [
    "smoothing searches n_basis, clustering k, fpca n_comp (by Bai and Ng's criterion, 2002), and basis its largest n_basis,",
    "wide enough that the optimum lies inside. A step is a tenth of the range at first; it turns and halves where the target",
    "gets no better. A step is not taken when EDF exceeds 0.9 of the points, or a cluster of one appears. The optimum is a",
    "local one; where at_edge says so, nothing beyond the range was tried. alignment and depth are not tuned, and the error",
    "says why.",
  ],
  async run({ curves: ref, method: name, target_metric, start, max_steps }, ctx) {
    const method = methodNamed(name);
    const tuning = tuningOf(method, target_metric);
    const parameters = parametersFromText(method, start, requireParameters);
    const data = await curvesOf(ctx, ref);
    const curves = ownGridsOf(data, method, parameters)
      ? { ...commonGrid(data), label: data.label, rows: data.curves.map(({ v }) => v) }
      : curveMatrix(data, method.needs(parameters));
    let done = 0;
    const t = await autoTune(method, tuning, parameters, {
      curves,
      max_steps,
      run: (asked) => {
        ctx.progress(done++, max_steps + 1, "runs");
        return runMethod(ctx, data, method, asked);
      },
    });
    const final_value = numberOf(t.best.parameters, t.parameter);
    return evidence({
      ...curvesFields(data.handle, curves),
      method: name,
      parameter: t.parameter,
      low: t.low,
      high: t.high,
      target_metric: t.target,
      better: method.better[t.target],
      stop_reason: t.stop_reason,
      n_steps: t.steps.length,
      max_steps,
      improved: t.best !== t.first,
      at_edge:
        final_value === t.low ? ("low" as const) : final_value === t.high ? ("high" as const) : ("none" as const),
      ...orReason("initial_target", t.first.value, t.first.reason),
      ...orReason("final_target", t.best.value, t.best.reason),
      initial_value: numberOf(t.first.parameters, t.parameter),
      final_value,
      final_parameters: t.best.parameters as Record<string, number | string>,
      ...orReason("final_result_id", t.best.result_id, "refused, so there is no handle"),
      steps: t.steps,
    });
  },
  text: (f) => [
    curvesLine(f),
    labelled(
      "search",
      parts(`${f.parameter} of ${f.method}, ${f.low} to ${f.high}`, `${f.target_metric}, ${f.better} is better`),
    ),
    labelled(
      "found",
      parts(
        `${f.parameter} ${f.final_value}`,
        `${f.target_metric} ${shown(f.initial_target)} -> ${shown(f.final_target)}`,
      ),
    ),
    labelled(
      "stopped",
      parts(f.stop_reason, f.at_edge !== "none" && `at the ${f.at_edge} end of the range: nothing beyond it was tried`),
    ),
    ...section(
      "Steps",
      f.steps.map((s) =>
        parts(
          `${String(s.step).padStart(2)}  ${s.from} -> ${s.to}`.padEnd(14),
          s.target_after === null ? String(s.target_after_reason) : shown(s.target_after).padEnd(10),
          s.accepted ? "better" : s.guard === "none" ? "no better" : s.guard,
        ),
      ),
    ),
    ...(f.final_result_id === null ? [] : ["", labelled("next", `liquet fda recommend ${f.final_result_id}`)]),
  ],
});
