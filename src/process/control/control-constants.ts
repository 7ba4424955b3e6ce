/** Factors of Shewhart charts for subgroups of n normal observations. */
export interface ControlConstants {
  /** E[range]/σ. */
  d2: number;
  /** Standard deviation of the range over σ. */
  d3: number;
  /** 3/(d2·√n): limits of subgroup means, in mean ranges. */
  A2: number;
  /** max(0, 1 − 3·d3/d2) and 1 + 3·d3/d2: limits of ranges, in mean ranges. */
  D3: number;
  D4: number;
}

// Row n − 2 holds d2, d3, A2, D3, D4, each the exact value to three decimals. Tables in print that were computed from
// rounded d2 and d3 differ by one in the last place here and there (D4 of n = 3 is 2.57459, printed as 2.574 or 2.575).
const FACTORS: readonly (readonly [number, number, number, number, number])[] = [
  [1.128, 0.853, 1.88, 0, 3.267],
  [1.693, 0.888, 1.023, 0, 2.575],
  [2.059, 0.88, 0.729, 0, 2.282],
  [2.326, 0.864, 0.577, 0, 2.114],
  [2.534, 0.848, 0.483, 0, 2.004],
  [2.704, 0.833, 0.419, 0.076, 1.924],
  [2.847, 0.82, 0.373, 0.136, 1.864],
  [2.97, 0.808, 0.337, 0.184, 1.816],
  [3.078, 0.797, 0.308, 0.223, 1.777],
  [3.173, 0.787, 0.285, 0.256, 1.744],
  [3.258, 0.778, 0.266, 0.283, 1.717],
  [3.336, 0.77, 0.249, 0.307, 1.693],
  [3.407, 0.763, 0.235, 0.328, 1.672],
  [3.472, 0.756, 0.223, 0.347, 1.653],
  [3.532, 0.75, 0.212, 0.363, 1.637],
  [3.588, 0.744, 0.203, 0.378, 1.622],
  [3.64, 0.739, 0.194, 0.391, 1.609],
  [3.689, 0.733, 0.187, 0.404, 1.596],
  [3.735, 0.729, 0.18, 0.415, 1.585],
  [3.778, 0.724, 0.173, 0.425, 1.575],
  [3.819, 0.72, 0.167, 0.435, 1.565],
  [3.858, 0.716, 0.162, 0.443, 1.557],
  [3.895, 0.712, 0.157, 0.452, 1.548],
  [3.931, 0.708, 0.153, 0.459, 1.541],
];

/** Largest subgroup the table covers. */
export const MAX_SUBGROUP = FACTORS.length + 1;

/** The factors for subgroups of n = 2…25 (ISO 7870-2). Throws RangeError outside. */
export function controlConstants(n: number): ControlConstants {
  const row = FACTORS[n - 2];
  if (!row) throw new RangeError(`control chart factors are tabled for n = 2 to ${MAX_SUBGROUP}, not ${n}`);
  const [d2, d3, A2, D3, D4] = row;
  return { d2, d3, A2, D3, D4 };
}
