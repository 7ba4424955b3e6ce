import type { Series } from "../../series/series.ts";
import { createArchiveWriter } from "../parquet/write.ts";
import type { Table } from "../table.ts";
import { type ByteSink, openFileSink } from "../write-file.ts";
import { breathe, checkUnchanged, type Findings } from "./check.ts";
import type { Layout } from "./layout.ts";
import type { IngestPlan } from "./plan.ts";
import type { IngestDeps } from "./request.ts";
import { type Pass, startPass, type TagRows } from "./tag-rows.ts";
import type { Target } from "./targets.ts";

/** Archives written in one pass: each holds an open file and a row group in memory until the pass ends. */
const TAGS_AT_ONCE = 32;

/**
 * Writes one archive a target in further passes over the table. They get their names when all are complete: a refusal,
 * a failed write or a kill before that leaves no archive behind. Refuses SchemaError when the table is no longer what
 * it was in the first pass.
 */
export async function writeTargets(
  table: Table,
  layout: Layout,
  plan: IngestPlan,
  findings: Findings,
  targets: readonly Target[],
  deps: IngestDeps,
): Promise<void> {
  const files: ByteSink[] = [];
  try {
    for (let from = 0; from < targets.length; from += TAGS_AT_ONCE) {
      const some = targets.slice(from, from + TAGS_AT_ONCE);
      const pass = startPass(table, layout, plan, new Set(some.map(({ tag }) => tag)));
      const open = some.map((target) => {
        const file = openFileSink(target.path, target.ref, plan.request.overwrite);
        files.push(file);
        return openTarget(target, file, findings);
      });
      const label = targets.length === 1 ? "writing" : `writing ${from + some.length} of ${targets.length} tags`;
      await writePass(table.label, pass, findings, open, label, deps);
    }
  } catch (error) {
    for (const file of files) file.abort();
    throw error;
  }
  for (const file of files) file.commit();
}

interface OpenTarget {
  target: Target;
  writer: ReturnType<typeof createArchiveWriter>;
  /** Timestamp of the last row written. */
  last: number;
}

/** The archive's bytes are complete when its writer finishes; its name is given later, with those of all others. */
function openTarget(target: Target, file: ByteSink, { facts }: Findings): OpenTarget {
  const kind = facts[target.tag].texts.some((n) => n > 0) ? "text" : "number";
  return { target, writer: createArchiveWriter({ ...file, commit: file.close }, target.meta, kind), last: Number.NaN };
}

async function writePass(
  label: string,
  pass: Pass,
  { facts }: Findings,
  open: readonly OpenTarget[],
  doing: string,
  deps: IngestDeps,
): Promise<void> {
  const byTag = new Map(open.map((one) => [one.target.tag, one]));
  for await (const { batch, parts } of pass.batches()) {
    for (const part of parts) {
      const one = byTag.get(part.tag);
      if (!one || part.t.length === 0) continue;
      one.writer.write(seriesOf(part, pass));
      one.last = part.t[part.t.length - 1];
    }
    deps.progress(batch.done, batch.total, doing);
    await breathe(deps.signal);
  }
  for (const { target, writer, last } of open) {
    checkUnchanged(label, target.meta, facts[target.tag], writer.rows(), last);
    writer.finish();
  }
}

/** The rows as a series that shares the dictionaries of the pass; place 0 is the empty quality cell. */
function seriesOf({ t, v, text, quality }: TagRows, { qualities, texts }: Pass): Series {
  const q = new Uint16Array(quality.length);
  for (let i = 0; i < q.length; i++) q[i] = quality[i] + 1;
  const states = text && { code: text, labels: texts as string[] };
  return { t, v, q, qualities: [null, ...qualities], states, subMicrosecondCollisions: 0 };
}
