import { type Chunk, type Reading, readChunk, type Target } from "./column-reader.ts";
import { convertWords, type Instants, type InstantUnit, MICROS_LIMIT, toInstants } from "./instants.ts";
import type { Page } from "./page-list.ts";
import { bytesOf, countOnes, fillRows } from "./page-rows.ts";
import { pageLiesOutside, type Span } from "./row-groups.ts";

/** The timestamps of one row group, against a span. */
export interface Stamps {
  /** Rows from..to of the row group are the first to the last inside the span. */
  from: number;
  to: number;
  /** Rows inside; fewer than to - from when the file is not in time order. */
  inside: number;
  /** The 0..999 nanoseconds that were cut off, by row; null when the unit has none. */
  nanos: Float64Array | null;
  /** Empty cells, and instants that microseconds cannot hold exactly. */
  nulls: number;
  outOfRange: number;
}

/**
 * Reads the timestamps of a row group into micros[0..rows). Pages whose own statistics exclude the span are skipped;
 * their rows, and empty cells, are left NaN.
 */
export async function readStamps(
  reading: Reading,
  chunk: Chunk,
  unit: InstantUnit,
  span: Span | null,
  micros: Float64Array,
): Promise<Stamps> {
  const nanos = unit === "NANOS" || unit === "INT96" ? new Float64Array(micros.length) : null;
  let nulls = 0;
  const target: Target<Instants> = {
    convert: (block) => toInstants(block, unit),
    fill: (table, rows) => {
      fillRows(micros, table.micros, rows, Number.NaN);
      if (nanos && table.nanos) fillRows(nanos, table.nanos, rows, 0);
      if (rows.valid) nulls += rows.to - rows.from - countOnes(rows.valid, rows.from, rows.to);
    },
    copy: (bytes, at) => {
      const out = micros.subarray(at, at + bytes.length / 8);
      bytesOf(out).set(bytes);
      convertWords(new Int32Array(out.buffer, out.byteOffset, 2 * out.length), unit, out, nanos?.subarray(at) ?? null);
    },
  };
  if (unit === "INT96") target.copy = undefined;
  const skip = (page: Page): boolean => {
    if (!span || !pageLiesOutside(span, unit, page)) return false;
    micros.fill(Number.NaN, page.firstRow, page.firstRow + page.values);
    return true;
  };
  await readChunk(reading, chunk, target, { from: 0, to: micros.length, at: 0 }, skip);
  return { ...locate(micros, span), nanos, nulls };
}

/** Without a span all rows are inside, and have to be instants that a series can hold; a span lies among those. */
function locate(micros: Float64Array, span: Span | null): Pick<Stamps, "from" | "to" | "inside" | "outOfRange"> {
  if (!span) {
    let outOfRange = 0;
    for (let i = 0; i < micros.length; i++) if (Math.abs(micros[i]) >= MICROS_LIMIT) outOfRange++;
    return { from: 0, to: micros.length, inside: micros.length, outOfRange };
  }
  let [from, to, inside] = [0, 0, 0];
  for (let i = 0; i < micros.length; i++) {
    if (!(micros[i] >= span.start && micros[i] < span.stop)) continue;
    if (inside++ === 0) from = i;
    to = i + 1;
  }
  return { from, to, inside, outOfRange: 0 };
}
