import type { Description } from "./component.ts";
import { type Predictive, studentPredictive } from "./predictive.ts";

/** A least-squares polynomial in the step number; plain JSON. Values at the polynomials p_0, p_1, … that are orthogonal on the rows. */
export interface PolynomialState {
  /** Step of the first row. */
  first: number;
  n: number;
  /** What steps are divided by. */
  scale: number;
  intercept: boolean;
  /** p_{k+1}(u) = (u − shift_k)·p_k − carry_k·p_{k−1}. */
  shift: number[];
  carry: number[];
  /** Coefficient and squared length of each p_k. */
  coefficients: number[];
  squares: number[];
  /** RSS/(n − p). */
  s2: number;
}

/**
 * Ordinary least squares of y on powers of the step number first, first + 1, … up to `degree`, without the constant when
 * `intercept` is false. The powers enter as polynomials orthogonal on the rows (Forsythe 1957), so that high degrees
 * and large step numbers stay well conditioned. n > number of coefficients; values are finite.
 */
export function fitPolynomial(y: Float64Array, first: number, degree: number, intercept: boolean): PolynomialState {
  const n = y.length;
  const scale = Math.max(1, Math.abs(first), Math.abs(first + n - 1));
  const u = y.map((_, t) => (first + t) / scale);
  const count = degree + (intercept ? 1 : 0);
  const state = { first, n, scale, intercept, shift: [], carry: [], coefficients: [], squares: [], s2: 0 };
  const found: PolynomialState = state;
  const rest = y.slice();
  let before = new Float64Array(n);
  let p = intercept ? new Float64Array(n).fill(1) : u.slice();
  for (let k = 0; k < count; k++) {
    const square = dot(p, p);
    const coefficient = dot(rest, p) / square;
    for (let t = 0; t < n; t++) rest[t] -= coefficient * p[t];
    const shift = u.reduce((sum, x, t) => sum + x * p[t] * p[t], 0) / square;
    const carry = k === 0 ? 0 : square / found.squares[k - 1];
    found.coefficients.push(coefficient);
    found.squares.push(square);
    found.shift.push(shift);
    found.carry.push(carry);
    const next = p.map((value, t) => (u[t] - shift) * value - carry * before[t]);
    before = p;
    p = next;
  }
  found.s2 = dot(rest, rest) / (n - count);
  return found;
}

/** The fit at a step number, and x(XᵀX)⁻¹xᵀ there. */
export function polynomialAt(state: PolynomialState, step: number): { value: number; leverage: number } {
  const { scale, intercept, shift, carry, coefficients, squares } = state;
  const u = step / scale;
  let [before, p] = [0, intercept ? 1 : u];
  let value = 0;
  let leverage = 0;
  for (let k = 0; k < coefficients.length; k++) {
    value += coefficients[k] * p;
    leverage += (p * p) / squares[k];
    [before, p] = [p, (u - shift[k]) * p - carry[k] * before];
  }
  return { value, leverage };
}

/** Predictions with the standard error of a new observation, s²(1 + x(XᵀX)⁻¹xᵀ), and t quantiles with n − p degrees. */
export function predictPolynomial(state: PolynomialState, steps: readonly number[]): Predictive {
  const at = steps.map((h) => polynomialAt(state, state.first + state.n - 1 + h));
  const scale = Float64Array.from(at, ({ leverage }) => Math.sqrt(state.s2 * (1 + leverage)));
  const point = Float64Array.from(at, ({ value }) => value);
  return studentPredictive(point, scale, state.n - state.coefficients.length, "least squares, t quantiles");
}

/** Fitted values of the rows. */
export function fittedPolynomial(state: PolynomialState): Float64Array {
  return Float64Array.from({ length: state.n }, (_, t) => polynomialAt(state, state.first + t).value);
}

/** Coefficients of 1, t, t², … with t the step number, first row 0; without a constant its coefficient is 0. */
export function powerCoefficients(state: PolynomialState): number[] {
  const { scale, intercept, shift, carry, coefficients } = state;
  let before: number[] = [];
  let p = intercept ? [1] : [0, 1];
  const sum = new Array<number>(coefficients.length + (intercept ? 0 : 1)).fill(0);
  for (let k = 0; k < coefficients.length; k++) {
    for (let i = 0; i < p.length; i++) sum[i] += coefficients[k] * p[i];
    const next = [0, ...p].map((up, i) => up - shift[k] * (p[i] ?? 0) - carry[k] * (before[i] ?? 0));
    [before, p] = [p, next];
  }
  return sum.map((value, i) => value / scale ** i);
}

/** What a fitted polynomial found. */
export function describePolynomial(state: PolynomialState): Description {
  const degree = state.coefficients.length - (state.intercept ? 1 : 0);
  return {
    model: `polynomial of degree ${degree}${state.intercept ? "" : " without a constant"}`,
    params: {
      coefficients: powerCoefficients(state),
      first_step: state.first,
      s2: state.s2,
      df: state.n - state.coefficients.length,
      n: state.n,
    },
    period: 1,
    warnings: [],
  };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
