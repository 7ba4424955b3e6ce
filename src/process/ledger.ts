import type { Provenance, UnitResult } from "../contract/context.ts";
import type { PlannedUnit } from "./run-units.ts";

/** What was found of one archive, a row of the ledger's table. A number is null where its step gave no evidence. */
export interface LedgerTag {
  archive: string;
  /** Null when no step of its own was answered with evidence. */
  tag: string | null;
  /** Why the numbers from `coverage` to `flatline` are null: the refusal of the profile, or that none was asked for. */
  not_profiled: string | null;
  coverage: number | null;
  good_share: number | null;
  censored: boolean | null;
  gaps: number | null;
  longest_gap_s: number | null;
  constant_run_s: number | null;
  constant_run_samples: number | null;
  flatline: string | null;
  /** Breakpoints of segment, flagged samples of screen, rule hits of spc. */
  breakpoints: number | null;
  flagged: number | null;
  rule_hits: number | null;
  findings: string[];
  refused: string[];
  errors: string[];
}

/** A unit that was answered with evidence: its text, and the document without its first two keys. */
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
  units.forEach((unit, i) => {
    if (unit.step !== "plot") enter(ledger, unit, results[i]);
  });
  ledger.tags = tagRows(archives, ledger);
  return ledger;
}

function enter(ledger: Ledger, { step, archives }: PlannedUnit, { status, document, text, line }: UnitResult): void {
  if (status === 0 && document) {
    const { result_kind, liquet_version, ...data } = document;
    ledger.findings.push({ step, archives, text, data });
  } else if (status === 3 && document) {
    const { error_type, cause } = document as Record<string, string>;
    ledger.refusals.push({ step, archives, error_type, cause });
  } else {
    ledger.errors.push({ step, archives, error_type: "BadCall", cause: (line ?? "").replace(/^error: /, "") });
  }
}

/** What the units read, each window of each archive once, in the units' order. */
export function provenanceOf(results: UnitResult[]): Provenance[] {
  const seen = new Map<string, Provenance>();
  for (const { document } of results) {
    for (const entry of (document?.provenance ?? []) as Provenance[]) {
      const key = `${entry.archive}\n${entry.sha256}`;
      if (!seen.has(key)) seen.set(key, entry);
    }
  }
  return [...seen.values()];
}

/** The fields of the steps' documents that the table shows. */
interface StepFields {
  tag?: string;
  coverage?: { coverage: number | null; n_gaps: number; longest_gap_s: number | null };
  range?: { censored: boolean | null };
  values?: { n_good: number; n_samples: number; constant_run: { duration_s: number; samples: number } | null };
  flatline?: { verdict: string } | null;
  n_breakpoints?: number;
  n_flagged?: number;
  n_hits?: number;
}

interface Own {
  findings: Map<string, StepFields>;
  /** Steps over this archive alone or with others. */
  answered: string[];
  refused: Failure[];
  errors: Failure[];
}

function tagRows(archives: string[], { findings, refusals, errors }: Ledger): LedgerTag[] {
  const own = new Map<string, Own>(
    archives.map((archive) => [archive, { findings: new Map(), answered: [], refused: [], errors: [] }]),
  );
  const of = (names: string[]) => names.flatMap((archive) => own.get(archive) ?? []);
  for (const { step, archives: over, data } of findings) {
    for (const row of of(over)) {
      row.answered.push(step);
      if (over.length === 1) row.findings.set(step, data);
    }
  }
  for (const failure of refusals) for (const row of of(failure.archives)) row.refused.push(failure);
  for (const failure of errors) for (const row of of(failure.archives)) row.errors.push(failure);
  return [...own].map(([archive, row]) => tagRow(archive, row));
}

function tagRow(archive: string, { findings, answered, refused, errors }: Own): LedgerTag {
  const profile = findings.get("profile");
  const named = ({ step, error_type }: Failure) => `${step}: ${error_type}`;
  const failed = [...refused, ...errors].find(({ step }) => step === "profile");
  const { coverage, values } = profile ?? {};
  return {
    archive,
    tag: [...findings.values()].find(({ tag }) => tag !== undefined)?.tag ?? null,
    not_profiled: profile ? null : (failed?.error_type ?? "profile is not a step of the plan"),
    coverage: coverage?.coverage ?? null,
    good_share: values && values.n_samples > 0 ? values.n_good / values.n_samples : null,
    censored: profile?.range?.censored ?? null,
    gaps: coverage?.n_gaps ?? null,
    longest_gap_s: coverage?.longest_gap_s ?? null,
    constant_run_s: values?.constant_run?.duration_s ?? null,
    constant_run_samples: values?.constant_run?.samples ?? null,
    flatline: profile?.flatline?.verdict ?? null,
    breakpoints: findings.get("segment")?.n_breakpoints ?? null,
    flagged: findings.get("screen")?.n_flagged ?? null,
    rule_hits: findings.get("spc")?.n_hits ?? null,
    findings: answered,
    refused: refused.map(named),
    errors: errors.map(named),
  };
}
