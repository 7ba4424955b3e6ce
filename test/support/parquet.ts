import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Window } from "../../src/contract/window.ts";
import { planColumns } from "../../src/io/parquet/columns.ts";
import { readFooter } from "../../src/io/parquet/footer.ts";
import { readRows } from "../../src/io/parquet/rows.ts";
import { type ByteSource, openSource } from "../../src/io/parquet/source.ts";
import type { Series } from "../../src/series/series.ts";
import { root } from "./root.ts";

export const fixtureFolder = join(root, "test/fixtures/parquet");

/** Every parquet fixture: DATASET.WRITER.parquet, or refused-CHECK.WRITER.parquet. */
export const fixtures = readdirSync(fixtureFolder)
  .filter((name) => name.endsWith(".parquet"))
  .sort();

/** Rows of a dataset as its script computed them; a number that JSON lacks is spelled out. */
export interface Expected {
  collisions: number;
  t_us: number[];
  v: (number | string | null)[];
  q: (string | null)[];
  states?: (string | null)[];
}

/** What a fixture must read as. */
export function expectedOf(fixture: string): Expected {
  return JSON.parse(readFileSync(join(fixtureFolder, `${fixture.split(".")[0]}.json`), "utf8"));
}

/** Reads timestamp, value and quality of any parquet file, tag metadata or not. */
export async function readParquet(path: string, window: Window | null = null): Promise<Series> {
  const source = openSource(path);
  try {
    return await readRowsOf(source, window);
  } finally {
    source.close();
  }
}

/** The same from an open source. */
export async function readRowsOf(source: ByteSource, window: Window | null): Promise<Series> {
  const label = basename(source.path);
  const metadata = readFooter(source, label);
  const reading = { source, label, codecs: new Map(), tick: async () => {} };
  return readRows(reading, metadata, planColumns(metadata, label), window);
}

/** A parquet file that lies in memory. */
export function memorySource(bytes: Uint8Array, path = "memory.parquet"): ByteSource {
  return {
    path,
    size: bytes.length,
    stamp: "",
    read: (offset, length) => {
      if (!(offset >= 0 && length >= 0 && offset + length <= bytes.length)) throw new Error("out of the file");
      return bytes.slice(offset, offset + length);
    },
    close: () => {},
  };
}

/** Rows equal the expected ones exactly: the sign of zero counts, every null of the value column is a NaN. */
export function assertRows(rows: Series, expected: Expected): void {
  assert.deepEqual([...rows.t], expected.t_us);
  const v = expected.v.map((value) => Number(value ?? Number.NaN));
  assert.deepEqual([...rows.v], v);
  assert.deepEqual(
    Array.from(rows.q, (code) => rows.qualities[code]),
    expected.q,
  );
  assert.deepEqual(rows.qualities, [...new Set(expected.q)]);
  const states = expected.states ?? expected.q.map(() => null);
  assert.deepEqual(
    Array.from(rows.t, (_, i) => rows.states?.labels[rows.states.code[i]] ?? null),
    states,
  );
  assert.equal(
    rows.states !== null,
    states.some((state) => state !== null),
  );
  assert.equal(rows.subMicrosecondCollisions, expected.collisions);
}
