/** A power calculation as it is asked; defaults are filled in, nothing else is checked. */
export interface PowerInput {
  metric: "proportion" | "mean" | "ratio";
  baseline?: number;
  mde?: number;
  mde_kind: "absolute" | "relative";
  direction: "increase" | "decrease";
  n?: number;
  n_total?: number;
  solve?: "n" | "mde" | "power";
  alpha: number;
  power: number;
  alternative?: "two_sided" | "one_sided";
  method?: "score" | "wald" | "arcsine" | "exact";
  sigma?: number;
  sigma_estimated: boolean;
  numerator_sd?: number;
  denominator_mean?: number;
  denominator_sd?: number;
  correlation?: number;
  tested_lift: "absolute" | "relative";
  arms?: number;
  allocation?: Record<string, number>;
  control?: string;
  correction?: "none" | "bonferroni" | "holm";
  covariate_r2: number;
  icc?: number;
  cluster_size?: number;
  margin?: number;
  sequential: "none" | "group_sequential" | "always_valid";
  looks?: number;
  spending?: "obrien_fleming" | "pocock" | "power";
  spending_phi: number;
  tuned_units: number;
  cumulative_units: number[];
}
