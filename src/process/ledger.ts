import type { UnitResult } from "../contract/context.ts";
import type { PlannedUnit } from "./run-units.ts";

/** What was found of one archive, a row of the ledger's table. Null where profile did not run or refused. */
export interface LedgerTag {
  archive: string;
  tag: string | null;
  coverage: number | null;
  good_share: number | null;
  censored: boolean | null;
  gaps: number | null;
  longest_gap_s: number | null;
  constant_run_s: number | null;
  constant_run_samples: number | null;
  flatline: string | null;
  findings: string[];
  refused: string[];
  errors: string[];
}

/** A unit that was answered with evidence: its text, and the document without its envelope's first two keys. */
export interface Finding {
  step: string;
  archives: string[];
  text: string[];
  data: Record<string, unknown>;
}

/** A unit that was refused (`error_type` names the refusal) or wrongly called (`BadCall`). */
export interface Failure {
  step: string;
  archives: string[];
  error_type: string;
  cause: string;
}

/** All that a run found, in the plan's order whatever the order of execution. */
export interface Ledger {
  tags: LedgerTag[];
  findings: Finding[];
  refusals: Failure[];
  errors: Failure[];
}

/** Merges results into the ledger. `units` and `results` run in parallel; figures (`plot`) are left to the report. */
export function ledgerOf(archives: string[], units: PlannedUnit[], results: UnitResult[]): Ledger {
  const ledger: Ledger = { tags: [], findings: [], refusals: [], errors: [] };
  units.forEach(({ step, archives: over }, i) => {
    if (step === "plot") return;
    const { status, document, text, line } = results[i];
    if (status === 0 && document) ledger.findings.push({ step, archives: over, text, data: withoutEnvelope(document) });
    else if (status === 3 && document)
      ledger.refusals.push({
        step,
        archives: over,
        error_type: String(document.error_type),
        cause: String(document.cause),
      });
    else
      ledger.errors.push({ step, archives: over, error_type: "BadCall", cause: (line ?? "").replace(/^error: /, "") });
  });
  ledger.tags = archives.map((archive) => tagRow(archive, ledger));
  return ledger;
}

function withoutEnvelope({ result_kind, liquet_version, ...fields }: Record<string, unknown>): Record<string, unknown> {
  return fields;
}

interface ProfileFields {
  tag: string;
  coverage: { coverage: number | null; n_gaps: number; longest_gap_s: number | null };
  range: { censored: boolean | null };
  values: { n_good: number; n_samples: number; constant_run: { duration_s: number; samples: number } | null };
  flatline: { verdict: string } | null;
}

function tagRow(archive: string, { findings, refusals, errors }: Ledger): LedgerTag {
  const own = <T extends { archives: string[] }>(rows: T[]) =>
    rows.filter(({ archives }) => archives.includes(archive));
  const profile = own(findings).find(({ step }) => step === "profile")?.data as ProfileFields | undefined;
  const single = own(findings).find(({ archives }) => archives.length === 1)?.data as { tag?: string } | undefined;
  return {
    archive,
    tag: single?.tag ?? null,
    coverage: profile?.coverage.coverage ?? null,
    good_share: profile ? profile.values.n_good / profile.values.n_samples : null,
    censored: profile?.range.censored ?? null,
    gaps: profile?.coverage.n_gaps ?? null,
    longest_gap_s: profile?.coverage.longest_gap_s ?? null,
    constant_run_s: profile?.values.constant_run?.duration_s ?? null,
    constant_run_samples: profile?.values.constant_run?.samples ?? null,
    flatline: profile?.flatline?.verdict ?? null,
    findings: own(findings).map(({ step }) => step),
    refused: own(refusals).map(({ step, error_type }) => `${step}: ${error_type}`),
    errors: own(errors).map(({ step, error_type }) => `${step}: ${error_type}`),
  };
}

/** The ledger as plain lines: counts, what was refused and why, the table of tags, each finding's own text. */
export function ledgerLines(title: string, ledger: Ledger): string[] {
  const { tags, findings, refusals, errors } = ledger;
  const lines = [
    `${title}   ${tags.length} archives   findings ${findings.length}   refusals ${refusals.length}   errors ${errors.length}`,
  ];
  for (const [word, rows] of [
    ["REFUSAL", refusals],
    ["ERROR", errors],
  ] as const) {
    for (const { step, archives, error_type, cause } of rows)
      lines.push("", `${word}  ${step}   ${archives.join(", ")}`, `  [${error_type}] ${cause}`);
  }
  lines.push("", "Tags", ...tagTable(tags));
  for (const { step, archives, text } of findings)
    lines.push(
      "",
      `FINDING  ${step}   ${archives.join(", ")}`,
      ...text.map((line) => (line === "" ? "" : `  ${line}`)),
    );
  return lines;
}

function tagTable(tags: LedgerTag[]): string[] {
  const rows = [
    ["tag", "coverage", "GOOD", "censored", "gaps", "longest", "constant", "flatline", "refused", "errors"],
    ...tags.map(tagCells),
  ];
  const widths = rows[0].map((_, k) => Math.max(...rows.map((row) => row[k].length)));
  return rows.map((row) => `  ${row.map((cell, k) => cell.padEnd(widths[k])).join("  ")}`.trimEnd());
}

function tagCells(row: LedgerTag): string[] {
  const share = (value: number | null) => (value === null ? "n/a" : value.toFixed(3));
  const seconds = (value: number | null) => (value === null ? "n/a" : `${Math.round(value)} s`);
  const censored = row.censored === null ? "n/a" : row.censored ? "yes" : "no";
  return [
    row.tag ?? row.archive,
    share(row.coverage),
    share(row.good_share),
    censored,
    row.gaps === null ? "n/a" : String(row.gaps),
    seconds(row.longest_gap_s),
    seconds(row.constant_run_s),
    row.flatline ?? "not run",
    String(row.refused.length),
    String(row.errors.length),
  ];
}
