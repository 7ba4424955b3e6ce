import { findRoot } from "../numerics/find-root.ts";
import { gaussLegendre } from "../numerics/gauss-legendre.ts";
import { normalCdf, normalPdf, normalQuantile } from "../numerics/normal.ts";
import { type Spending, spentAlpha } from "./spending.ts";

/** One look of a group-sequential test. `z` is null when so little error is spent that no finite bound exists. */
export interface Look {
  look: number;
  information_fraction: number;
  /** Error spent up to and at this look, all tails. */
  alpha_spent: number;
  alpha_increment: number;
  z: number | null;
  /** The p-value (of as many sides as the test) that reaches the bound. */
  nominal_p: number | null;
}

/** Chance of a first crossing at one look. */
export interface Crossing {
  upper: number;
  lower: number;
}

/** Standard deviations beyond which a sub-density is cut off: 2·10⁻¹⁹ lies outside. */
const REACH = 9;

/**
 * The score S before a look, not yet stopped: a point mass or a density times quadrature weights. S is Brownian motion
 * in information, S_k = Z_k √t_k (Armitage, McPherson & Rowe 1969).
 */
interface Running {
  t: number;
  nodes: Float64Array;
  mass: Float64Array;
}

const START: Running = { t: 0, nodes: Float64Array.of(0), mass: Float64Array.of(1) };

/**
 * Bounds of a Lan–DeMets group-sequential test at rising information fractions, symmetric when `sides` is 2. A last
 * fraction above 1 is an overrun: all of alpha is spent and the covariance follows the information actually had.
 */
export function groupSequentialBounds(
  fractions: number[],
  alpha: number,
  spending: Spending,
  sides: 1 | 2 = 2,
): Look[] {
  const looks: Look[] = [];
  let running = START;
  let before = 0;
  for (const [i, t] of fractions.entries()) {
    const spent = spentAlpha(spending, alpha, t, sides);
    const increment = spent - before;
    const z = boundFor(running, t, increment / sides);
    const nominal_p = z === null ? null : sides * normalCdf(-z);
    looks.push({ look: i + 1, information_fraction: t, alpha_spent: spent, alpha_increment: increment, z, nominal_p });
    before = spent;
    if (i + 1 < fractions.length) running = advance(running, t, fractions[i + 1] - t, z, sides, 0);
  }
  return looks;
}

/**
 * Chance of a first crossing at each look, when S drifts by `drift` per unit of information (E Z_k = drift √t_k).
 * A null bound cannot be crossed; with one side there is no lower bound.
 */
export function crossingProbabilities(
  fractions: number[],
  bounds: (number | null)[],
  drift = 0,
  sides: 1 | 2 = 2,
): Crossing[] {
  let running = START;
  return fractions.map((t, i) => {
    const z = bounds[i];
    const c = z === null ? Number.POSITIVE_INFINITY : z * Math.sqrt(t);
    const upper = tail(running, t, c, drift, 1);
    const lower = sides === 2 ? tail(running, t, c, drift, -1) : 0;
    if (i + 1 < fractions.length) running = advance(running, t, fractions[i + 1] - t, z, sides, drift);
    return { upper, lower };
  });
}

/**
 * How much larger the largest sample must be than a fixed one of the same error and power: (drift / fixed drift)²,
 * power counted in the direction of the effect.
 */
export function sequentialInflation(
  fractions: number[],
  alpha: number,
  power: number,
  spending: Spending,
  sides: 1 | 2 = 2,
): number {
  const bounds = groupSequentialBounds(fractions, alpha, spending, sides).map(({ z }) => z);
  const fixed = normalQuantile(power) - normalQuantile(alpha / sides);
  const reached = (drift: number) =>
    crossingProbabilities(fractions, bounds, drift, sides).reduce((sum, { upper }) => sum + upper, 0);
  const drift = findRoot((x) => reached(x) - power, 0.5 * fixed, 3 * fixed, 1e-10);
  return (drift / fixed) ** 2;
}

/** The z with P(S_k > z√t, not stopped before) = p; null when p is 0 (or below what doubles hold). */
function boundFor(running: Running, t: number, p: number): number | null {
  if (!(p > 1e-300)) return null;
  const root = Math.sqrt(t);
  const excess = (z: number) => Math.log(tail(running, t, z * root, 0, 1) / p);
  return findRoot(excess, -REACH, 38, 1e-13);
}

/** P(sign·S_k > c, not stopped before). */
function tail({ t: from, nodes, mass }: Running, t: number, c: number, drift: number, sign: 1 | -1): number {
  const sd = Math.sqrt(t - from);
  const shift = drift * (t - from);
  let sum = 0;
  for (let i = 0; i < nodes.length; i++) sum += mass[i] * normalCdf((sign * (nodes[i] + shift) - c) / sd);
  return sum;
}

/** Carries the density over one look and cuts it at the bounds; nodes as dense as the narrower of the two kernels asks. */
function advance(running: Running, t: number, next: number, z: number | null, sides: 1 | 2, drift: number): Running {
  const [root, sd] = [Math.sqrt(t), Math.sqrt(t - running.t)];
  const c = z === null ? Number.POSITIVE_INFINITY : z * root;
  const low = Math.max(sides === 2 ? -c : Number.NEGATIVE_INFINITY, drift * t - REACH * root);
  const high = Math.min(c, drift * t + REACH * root);
  // Drifted so far that nothing is left inside.
  if (high <= low) return { t, nodes: new Float64Array(0), mass: new Float64Array(0) };
  const middle = (low + high) / 2;
  const half = (high - low) / 2;
  const count = Math.min(4000, 64 + Math.ceil((4 * half) / Math.min(sd, Math.sqrt(next))));
  const rule = gaussLegendre(count);
  const nodes = rule.nodes.map((x) => middle + half * x);
  const mass = nodes.map((s, j) => half * rule.weights[j] * density(running, s - drift * (t - running.t), sd));
  return { t, nodes, mass };
}

function density({ nodes, mass }: Running, s: number, sd: number): number {
  let sum = 0;
  for (let i = 0; i < nodes.length; i++) sum += mass[i] * normalPdf((s - nodes[i]) / sd);
  return sum / sd;
}
