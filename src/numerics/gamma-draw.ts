import type { Rng } from "./pcg64.ts";
import { standardNormal } from "./standard-normal.ts";
import { uniform } from "./uniform.ts";

/** A draw of the gamma distribution with scale 1 (Marsaglia & Tsang 2000). Shape below 1 gives NaN. */
export function gammaDraw(rng: Rng, shape: number): number {
  if (!(shape >= 1)) return Number.NaN;
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = standardNormal(rng);
    const v = (1 + c * x) ** 3;
    if (v <= 0) continue;
    if (Math.log(1 - uniform(rng)) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}
