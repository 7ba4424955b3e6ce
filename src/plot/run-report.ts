import type { UnitResult } from "../contract/context.ts";
import type { Ledger, LedgerTag } from "../process/ledger.ts";
import type { PlannedUnit } from "../process/run-units.ts";
import { type Report, type ReportTag, reportPage } from "./report.ts";

/** The page of a run: its ledger, and the figures that its `plot` units drew. */
export function runReport(
  title: string,
  ledger: Ledger,
  units: PlannedUnit[],
  results: UnitResult[],
  version: string,
): string {
  const figures = new Map<string, UnitResult>();
  units.forEach(({ step, archives }, i) => {
    if (step === "plot") figures.set(archives[0], results[i]);
  });
  const failures = [...ledger.refusals, ...ledger.errors];
  const report: Report = {
    title,
    summary: [
      ["archives", String(ledger.tags.length)],
      ["findings", String(ledger.findings.length)],
      ["refusals", String(ledger.refusals.length)],
      ["errors", String(ledger.errors.length)],
    ],
    tags: ledger.tags.map((row) => tagPart(row, figures.get(row.archive))),
    findings: ledger.findings.map(({ step, archives, text }) => ({
      heading: `${step}: ${named(archives, ledger.tags)}`,
      text,
    })),
    refusals: failures.map(({ step, archives, error_type, cause }) => ({
      heading: `${step}: ${named(archives, ledger.tags)}, ${error_type}`,
      text: cause,
    })),
    made_by: `Made by liquet ${version}`,
  };
  return reportPage(report);
}

/** Up to three tags by name; more are counted. */
function named(archives: string[], tags: LedgerTag[]): string {
  const names = archives.map((archive) => tags.find((row) => row.archive === archive)?.tag ?? archive);
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
}

function tagPart(row: LedgerTag, figure: UnitResult | undefined): ReportTag {
  const svg = figure?.status === 0 ? figure.document?.svg : null;
  return {
    heading: row.tag ?? row.archive,
    archive: row.archive,
    facts: [
      ["coverage", row.coverage === null ? "not assessed" : row.coverage.toFixed(3)],
      ["GOOD share", row.good_share === null ? "not assessed" : row.good_share.toFixed(3)],
      ["censored", row.censored === null ? "unknown" : row.censored ? "yes" : "no"],
      ["gaps", row.gaps === null ? "not assessed" : String(row.gaps)],
      ["longest gap", row.longest_gap_s === null ? "none" : `${row.longest_gap_s} s`],
      ["flatline", row.flatline ?? "not run"],
      ["refused", row.refused.join(", ") || "nothing"],
      ["errors", row.errors.join(", ") || "none"],
    ],
    figure: typeof svg === "string" ? svg.trimEnd() : null,
    figure_reason: figure?.line ?? "it was not drawn",
  };
}
