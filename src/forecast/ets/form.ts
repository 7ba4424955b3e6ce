/** One exponential-smoothing model of Hyndman et al. (2008): how error, trend and season enter, and the period m. */
export interface EtsForm {
  error: "A" | "M";
  trend: "N" | "A" | "M";
  /** Whether the trend dies out; false without a trend. */
  damped: boolean;
  season: "N" | "A" | "M";
  /** Observations a season takes; 1 without a season. */
  m: number;
}

/** The form as the literature writes it: `ETS(M,Ad,M)`. */
export function formName({ error, trend, damped, season }: EtsForm): string {
  return `ETS(${error},${trend}${damped ? "d" : ""},${season})`;
}

/**
 * Number of states that are free at the start: a level, a slope, and m − 1 seasons, since what all seasons share could
 * as well stand in the level. Beside a multiplicative trend an additive season cannot shift into the level: all m count
 * there.
 */
export function countStates(form: EtsForm): number {
  const seasons = form.season === "N" ? 0 : hasCentre(form) ? form.m - 1 : form.m;
  return 1 + (form.trend === "N" ? 0 : 1) + seasons;
}

/** Whether what all seasons share can be moved into the level without changing the likelihood. */
export function hasCentre({ trend, season }: EtsForm): boolean {
  return season !== "N" && !(season === "A" && trend === "M");
}

/** k of the criteria: smoothing parameters, damping, free start states and the variance, as R counts them. */
export function countParameters(form: EtsForm): number {
  const { trend, damped, season } = form;
  return 1 + (trend === "N" ? 0 : 1) + (damped ? 1 : 0) + (season === "N" ? 0 : 1) + countStates(form) + 1;
}

/** Whether a part of the form multiplies, so that it needs values above 0. */
export function isMultiplicative({ error, trend, season }: EtsForm): boolean {
  return error === "M" || trend === "M" || season === "M";
}
