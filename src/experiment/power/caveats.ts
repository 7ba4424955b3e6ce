import type { PowerInput } from "./input.ts";
import type { PowerQuestion } from "./question.ts";

/** What a plan takes for granted, in sentences; `differ` is the methods' spread when it is large. */
export function caveats(q: PowerQuestion, input: PowerInput, differ: number | null): string[] {
  const said: string[] = [];
  if (q.sequential === null) {
    said.push(
      "one look, at the planned size: no allowance for looking earlier (five looks at 0.05 make an error of 0.14); --sequential allows for it",
    );
  } else if (q.sequential.kind === "always_valid") {
    said.push("power is that of the interval at the planned size alone; earlier looks can only add to it");
  }
  if (q.correction === "none" && q.arms.treatments.length > 1) {
    said.push(`${q.arms.treatments.length} comparisons at ${q.alpha} each: no allowance for testing several arms`);
  }
  if (q.correction === "holm" && q.arms.treatments.length > 1) {
    said.push(
      "planned at Holm's first step (alpha over the comparisons): the power holds if a single arm differs, and more if several do",
    );
  }
  said.push("one metric: no allowance for testing several");
  if (q.method === "z" && q.metric === "mean")
    said.push("the standard deviation is taken as known; --sigma-estimated plans for the t-test");
  if (q.covariate_r2 > 0)
    said.push(`the covariate is taken to explain ${q.covariate_r2} of the variance in the trial as it did before it`);
  if (q.icc !== null)
    said.push(`clusters of ${q.cluster_size} units, all alike in size; units of a cluster share an arm`);
  if (q.margin > 0 && q.alpha > 0.025) said.push(`one-sided at ${q.alpha}; regulators often ask for 0.025`);
  if (q.method === "exact")
    said.push("exact power saws up and down with the size: one unit more can have a little less");
  if (differ !== null) {
    said.push(
      `the methods differ by ${(differ * 100).toFixed(0)}%: the normal approximations are poor here; trust the exact power`,
    );
  }
  if (input.cumulative_units.length > 0)
    said.push("the curve is of distinct units: traffic that returns does not count twice");
  said.push("power counts significant results in the direction of the effect alone");
  return said;
}
