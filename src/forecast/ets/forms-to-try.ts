import { countParameters, type EtsForm, isMultiplicative } from "./form.ts";

/** Which forms an automatic choice may take. A stated part narrows it; what is left out is open. */
export interface EtsChoice {
  /** Observations a season takes; 1 for none. */
  m: number;
  error?: EtsForm["error"];
  trend?: EtsForm["trend"];
  damped?: boolean;
  season?: EtsForm["season"];
  /**
   * Leaves out forms whose variance is infinite or unstable: an additive error beside a part that multiplies, (M,M,A).
   */
  restrict: boolean;
  additive_only: boolean;
  allow_multiplicative_trend: boolean;
}

/** A form, and why it is not tried; null when it is. */
export interface Candidate {
  form: EtsForm;
  skipped: string | null;
}

/** Observations beyond k that a form needs. */
const BEYOND_K = 4;

/**
 * The forms that are open, the simpler ones first, with the reason for those that these data do not allow: parts that
 * multiply need every y > 0, and n ≥ k + 4 is needed. Seasons longer than 24 are none of them.
 */
export function formsToTry(y: Float64Array, choice: EtsChoice): Candidate[] {
  const positive = y.every((x) => x > 0);
  return openForms(choice).map((form) => {
    const least = countParameters(form) + BEYOND_K;
    const few = y.length < least ? `${y.length} observations, ${least} needed` : null;
    return { form, skipped: isMultiplicative(form) && !positive ? "values at or below 0" : few };
  });
}

function openForms(choice: EtsChoice): EtsForm[] {
  const { m, restrict, additive_only } = choice;
  const trends =
    choice.allow_multiplicative_trend || choice.trend === "M" ? (["N", "A", "M"] as const) : (["N", "A"] as const);
  const forms: EtsForm[] = [];
  for (const error of ["A", "M"] as const)
    for (const trend of trends)
      for (const damped of trend === "N" ? [false] : [false, true])
        for (const season of m > 1 ? (["N", "A", "M"] as const) : (["N"] as const)) {
          forms.push({ error, trend, damped, season, m: season === "N" ? 1 : m });
        }
  return forms
    .filter((form) => stated(form, choice))
    .filter((form) => !(additive_only && isMultiplicative(form)))
    .filter((form) => !(restrict && isRestricted(form)));
}

function stated(form: EtsForm, { error, trend, damped, season }: EtsChoice): boolean {
  if (error !== undefined && form.error !== error) return false;
  if (trend !== undefined && form.trend !== trend) return false;
  if (damped !== undefined && form.damped !== damped) return false;
  return season === undefined || form.season === season;
}

function isRestricted({ error, trend, season }: EtsForm): boolean {
  if (error === "A") return trend === "M" || season === "M";
  return trend === "M" && season === "A";
}
