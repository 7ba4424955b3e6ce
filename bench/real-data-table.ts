import type { Score } from "./real-data-score.ts";

/** The score of one series, and the file it came from: sensors of one file are not independent of each other. */
export interface FiledScore {
  file: string;
  score: Score;
}

const HEAD = [
  "detector and controls",
  "series",
  "windows hit",
  "anomalous rows flagged",
  "normal rows flagged",
  "difference (standard error)",
  "alarms per 1000 normal rows",
  "series without anomaly",
  "their rows flagged",
];

/** The head of a table of scores. */
export function tableHead(): string[] {
  return [cells(HEAD), cells(HEAD.map(() => "---"))];
}

/** One row: shares are means over series. */
export function tableRow(name: string, scores: FiledScore[]): string {
  const labelled = scores.filter(({ score }) => score.anomalous_flagged !== null);
  const quiet = scores.filter(({ score }) => score.anomalous_flagged === null);
  const of = (list: FiledScore[], read: (score: Score) => number) => mean(list.map(({ score }) => read(score)));
  const sum = (read: (score: Score) => number) => labelled.reduce((total, { score }) => total + read(score), 0);
  const difference = (score: Score) => (score.anomalous_flagged ?? 0) - score.normal_flagged;
  return cells([
    name,
    String(labelled.length),
    `${sum((s) => s.windows_hit)} of ${sum((s) => s.windows)}`,
    percent(of(labelled, (s) => s.anomalous_flagged ?? 0)),
    percent(of(labelled, (s) => s.normal_flagged)),
    `${percent(of(labelled, difference))} (${percent(standardError(labelled, difference))})`,
    of(labelled, (s) => s.alarms).toFixed(1),
    String(quiet.length),
    quiet.length > 0 ? percent(of(quiet, (s) => s.normal_flagged)) : "n/a",
  ]);
}

/** A row of a markdown table. */
export function cells(texts: string[]): string {
  return `| ${texts.join(" | ")} |`;
}

/** One decimal. */
export function percent(share: number): string {
  return Number.isNaN(share) ? "n/a" : `${(100 * share).toFixed(1).replace(/^-(0\.0)$/, "$1")} %`;
}

/** NaN of nothing. */
export function mean(values: number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

/** Of the mean over series, with the files as units: their means' sample standard deviation / root of their number. */
function standardError(scores: FiledScore[], read: (score: Score) => number): number {
  const files = [...new Set(scores.map(({ file }) => file))];
  const means = files.map((name) => mean(scores.filter(({ file }) => file === name).map(({ score }) => read(score))));
  const center = mean(means);
  const variance = means.reduce((sum, m) => sum + (m - center) ** 2, 0) / (means.length - 1);
  return Math.sqrt(variance / means.length);
}
