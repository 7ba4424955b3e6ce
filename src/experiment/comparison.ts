import type { Monitored } from "./monitoring.ts";
import type { shownP } from "./p-value.ts";

type ShownP = ReturnType<typeof shownP>;

/** One treatment arm against the control, with everything an answer says of it. */
export interface Comparison {
  arm: string;
  control: string;
  absolute: EffectFacts;
  relative: RelativeFacts | null;
  relative_reason?: string;
  unadjusted?: { estimate: number; se: number; low: number; high: number } & ShownP;
  covariate?: CovariateFacts;
  proportion?: ProportionFacts;
  sequential?: Monitored["facts"];
  bayes?: BayesFacts;
  multiplicity?: MultiplicityFacts;
}

/** The difference treatment − control in units of the outcome, with interval and test. */
export interface EffectFacts extends ShownP {
  estimate: number;
  /** Null where no outcome varies within its arm, which score intervals allow. */
  se: number | null;
  se_reason?: string;
  low: number;
  high: number;
  interval_method: string;
  test: string;
  statistic?: number;
  df?: number;
  n_assignments?: number;
}

/** The difference as a share of the control. */
export interface RelativeFacts {
  estimate: number;
  se: number;
  low: number;
  high: number;
  interval_method: string;
  p_value?: number | null;
  p_value_reason?: string;
  delta?: { low: number; high: number } & ShownP;
  fieller_g: number;
}

/** What the covariate did, and whether the arms were alike in it. */
export interface CovariateFacts {
  theta_within: number;
  theta_all_units: number;
  all_units?: { estimate: number; se: number };
  slope?: { control: number; treatment: number };
  /** Of Lin's estimate as one of the population: the lift itself is about the units at hand, whose mean covariate is known. */
  population?: { se: number; low: number; high: number };
  r2: number;
  variance_kept: number;
  balance: { difference: number; statistic: number; df: number } & ShownP;
  n_without: { control: number; treatment: number };
}

/** Two proportions by score methods; cells are counts of the two-by-two table. */
export interface ProportionFacts {
  pooled_z: number;
  pooled_p_value: number | null;
  pooled_p_value_reason?: string;
  newcombe: { low: number; high: number };
  miettinen_nurminen: { low: number; high: number };
  smallest_cell: number;
}

/** This comparison among the others; `level` is the coverage of its simultaneous interval. */
export interface MultiplicityFacts {
  p_adjusted: number | null;
  p_adjusted_reason?: string;
  level: number | null;
  level_reason?: string;
  low: number | null;
  high: number | null;
}

/** A normal posterior of the effect on one scale. */
export interface BayesFacts {
  scale: "absolute" | "relative";
  prior_mean: number;
  prior_sd: number | null;
  mean: number;
  sd: number;
  low: number;
  high: number;
  chance_to_win: number;
  risk: { treatment: number; control: number };
}
