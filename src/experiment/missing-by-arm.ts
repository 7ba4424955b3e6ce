import { chiSquareSf } from "../numerics/chi-square.ts";

/** How many units of an arm lack something. */
export interface MissingCount {
  arm: string;
  n: number;
  n_missing: number;
}

/** Pearson's chi-square of lacking against arm, arms − 1 degrees of freedom; p 1 when none or all lack it. */
export function missingByArmTest(arms: readonly MissingCount[]): { chi_square: number; df: number; p_value: number } {
  const n = arms.reduce((sum, arm) => sum + arm.n, 0);
  const share = arms.reduce((sum, arm) => sum + arm.n_missing, 0) / n;
  const df = arms.length - 1;
  if (!(share > 0 && share < 1)) return { chi_square: 0, df, p_value: 1 };
  const chi_square = arms.reduce(
    (sum, arm) => sum + (arm.n_missing - arm.n * share) ** 2 / (arm.n * share * (1 - share)),
    0,
  );
  return { chi_square, df, p_value: chiSquareSf(chi_square, df) };
}

/** The words `control 3 of 100, treatment 40 of 101`. */
export function missingShown(arms: readonly MissingCount[]): string {
  return arms.map(({ arm, n, n_missing }) => `${arm} ${n_missing} of ${n}`).join(", ");
}
