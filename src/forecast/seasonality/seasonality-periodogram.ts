import { isConstant } from "../../numerics/is-constant.ts";
import { welchSpectrum } from "../../numerics/welch-spectrum.ts";

/** A period and the power at it, in squared units of the values. */
export interface Peak {
  period: number;
  power: number;
}

/** Which periods count. */
export interface PeriodogramOptions {
  /** Shortest period, in rows. */
  min_period: number;
  /** Longest period; null for a third of the rows, at most 512. */
  max_period: number | null;
  /** Share of the highest power that a period must reach. */
  threshold: number;
}

/** Cycles that the longest period must fit into the rows, and the longest window's half. */
const CYCLES = 3;
const LONGEST = 512;

/** The longest period that is looked at. */
export function longestPeriod(n: number, max: number | null): number {
  return max ?? Math.floor(Math.min(n / CYCLES, LONGEST));
}

/**
 * Periods with at least `threshold` of the highest spectral power, the strongest first: Welch's averaged spectrum over
 * windows of twice the longest period (at most n/2), Fourier periods n/k rounded to whole rows (of several the highest).
 * For series without a trend. Values that do not vary have none.
 */
export function seasonalityPeriodogram(y: Float64Array, options: PeriodogramOptions): Peak[] {
  const longest = longestPeriod(y.length, options.max_period);
  const window = Math.min(2 * longest, Math.floor(y.length / 2));
  if (isConstant(y) || window < 2) return [];
  const peaks = wholePeriods(welchSpectrum(y, window), window);
  const first = peaks.filter(({ period }) => period >= longest).length - 1;
  const kept = peaks.slice(Math.max(0, first)).filter(({ period }) => period >= options.min_period);
  // The window's own length always has power.
  for (const peak of kept) if (peak.period === window) peak.power = 0;
  const most = kept.reduce((top, { power }) => Math.max(top, power), 0);
  return kept.filter(({ power }) => power > 0 && power >= options.threshold * most).sort((a, b) => b.power - a.power);
}

/** The spectrum by whole periods, the longest first; entry k − 1 of the spectrum is the frequency k/window. */
function wholePeriods(spectrum: Float64Array, window: number): Peak[] {
  const peaks: Peak[] = [];
  for (const [i, power] of spectrum.entries()) {
    const period = roundHalfEven(window / (i + 1));
    const last = peaks.at(-1);
    if (last?.period === period) last.power = Math.max(last.power, power);
    else peaks.push({ period, power });
  }
  return peaks;
}

/** A tie goes to the even period, as in the reference. */
function roundHalfEven(x: number): number {
  const down = Math.floor(x);
  if (x - down !== 0.5) return Math.round(x);
  return down % 2 === 0 ? down : down + 1;
}
