import type { TimeColumn } from "../table.ts";

/** Counts neighbouring rows whose timestamps differ by nanoseconds and fall on one microsecond. */
export interface CollisionCounter {
  /** Looks at rows from <= i < to, which follow those of the call before. */
  add(times: TimeColumn, from: number, to: number): void;
  count(): number;
}

/** A counter that has seen no row. */
export function collisionCounter(): CollisionCounter {
  let [us, nanos, count] = [Number.NaN, 0, 0];
  return {
    add(times, from, to) {
      if (to <= from) return;
      if (times.nanos !== null || nanos !== 0) {
        for (let i = from; i < to; i++) {
          const below = times.nanos?.[i] ?? 0;
          if (times.us[i] === us && below !== nanos) count++;
          [us, nanos] = [times.us[i], below];
        }
      }
      [us, nanos] = [times.us[to - 1], times.nanos?.[to - 1] ?? 0];
    },
    count: () => count,
  };
}
