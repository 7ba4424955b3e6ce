import { Problem } from "./problem.ts";

/** Takes one from the allowance of a caller; throws Problem 429 when nothing is left of it. */
export type RateLimit = (caller: string) => void;

/** Seconds of silence after which an allowance is whole again. */
const BURST = 20;
const MOST_CALLERS = 10_000;

/** A bucket of 20 seconds' worth of requests for each caller, filled at `perSecond`. */
export function rateLimit(perSecond: number, now: () => Date): RateLimit {
  const most = perSecond * BURST;
  const buckets = new Map<string, { left: number; at: number }>();
  return (caller) => {
    const at = now().getTime();
    const bucket = buckets.get(caller) ?? { left: most, at };
    const refilled = Math.min(most, bucket.left + (Math.max(0, at - bucket.at) / 1000) * perSecond);
    const left = refilled - 1;
    if (left < 0) {
      const wait = Math.ceil(-left / perSecond);
      throw new Problem(429, "too many requests", { "retry-after": String(wait) });
    }
    // Set anew, so that the map runs from the longest silent; a bucket silent that long is full and need not be kept.
    buckets.delete(caller);
    buckets.set(caller, { left, at });
    const [[oldest, { at: last }]] = buckets;
    if (buckets.size > MOST_CALLERS || at - last > BURST * 1000) buckets.delete(oldest);
  };
}
