import { meansContrast } from "../../src/experiment/contrast.ts";
import { absoluteLift } from "../../src/experiment/lift.ts";
import { momentsOf } from "../../src/experiment/moments.ts";
import { type Monitoring, monitor } from "../../src/experiment/monitoring.ts";
import { pcg64 } from "../../src/numerics/pcg64.ts";
import { standardNormal } from "../../src/numerics/standard-normal.ts";

/** How to judge the k-th look (from 1); null is the fixed-sample interval. */
export type PlanAtLook = (look: number) => Monitoring | null;

/** Share of experiments without an effect that are called a success at one look or another. */
export function peekingError(
  plan: PlanAtLook,
  { looks, per_look, trials, seed }: { looks: number; per_look: number; trials: number; seed: number },
): number {
  const rng = pcg64(seed);
  const n = looks * per_look;
  let wrong = 0;
  for (let trial = 0; trial < trials; trial++) {
    const [control, treatment] = [0, 1].map(() => Float64Array.from({ length: n }, () => standardNormal(rng)));
    for (let look = 1; look <= looks; look++) {
      const [c, t] = [control, treatment].map((arm) => momentsOf(arm.subarray(0, look * per_look)));
      const lift = absoluteLift(meansContrast(c, t, "normal"), 0.05);
      const judged = plan(look);
      const { low, high } = judged ? monitor(judged, lift.estimate, lift.se ** 2, 2 * look * per_look, 0.05) : lift;
      if (low <= 0 && high >= 0) continue;
      wrong++;
      break;
    }
  }
  return wrong / trials;
}
