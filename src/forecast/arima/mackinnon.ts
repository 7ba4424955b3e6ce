import { normalCdf } from "../../numerics/normal.ts";

/** Terms of the regression beside the lagged level: none, constant, line, parabola. */
export type AdfRegression = "n" | "c" | "ct" | "ctt";

/** Response surface of the distribution of one Dickey–Fuller τ: Φ of a polynomial, one left of `star` and one right of it. */
interface Surface {
  least: number;
  star: number;
  most: number;
  small: number[];
  large: number[];
}

const SURFACES: Record<AdfRegression, Surface> = {
  n: {
    least: -19.04,
    star: -1.04,
    most: Number.POSITIVE_INFINITY,
    small: [0.6344, 1.2378, 0.032496],
    large: [0.4797, 0.93557, -0.06999, 0.033066],
  },
  c: {
    least: -18.83,
    star: -1.61,
    most: 2.74,
    small: [2.1659, 1.4412, 0.038269],
    large: [1.7339, 0.93202, -0.12745, -0.010368],
  },
  ct: {
    least: -16.18,
    star: -2.89,
    most: 0.7,
    small: [3.2512, 1.6047, 0.049588],
    large: [2.5261, 0.61654, -0.37956, -0.060285],
  },
  ctt: {
    least: -17.17,
    star: -3.21,
    most: 0.54,
    small: [4.0003, 1.658, 0.048288],
    large: [3.0778, 0.49529, -0.41477, -0.059359],
  },
};

/** Asymptotic p-value of a Dickey–Fuller τ statistic (MacKinnon 1994, one series): small when the series has no unit root. */
export function mackinnonP(tau: number, regression: AdfRegression): number {
  const { least, star, most, small, large } = SURFACES[regression];
  if (tau > most) return 1;
  if (tau < least) return 0;
  const terms = tau <= star ? small : large;
  return normalCdf(terms.reduceRight((sum, term) => sum * tau + term, 0));
}
