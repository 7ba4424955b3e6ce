import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Archive } from "../contract/context.ts";
import { BadCall, Refusal, refusal } from "../contract/outcome.ts";
import { inWindow, type Window } from "../contract/window.ts";
import { seriesBuilder } from "../series/builder.ts";
import { labels } from "../series/labels.ts";
import { backwardSteps, refuseBackwards } from "../series/monotonic.ts";
import { declarations } from "../series/quality.ts";
import { stateSeverities } from "../series/row-quality.ts";
import type { Series } from "../series/series.ts";
import { bareTagMeta, type TagMeta, tagOf } from "../series/tag-meta.ts";
import { fileSource, streamedCsv } from "./csv/source.ts";
import { csvTable } from "./csv/table.ts";
import { findColumn } from "./find-column.ts";
import { parseTagMetaText } from "./meta.ts";
import { reason, resolvePath } from "./paths.ts";
import type { Table, TimeColumn } from "./table.ts";
import { collisionCounter } from "./timestamps/collisions.ts";
import { timestampReader } from "./timestamps/reader.ts";

/** Where a canonical CSV comes from; with `roots` its sidecar, links resolved, must lie in one of them. */
export type CsvInput = { path: string; roots?: string[] } | { stream: NodeJS.ReadableStream };

const PLAIN = { separator: ",", encoding: "utf-8", decimal: ".", thousands: null, missing: new Set<string>() };

/** Told how much of a file has been read, in any unit. */
export type ReadProgress = (done: number, total: number) => void;

/**
 * Opens a canonical CSV (`timestamp,value,quality`, timestamps with offset; other columns are not read) as an archive.
 * Tag metadata come from the sidecar `NAME.meta.json`; without one the tag is `csv:NAME`. The rows are read anew for each
 * window; stdin is kept in memory for that. Refuses SchemaError when it is not such a CSV and says how to ingest it.
 */
export async function openCsvArchive(
  input: CsvInput,
  ref: string,
  { signal, progress = () => {} }: { signal?: AbortSignal; progress?: ReadProgress } = {},
): Promise<Archive> {
  const label = "path" in input ? basename(input.path) : "stdin";
  const meta = "path" in input ? readSidecar(input.path, input.roots ?? []) : bareTagMeta("csv", "stdin", "stdin");
  const source = "path" in input ? fileSource(input.path, ref) : await streamedCsv(input.stream, label);
  const table = await byIngest(ref, () => csvTable(source, PLAIN, label, signal));
  const columns = canonicalColumns(table, ref);
  const tag = tagOf(meta);
  return {
    ref,
    meta,
    tag,
    async read(window) {
      const rows = await byIngest(ref, () => readRows(table, columns, window, progress));
      refuseBackwards(tag, backwardSteps(rows.t), rows.t.length, window ? "row of the window" : "data row");
      if (rows.states) stateSeverities(rows, meta, declarations(meta));
      return rows;
    },
  };
}

function readSidecar(path: string, roots: string[]): TagMeta {
  const stem = basename(path).replace(/\.csv$/i, "");
  const sidecar = path.replace(/(\.csv)?$/i, ".meta.json");
  if (!existsSync(sidecar)) return bareTagMeta("csv", stem, stem);
  resolvePath(sidecar, roots, basename(sidecar));
  let text: string;
  try {
    text = readFileSync(sidecar, "utf8");
  } catch (error) {
    throw new BadCall(`cannot open '${basename(sidecar)}': ${reason(error)}`);
  }
  return parseTagMetaText(text, basename(sidecar));
}

/** How an archive is made of the file; stdin has to be saved first. */
function ingestCommand(ref: string): string {
  const file = ref === "-" ? "EXPORT.csv" : ref;
  const stem = basename(file).replace(/\.csv$/i, "");
  return `liquet ingest ${file} --out ${stem}.parquet --meta ${stem}.meta.json`;
}

/** A canonical CSV is read one way. A refusal whose remedy names a reading option says that it is one of `ingest`. */
async function byIngest<T>(ref: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || !/(^| )--[a-z]/.test(error.details.remedy)) throw error;
    const where = `, as an option of '${ingestCommand(ref)}'`;
    const remedy = `${error.details.remedy}${where}`;
    throw refusal(error.name, `${error.message}${where}`, { ...error.details, remedy });
  }
}

/** Numbers of the three columns; the refusals say how to make an archive of the file. */
function canonicalColumns(table: Table, ref: string): [number, number, number] {
  const missing = ["timestamp", "value", "quality"].filter((name) => !table.columns.includes(name));
  if (missing.length > 0) {
    const assume = missing.length === 1 && missing[0] === "quality" ? " --assume-quality GOOD" : "";
    const command = `${ingestCommand(ref)}${assume}`;
    const why = assume === "" ? "name its columns with" : "state the quality of its rows with";
    throw refusal(
      "SchemaError",
      `${table.label}: no column ${missing.join(", ")} (the header is ${table.columns.slice(0, 20).join(", ")}); ${why} '${command}'`,
      {
        check: "columns",
        file: table.label,
        observed: table.columns.slice(0, 20),
        required: ["timestamp", "value", "quality"],
        remedy: command,
      },
    );
  }
  const find = (name: string) => findColumn(table, name, null);
  return [find("timestamp"), find("value"), find("quality")];
}

async function readRows(
  table: Table,
  [time, value, quality]: [number, number, number],
  window: Window | null,
  progress: ReadProgress,
): Promise<Series> {
  const reader = timestampReader({}, table.label);
  const qualities = labels(`${table.label}: quality`);
  const texts = labels(`${table.label}: value`);
  const rows = seriesBuilder(qualities.list, texts.list, table.label);
  const collisions = collisionCounter();
  for await (const batch of table.batches()) {
    const times = await batch.times(time, reader);
    const { v, text } = await batch.values(value, texts);
    const chunk = { t: times.us, v, text, quality: await batch.codes(quality, qualities) };
    for (const [from, to] of runsInside(times, window)) {
      rows.append(chunk, from, to);
      collisions.add(times, from, to);
    }
    progress(batch.done, batch.total);
  }
  return { ...rows.take(), subMicrosecondCollisions: collisions.count() };
}

/** Stretches of rows that lie in the window. */
function runsInside({ us }: TimeColumn, window: Window | null): [number, number][] {
  if (window === null) return [[0, us.length]];
  const runs: [number, number][] = [];
  for (let i = 0; i < us.length; i++) {
    if (!inWindow(window, us[i])) continue;
    const from = i;
    while (i < us.length && inWindow(window, us[i])) i++;
    runs.push([from, i]);
  }
  return runs;
}
