import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { parameterLines, parametersShape, runField, runShape, shown } from "../../src/contract/fda-run-shapes.ts";
import { curvesLine } from "../../src/contract/fda-shapes.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { orReasonShape } from "../../src/contract/shapes.ts";
import { fill, labelled } from "../../src/contract/text.ts";
import { describeRun } from "../../src/fda/describe-run.ts";
import { adviceOf, openRun, type Run, rulesOf } from "../../src/fda/run.ts";

export default command({
  summary: "Say what to try next after a run: fixed rules, each with the numbers it goes by.",
  args: ["result_id"],
  input: z.strictObject({ result_id: runField() }),
  evidence: z.strictObject({
    ...runShape,
    rules_checked: z.array(z.string()),
    n_recommendations: z.int(),
    recommendations: z.array(
      z.strictObject({
        rule: z.string(),
        kind: z.enum(["parameter", "method", "data"]),
        action: z.string(),
        because: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])),
        parameters: parametersShape,
        ...orReasonShape("next", z.string()),
      }),
    ),
  }),
  examples: ["fda recommend basis:demo:bumps", "fda recommend clustering:demo:bumps --json"],
  notes: [
    "Nothing is guessed: a rule that does not fire says nothing, and every number that a rule used stands in `because`.",
    "`next` is the call that tries the advice; what it changed is then computed, not promised.",
  ],
  async run({ result_id }, ctx) {
    const run = await openRun(ctx, result_id);
    const found = await adviceOf(ctx, run);
    return evidence({
      ...describeRun(run),
      rules_checked: rulesOf(run),
      n_recommendations: found.length,
      recommendations: found.map(({ parameters, first, ...each }) => ({
        ...each,
        parameters: parameters as Record<string, number | string>,
        ...nextOf(run, first, parameters as Record<string, number | string>),
      })),
    });
  },
  text: (f) => [
    `${f.result_id}  ${f.method} of ${f.handle}`,
    labelled("curves", curvesLine(f).slice(f.handle.length + 2)),
    ...parameterLines(f.parameters),
    ...fill(f.rules_checked.join(", ").split(" "), 68).map((line, i) => labelled(i === 0 ? "rules" : "", line)),
    ...(f.n_recommendations === 0 ? ["", "No rule fired."] : []),
    ...f.recommendations.flatMap((each) => [
      "",
      ...fill(`${each.rule}: ${each.action}`.split(" "), 78),
      ...fill(
        Object.entries(each.because).map(
          ([key, value], i, all) => `${key}=${shown(value)}${i < all.length - 1 ? "," : ""}`,
        ),
        76,
      ).map((line) => `  ${line}`),
      ...(each.next === null ? [] : [`  ${each.next}`]),
    ]),
  ],
});

function nextOf(run: Run, first: string | undefined, parameters: Record<string, number | string>) {
  if (first !== undefined) return { next: `liquet fda run-method ${run.handle} --method ${first}` };
  const flags = Object.entries(parameters).map(([name, value]) => ` --${name.replaceAll("_", "-")} ${value}`);
  if (flags.length === 0) return { next: null, next_reason: "no call of a method would do it" };
  return { next: `liquet fda compare-run ${run.result_id}${flags.join("")}` };
}
