import type { Interval } from "./proportions.ts";

/** A test of "no difference". `df` only where the statistic has some. */
export interface TestResult {
  test: string;
  statistic?: number;
  df?: number;
  p_value: number;
  /** Relabellings looked at, when the test is by permutation. */
  n_assignments?: number;
}

/** An estimated difference on one scale: its interval at any level, and its test. */
export interface Effect {
  estimate: number;
  se: number;
  interval_method: string;
  interval(alpha: number): Interval;
  test: TestResult;
}

/** The relative scale; `delta` and `fieller` are set where they come from closed formulas. */
export interface RelativeEffect extends Effect {
  /** (critical value × SE of the control / control)² at the level asked for. */
  g: number;
  delta: { low: number; high: number; p_value: number } | null;
  /** Size of the control's center: what the absolute effect was divided by. */
  baseline: number;
}

/** Both scales of one comparison; `relative` is null where the control cannot be told from 0. */
export interface Effects {
  absolute: Effect;
  relative: RelativeEffect | null;
  relative_reason: string | null;
}
