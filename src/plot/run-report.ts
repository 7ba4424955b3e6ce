import type { UnitResult } from "../contract/context.ts";
import type { Failure, Finding, Ledger, LedgerTag } from "../process/ledger.ts";
import type { PlannedUnit, RunPlan } from "../process/run-units.ts";
import { type ReportTag, reportPage } from "./report.ts";
import { embedded } from "./tag-figure.ts";

/** All that a page is made from. `units` and `results` run in parallel. */
export interface ReportedRun {
  title: string;
  plan: RunPlan;
  ledger: Ledger;
  /** The table of tags: its head, and a row for each of the ledger's tags. */
  columns: readonly string[];
  rows: string[][];
  units: PlannedUnit[];
  results: UnitResult[];
  version: string;
}

/** The page of a run: its ledger, and the figures that its `plot` units drew. */
export function runReport({ title, plan, ledger, columns, rows, units, results, version }: ReportedRun): string {
  const { tags, findings, refusals, errors } = ledger;
  const figures = new Map<string, UnitResult>();
  units.forEach(({ step, archives }, i) => {
    if (step === "plot") figures.set(archives[0], results[i]);
  });
  return reportPage({
    title,
    summary: [
      ...stated(plan),
      ["archives", String(tags.length)],
      ["findings", String(findings.length)],
      ["refusals", String(refusals.length)],
      ["errors", String(errors.length)],
    ],
    columns,
    rows,
    refusals: [...refusals, ...errors].map((failure) => refusalPart(failure, tags)),
    together: findings
      .filter(({ archives }) => archives.length > 1)
      .map(({ step, archives, text }) => ({ heading: `${step}: ${named(archives, tags)}`, text })),
    tags: tagParts(tags, findings, figures),
    made_by: `Made by liquet ${version}`,
  });
}

/** What the plan says of all its steps. */
function stated({ steps, window, baseline, before, after }: RunPlan): [string, string][] {
  const spans = Object.entries({ window, baseline, before, after });
  return [["steps", steps.join(", ")], ...spans.filter((pair): pair is [string, string] => pair[1] !== undefined)];
}

/** Up to three tags by name; more are counted. */
function named(archives: string[], tags: LedgerTag[]): string {
  const names = archives.slice(0, 3).map((archive) => tags.find((row) => row.archive === archive)?.tag ?? archive);
  return archives.length > 3 ? `${names.join(", ")} and ${archives.length - 3} more` : names.join(", ");
}

function refusalPart({ step, archives, error_type, cause }: Failure, tags: LedgerTag[]) {
  return { heading: `${step}: ${named(archives, tags)}, ${error_type}`, text: cause };
}

function tagParts(tags: LedgerTag[], findings: Finding[], figures: Map<string, UnitResult>): ReportTag[] {
  const own = new Map<string, Finding[]>(tags.map(({ archive }) => [archive, []]));
  for (const finding of findings) if (finding.archives.length === 1) own.get(finding.archives[0])?.push(finding);
  return tags.map((row, i) => {
    const figure = figures.get(row.archive);
    const svg = figure?.document?.svg;
    return {
      heading: row.tag ?? row.archive,
      archive: row.archive,
      facts: [
        ["refused", row.refused.join(", ") || "nothing"],
        ["errors", row.errors.join(", ") || "none"],
      ],
      figure: typeof svg === "string" ? embedded(svg, `figure-${i + 1}`) : null,
      figure_reason: (figure?.line ?? "it was not drawn").replace(/^(refusal|error:) /, ""),
      findings: (own.get(row.archive) ?? []).map(({ step, text }) => ({ heading: step, text })),
    };
  });
}
