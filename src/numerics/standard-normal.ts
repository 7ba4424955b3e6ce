import { nextUint64, type Rng } from "./pcg64.ts";
import { uniform } from "./uniform.ts";
import { F, K, W } from "./ziggurat-tables.ts";

/** Where the base strip ends and the tail begins, and its inverse. */
const R = 3.6541528853610088;
const INVERSE_R = 0.27366123732975828;

/**
 * A standard normal draw by the 256-layer ziggurat (Marsaglia & Tsang 2000), bit for bit numpy's
 * `Generator.standard_normal()`; only draws beyond ±3.65 may differ, in the last bit of the platform's log1p.
 */
export function standardNormal(rng: Rng): number {
  for (;;) {
    nextUint64(rng);
    const low = rng.out[0];
    const layer = low & 0xff;
    const size = (rng.out[1] & 0x1fffffff) * 0x800000 + (low >>> 9);
    const x = (low & 0x100 ? -size : size) * W[layer];
    if (size < K[layer]) return x;
    if (layer === 0) return tail(rng, (low >>> 17) & 1 ? -1 : 1);
    if ((F[layer - 1] - F[layer]) * uniform(rng) + F[layer] < Math.exp(-0.5 * x * x)) return x;
  }
}

/** Beyond R, by Marsaglia's rejection from an exponential. */
function tail(rng: Rng, sign: number): number {
  for (;;) {
    const x = -INVERSE_R * Math.log1p(-uniform(rng));
    const y = -Math.log1p(-uniform(rng));
    if (y + y > x * x) return sign * (R + x);
  }
}
