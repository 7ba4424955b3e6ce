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
import { fill, labelled, section } from "../../src/contract/text.ts";
import { caveatOf, metricOf, parametersFromText, ranked, tried } from "../../src/fda/candidates.ts";
import { curveMatrix } from "../../src/fda/curve-matrix.ts";
import { methodNamed } from "../../src/fda/methods/registry.ts";
import { commonGrid } from "../../src/fda/own-grids.ts";
import { curvesOf, ownGridsOf, runMethod } from "../../src/fda/run.ts";

const NOT_RUN = "refused, so there is no handle";

export default command({
  summary: "Run a method with several sets of parameters and rank them by one number.",
  args: ["curves"],
  input: z.strictObject({
    curves: madeCurvesField(),
    method: methodField(),
    candidate_params: field(
      z.array(z.string()).check(z.minLength(2), z.maxLength(50)),
      "One candidate's parameters: n_basis=15,lambda=0.1.",
    ),
    metric: field(z.optional(z.string()), "What to rank by. Default: the method's first."),
  }),
  evidence: z.strictObject({
    ...curvesShape,
    method: z.enum(METHOD_NAMES),
    metric: z.string(),
    better: z.enum(["smaller", "larger"]),
    caveat: z.optional(z.string()),
    ...orReasonShape("winner", z.string()),
    ranking: z.array(
      z.strictObject({
        rank: z.int(),
        candidate: z.string(),
        parameters: parametersShape,
        ...orReasonShape("result_id", z.string()),
        ...orReasonShape("value", z.number()),
      }),
    ),
  }),
  examples: [
    "fda compare-methods demo:bumps --method smoothing --candidate-params n_basis=8 --candidate-params n_basis=12",
    "fda compare-methods demo:bumps --method clustering --candidate-params k=2 --candidate-params k=3 --json",
  ],
  notes: [
    "Equal values keep the order in which the candidates were given. A candidate that is refused is listed last, with why.",
    "Where the parameter that differs moves the metric by itself (k a within-cluster sum), the answer says so: choose another.",
  ],
  async run({ curves: ref, method: name, candidate_params, metric: stated }, ctx) {
    const method = methodNamed(name);
    const { metric, better } = metricOf(method, stated);
    const candidates = candidate_params.map((text) => ({
      text,
      parameters: parametersFromText(method, text, requireParameters),
    }));
    const data = await curvesOf(ctx, ref);
    const own = candidates.some(({ parameters }) => ownGridsOf(data, method, parameters));
    const curves = own ? commonGrid(data) : curveMatrix(data, { curves: 1, points: 2, what: "a comparison" });
    const runs = [];
    for (const { text, parameters } of candidates) {
      const found = await tried(parameters, metric, () => runMethod(ctx, data, method, parameters));
      runs.push({ ...found, text });
      ctx.progress(runs.length, candidates.length, "candidates");
    }
    const order = ranked(runs, better);
    const [first] = order;
    return evidence({
      ...curvesFields(data.handle, curves),
      method: name,
      metric,
      better,
      ...caveatOf(
        method,
        metric,
        candidates.map(({ parameters }) => parameters),
      ),
      ...orReason("winner", first.value === null ? null : first.text, `no candidate has a ${metric}`),
      ranking: order.map(({ text, parameters, result_id, value, reason }, i) => ({
        rank: i + 1,
        candidate: text,
        parameters: parameters as Record<string, number | string>,
        ...orReason("result_id", result_id, NOT_RUN),
        ...orReason("value", value, reason),
      })),
    });
  },
  text: (f) => [
    curvesLine(f),
    labelled("method", f.method),
    labelled("by", `${f.metric}, ${f.better} is better`),
    ...(f.caveat === undefined ? [] : fill(f.caveat.split(" "), 68).map((line) => labelled("", line))),
    labelled("best", f.winner ?? `none: ${f.winner_reason}`),
    ...section(
      "Ranking",
      f.ranking.flatMap((r) => {
        const place = `${String(r.rank).padStart(2)}  ${r.candidate.padEnd(24)}`;
        if (r.value !== null) return [`${place} ${shown(r.value).padEnd(12)} ${r.result_id ?? ""}`.trimEnd()];
        return [place.trimEnd(), ...fill(String(r.value_reason).split(" "), 72).map((line) => `    ${line}`)];
      }),
    ),
  ],
});
