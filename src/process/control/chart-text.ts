import { fill, labelled, partLines, parts, plural, showInstant, showNumber, showSpan } from "../../contract/text.ts";
import type { BaselineCheck } from "./baseline-check.ts";
import type { baselineFields } from "./baseline-fields.ts";

const WIDTH = 68;
const RUNS_SHOWN = 5;

const CONCERNS = {
  more_outside_than_nominal: "more of it lies outside than these limits promise",
  fewer_outside_than_nominal: "less of it lies outside than these limits promise",
  autocorrelated: "neighbours are alike, so false alarms come in runs",
  alternating: "neighbours lie on opposite sides, so runs and trends come too seldom",
} as const;

/** `yes`, `no` or `unknown`. */
export function verdict(censored: boolean | null): string {
  return censored === null ? "unknown" : censored ? "yes" : "no";
}

/** `9.7%`; `n/a` of nothing. */
export function showShare(n: number, of: number): string {
  return of === 0 ? "n/a" : `${((100 * n) / of).toFixed(1)}%`;
}

/** A labelled text folded below 80 columns. */
export function folded(label: string, text: string): string[] {
  return fill(text.split(" "), WIDTH).map((line, i) => labelled(i === 0 ? label : "", line));
}

/** Parts three blanks apart under a label, on as many lines below 80 columns as they need. */
export function labelledParts(label: string, ...texts: (string | false | null)[]): string[] {
  return partLines(texts, 69).map((line, i) => labelled(i === 0 ? label : "", line));
}

/** The window judged, and how many of its samples are GOOD. */
export function windowLines({ start, end }: { start: string; end: string }, n_good: number, n: number): string[] {
  return labelledParts("window", showSpan(start, end), good(n_good, n));
}

/** `GOOD 261`, or `GOOD 80 of 120` when some samples are not. */
function good(n_good: number, n: number): string {
  return n_good === n ? `GOOD ${n}` : `GOOD ${n_good} of ${n}`;
}

/** The baseline's span and quality, and what its own values say of its limits. */
export function baselineLines(f: { baseline: ReturnType<typeof baselineFields>; look_ahead: boolean }): string[] {
  const { start, end, n_good, n_samples, censored, n_clipped, clip_tolerance } = f.baseline;
  const clipped = n_clipped > 0 && `clipped ${n_clipped} (tolerance ${clip_tolerance})`;
  const quality = [good(n_good, n_samples), `censored ${verdict(censored)}`, clipped];
  const lines = labelledParts("baseline", showSpan(start, end), ...quality);
  const ahead = f.look_ahead ? folded("", "look-ahead: this baseline is later than the window it judges") : [];
  return [...lines, ...ahead];
}

/** How the baseline fares against its own limits. */
export function checkLines(check: BaselineCheck, label = "check"): string[] {
  const { n, n_outside, nominal_share, lag1_autocorrelation: rho, effective_n, concerns } = check;
  const line = parts(
    `outside ${n_outside} of ${n} (nominal ${showPercent(nominal_share)})`,
    `lag-1 r ${rho === null ? "n/a" : rho.toFixed(2)}`,
    `effective n ${effective_n === null ? "n/a" : effective_n.toFixed(0)}`,
  );
  const warnings = concerns.flatMap((concern) => {
    const found = concern === "autocorrelated" && rho !== null && rho < 0 ? "alternating" : concern;
    return folded("", `not as nominal: ${CONCERNS[found]}`);
  });
  return [labelled(label, line), ...warnings];
}

function showPercent(share: number): string {
  return `${Number((100 * share).toPrecision(2))}%`;
}

/** The first runs, one a line, and how many more there are; one sample alone is a bare time. */
export function runLines(runs: { start: string; end: string; n: number }[], dropped: number): string[] {
  const shown = runs.slice(0, RUNS_SHOWN);
  const lines = shown.map(({ start, end, n }) =>
    n === 1 ? showInstant(start) : parts(showSpan(start, end), plural(n, "sample")),
  );
  const rest = runs.length - shown.length + dropped;
  return rest > 0 ? [...lines, `(+${plural(rest, "more run")})`] : lines;
}

/** `[60.67, 63.97]`. */
export function showLimits([lower, upper]: readonly [number, number]): string {
  return `[${showNumber(lower)}, ${showNumber(upper)}]`;
}
