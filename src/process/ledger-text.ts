import { fill, parts, plural, showDuration } from "../contract/text.ts";
import type { Failure, Ledger, LedgerTag } from "./ledger.ts";

/** What a run came to: counts, and each refusal and error with its cause. */
export function outcomeLines(title: string, { tags, findings, refusals, errors }: Ledger): string[] {
  const counts = [`findings ${findings.length}`, `refusals ${refusals.length}`, `errors ${errors.length}`];
  return [
    parts(title, plural(tags.length, "archive"), ...counts),
    ...refusals.flatMap((row) => failureLines("REFUSAL", row)),
    ...errors.flatMap((row) => failureLines("ERROR", row)),
  ];
}

/** A refusal or error with its cause, after a blank line. */
export function failureLines(word: string, { step, archives, error_type, cause }: Failure): string[] {
  const over = fill(archives.join(", ").split(" "), 79 - 12, " ".repeat(12));
  const why = fill(`[${error_type}] ${cause}`.split(" "), 79, "  ").map((line, i) => (i === 0 ? `  ${line}` : line));
  return ["", `${word}  ${step}`, ...over.map((line, i) => (i === 0 ? `  over      ${line}` : line)), ...why];
}

/** The whole ledger as plain lines: what it came to, the table of tags, each finding in its own command's words. */
export function ledgerLines(title: string, ledger: Ledger): string[] {
  const lines = [...outcomeLines(title, ledger), "", "Tags", ...tableLines(tagTable(ledger.tags))];
  for (const { step, archives, text } of ledger.findings) {
    const body = text.map((line) => (line === "" ? "" : `  ${line}`));
    lines.push("", `FINDING  ${parts(step, archives.join(", "))}`, ...body);
  }
  return lines;
}

const COLUMNS = [
  "tag",
  "coverage",
  "GOOD",
  "censored",
  "gaps",
  "longest",
  "constant",
  "flatline",
  "breaks",
  "flagged",
  "hits",
  "refused",
  "errors",
];

/** The table of tags as a person reads it: its head and a row a tag, without the columns that no step filled. */
export function tagTable(tags: LedgerTag[]): { columns: string[]; rows: string[][] } {
  const cells = tags.map(tagCells);
  const filled = COLUMNS.map((_, k) => cells.some((row) => row[k] !== "n/a" && row[k] !== "not run"));
  const kept = (row: string[]) => row.filter((_, k) => filled[k]);
  return { columns: kept(COLUMNS), rows: cells.map(kept) };
}

function tableLines({ columns, rows }: ReturnType<typeof tagTable>): string[] {
  const all = [columns, ...rows];
  const widths = columns.map((_, k) => Math.max(...all.map((row) => row[k].length)));
  return all.map((row) => `  ${row.map((cell, k) => cell.padEnd(widths[k])).join("  ")}`.trimEnd());
}

/** `n/a` where the step gave no evidence, steps by name where they were refused. */
function tagCells(row: LedgerTag): string[] {
  const count = (value: number | null) => (value === null ? "n/a" : String(value));
  const share = (value: number | null) => (value === null ? "n/a" : value.toFixed(3));
  const steps = (list: string[]) => list.map((text) => text.replace(/:.*/, "")).join(", ") || "none";
  return [
    row.tag ?? row.archive,
    share(row.coverage),
    share(row.good_share),
    censoredCell(row),
    count(row.gaps),
    row.gaps === 0 ? "none" : showDuration(row.longest_gap_s),
    showDuration(row.constant_run_s),
    row.flatline ?? (row.not_profiled === null ? "not run" : "n/a"),
    count(row.breakpoints),
    count(row.flagged),
    count(row.rule_hits),
    steps(row.refused),
    steps(row.errors),
  ];
}

function censoredCell({ censored, not_profiled }: LedgerTag): string {
  if (censored === null) return not_profiled === null ? "unknown" : "n/a";
  return censored ? "yes" : "no";
}
