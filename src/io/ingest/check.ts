import { setImmediate } from "node:timers/promises";
import { refusal } from "../../contract/outcome.ts";
import { refuseBackwards } from "../../series/monotonic.ts";
import { declarations, readCode } from "../../series/quality.ts";
import { refuseGoodDigitalState, refuseUnexplained } from "../../series/row-quality.ts";
import { type TagMeta, tagOf } from "../../series/tag-meta.ts";
import type { Table } from "../table.ts";
import type { Layout } from "./layout.ts";
import { refuseMisreadNumbers } from "./number-words.ts";
import { type OneSeriesCheck, oneSeriesCheck } from "./one-series.ts";
import type { IngestPlan } from "./plan.ts";
import type { IngestDeps } from "./request.ts";
import { type TagCheck, type TagFacts, tagCheck } from "./tag-check.ts";
import { type Pass, startPass } from "./tag-rows.ts";

/** What the first pass over a table found, by tag number. */
export interface Findings {
  pass: Pass;
  facts: TagFacts[];
}

/**
 * Reads every row once and keeps only counts. Refuses SchemaError where a cell cannot be read and, in the single form,
 * where the rows are several tags; NonMonotonicIndex where a tag's time runs backwards.
 */
export async function surveyTable(table: Table, layout: Layout, plan: IngestPlan, deps: IngestDeps): Promise<Findings> {
  const pass = startPass(table, layout, plan);
  const checks: TagCheck[] = [];
  const oneSeries: OneSeriesCheck | null =
    plan.form === "single" ? oneSeriesCheck(layout.unread.filter(table.mayName)) : null;
  for await (const { batch, parts } of pass.batches()) {
    for (const part of parts) {
      checks[part.tag] ??= tagCheck();
      checks[part.tag].add(part);
    }
    if (oneSeries && parts.length > 0) await oneSeries.add(batch, parts[0].t);
    deps.progress(batch.done, batch.total, "checking");
    await breathe(deps.signal);
  }
  const facts = pass.tags.map((_, tag) => (checks[tag] ?? tagCheck()).facts());
  if (oneSeries) oneSeries.judge(facts[0], table.label, table.columns);
  const several = plan.form !== "single";
  facts.forEach(({ backwards, rows }, tag) => {
    refuseBackwards(several ? `${table.label}: ${pass.tags[tag]}` : table.label, backwards, rows, "data row");
  });
  return { pass, facts };
}

/** Lets other work in and stops here when the call was cancelled. */
export async function breathe(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}

/**
 * Refuses SchemaError when a tag's metadata do not explain its texts, or contradict its quality codes. `csv` is the
 * file's name when numbers may be written in several ways there, else null.
 */
export function checkAgainstMeta(tag: number, { pass, facts }: Findings, meta: TagMeta, csv: string | null): void {
  const declared = declarations(meta);
  const { texts, qualities } = facts[tag];
  const counts = Array.from(texts, (n, i) => ({ state: pass.texts[i], n: n ?? 0 })).filter(({ n }) => n > 0);
  if (meta.role !== "MODE" && csv) refuseMisreadNumbers(csv, tagOf(meta), facts[tag], pass.texts, declared);
  refuseUnexplained(counts, meta, declared);
  const seen = Array.from(qualities, (n, i) => ({ raw: i === 0 ? null : pass.qualities[i - 1], n: n ?? 0 })).filter(
    ({ n }) => n > 0,
  );
  const codes = seen.map(({ raw }) => readCode(raw, declared));
  refuseGoodDigitalState(
    seen.map(({ raw }) => raw),
    codes,
    seen.map(({ n }) => n),
    meta,
  );
  refuseDeclaredGood(meta);
}

/** The same for codes that the metadata declare and these rows do not hold: the next export may. */
function refuseDeclaredGood(meta: TagMeta): void {
  const names = Object.keys(meta.quality_codes ?? {});
  const declared = declarations(meta);
  refuseGoodDigitalState(
    names,
    names.map((raw) => readCode(raw, declared)),
    names.map(() => 0),
    meta,
  );
}

/** Refuses SchemaError when the second pass over a table did not see the rows of the first. */
export function checkUnchanged(label: string, meta: TagMeta, before: TagFacts, rows: number, last: number): void {
  if (before.rows === rows && (Object.is(before.last, last) || rows === 0)) return;
  const remedy = "ingest it again when nothing writes to it";
  throw refusal(
    "SchemaError",
    `${label}: the file changed while it was read (${tagOf(meta)}: ${before.rows} rows, then ${rows}); ${remedy}`,
    {
      check: "unchanged",
      file: label,
      observed: rows,
      required: before.rows,
      remedy,
    },
  );
}
