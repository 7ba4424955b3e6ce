import { refusal } from "../../contract/outcome.ts";
import type { AnalysisFields } from "./analysis.ts";
import { FEWEST_KEPT } from "./estimate-effect.ts";

/**
 * Refuses when there is no direct estimate: InsufficientQuality for too few samples or an empty block, NoSpread for a
 * target that does not move. The refusal carries the whole answer as `details.report`.
 */
export function requireEstimate(fields: AnalysisFields): void {
  const { reason, detail, n_kept, fewest_per_block } = fields.direct;
  if (reason === null) return;
  const { tag } = fields;
  const say = (observed: number, required: unknown, remedy: string) => {
    const name = reason === "no_spread" ? "NoSpread" : "InsufficientQuality";
    return refusal(name, `${tag}: ${detail}; ${remedy}`, {
      check: reason,
      observed,
      required,
      remedy,
      tag,
      report: fields,
    });
  };
  switch (reason) {
    case "too_few":
      throw say(n_kept, FEWEST_KEPT, "check the archive, its quality codes and the washout against the schedule");
    case "no_spread":
      throw say(0, "a MAD above 0", "name a target that moves");
    case "empty_block":
      throw say(fewest_per_block, 1, "no balanced comparison is left; plan and run the trial again");
    default:
      // Without covariates nothing can be collinear, and balanced blocks that hold samples differ in setting.
      throw new Error(`a direct estimate cannot fail by ${reason}`);
  }
}
