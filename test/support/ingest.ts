import { resolve } from "node:path";
import type { Archive } from "../../src/contract/context.ts";
import { openParquetArchive } from "../../src/io/archive-parquet.ts";
import { ingest } from "../../src/io/ingest/ingest.ts";
import type { IngestReport, IngestRequest } from "../../src/io/ingest/request.ts";
import type { Series } from "../../src/series/series.ts";

/** Runs an ingest in the current folder; what it logs is added to `log`. */
export function runIngest(
  request: Partial<IngestRequest> & { source: string },
  log: string[] = [],
  signal = new AbortController().signal,
): Promise<IngestReport> {
  const whole = { wide: false, dayfirst: false, overwrite: false, ...request };
  return ingest(whole, { resolve: (path) => resolve(path), signal, progress: () => {}, log: (line) => log.push(line) });
}

/** An archive of the current folder. */
export function open(path: string): Promise<Archive> {
  return openParquetArchive(resolve(path), path);
}

/** The rows of an archive as a test writes them down: `[time, value or text, quality]`. */
export async function rowsOf(path: string): Promise<[string, number | string | null, string | null][]> {
  const rows = await (await open(path)).read(null);
  return Array.from(rows.t, (us, i) => [
    new Date(us / 1000).toISOString().replace(".000Z", "Z"),
    valueAt(rows, i),
    rows.qualities[rows.q[i]],
  ]);
}

function valueAt({ v, states }: Series, i: number): number | string | null {
  if (states && states.code[i] >= 0) return states.labels[states.code[i]];
  return Number.isNaN(v[i]) ? null : v[i];
}
