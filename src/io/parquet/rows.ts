import type { FileMetaData, RowGroup } from "hyparquet";
import type { Window } from "../../contract/window.ts";
import type { Series } from "../../series/series.ts";
import type { Block } from "./block.ts";
import { type Chunk, openChunk, type Reading, readChunk, type Target } from "./column-reader.ts";
import type { Columns } from "./columns.ts";
import { schemaError } from "./damage.ts";
import type { Leaf } from "./leaf.ts";
import type { ToNumbers } from "./numbers.ts";
import { bytesOf, fillRows, type Numbers, type PageRows } from "./page-rows.ts";
import { type Span, spanOf, wantedGroups } from "./row-groups.ts";
import { type RowSink, rowSink } from "./row-sink.ts";
import { readStamps, type Stamps } from "./stamps.ts";
import { interner, textCodes } from "./texts.ts";

/** Rows that are read at once; more would take over 2.4 GB. */
const MOST_ROWS = 2 ** 27;
/** The codes of a series have 16 bits, and one of them is the empty cell. */
const MOST_QUALITIES = 65_535;

/**
 * Reads the rows of a window in file order (all rows when null). Row groups that cannot hold any are not touched; of
 * value and quality only the pages around the window are. Time order is not checked here. `progress` is told after
 * each row group how many of the rows in reach were looked at.
 * Refuses SchemaError on damage, empty or unrepresentable timestamps, and more than 65,535 distinct qualities.
 */
export async function readRows(
  reading: Reading,
  metadata: FileMetaData,
  columns: Columns,
  window: Window | null,
  progress: (done: number, total: number) => void = () => {},
): Promise<Series> {
  const span = window ? spanOf(window) : null;
  const groups = wantedGroups(metadata, columns, span);
  const rows = groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  if (rows > MOST_ROWS) {
    const found = `${rows} rows lie in reach of the window, and at most ${MOST_ROWS} are read at once`;
    throw schemaError(reading.label, "rows_at_once", found, "state a narrower window", { observed: rows });
  }
  // listing the pages proves the row counts before memory is taken by them
  const chunks: Chunk[] = [];
  for (const group of groups) chunks.push(await openColumn(reading, group, columns.timestamp.leaf));
  const sink = rowSink(rows);
  const problems = { nulls: 0, outOfRange: 0 };
  let looked = 0;
  for (const [i, group] of groups.entries()) {
    const at = sink.length;
    const micros = sink.t.subarray(at, at + Number(group.num_rows));
    const stamps = await readStamps(reading, chunks[i], columns.timestamp.unit, span, micros);
    problems.nulls += stamps.nulls;
    problems.outOfRange += stamps.outOfRange;
    const sound = problems.nulls + problems.outOfRange === 0;
    if (sound && stamps.inside > 0) await readGroup(reading, group, columns, span, stamps, sink);
    looked += Number(group.num_rows);
    progress(looked, rows);
    await reading.tick();
  }
  refuseBadStamps(reading.label, problems);
  return sink.finish();
}

function openColumn(reading: Reading, group: RowGroup, leaf: Leaf): Promise<Chunk> {
  return openChunk(reading, group.columns[leaf.index], leaf, Number(group.num_rows));
}

/** Adds the rows of one row group that lie in the span: stamps are read, value and quality follow. */
async function readGroup(
  reading: Reading,
  group: RowGroup,
  columns: Columns,
  span: Span | null,
  stamps: Stamps,
  sink: RowSink,
): Promise<void> {
  const { from, to } = stamps;
  const at = sink.length;
  const value = await openColumn(reading, group, columns.value.leaf);
  const quality = await openColumn(reading, group, columns.quality.leaf);
  const scattered = span !== null && stamps.inside < to - from;
  const kept = scattered ? insideRows(sink.t.subarray(at + from, at + to), span) : null;
  sink.t.copyWithin(at, at + from, at + to);
  if (kept) keep(sink.t.subarray(at), kept);
  if (columns.value.numbers) {
    await readChunk(reading, value, numberTarget(columns.value.leaf, columns.value.numbers, sink.v), { from, to, at });
    if (kept) keep(sink.v.subarray(at), kept);
  } else {
    const { codes, labels } = await readTexts(reading, value, from, to);
    sink.addTexts(kept ? keep(codes, kept) : codes, labels);
  }
  const toCodes = (block: Block) => columns.quality.codes(block, sink.qualities);
  await readChunk(reading, quality, codeTarget(toCodes, sink.q), { from, to, at });
  if (sink.qualities.labels.length > MOST_QUALITIES) throw tooManyQualities(reading.label);
  if (kept) keep(sink.q.subarray(at), kept);
  if (stamps.nanos) {
    const nanos = stamps.nanos.subarray(from, to);
    sink.countCollisions(kept ? keep(nanos, kept) : nanos);
  }
  sink.length += stamps.inside;
}

/** Texts are interned anew in each row group, so that a column of distinct numbers spelled out does not pile up. */
async function readTexts(
  reading: Reading,
  chunk: Chunk,
  from: number,
  to: number,
): Promise<{ codes: Int32Array; labels: string[] }> {
  const texts = interner();
  const codes = new Int32Array(to - from);
  const target = codeTarget((block) => textCodes(block, texts), codes);
  await readChunk(reading, chunk, target, { from, to, at: 0 });
  return { codes, labels: texts.labels };
}

function numberTarget({ element }: Leaf, convert: ToNumbers, out: Float64Array): Target<Float64Array> {
  const fill = (table: Float64Array, rows: PageRows) => fillRows(out, table, rows, Number.NaN);
  if (element.type !== "DOUBLE") return { convert, fill };
  return { convert, fill, copy: (bytes, at) => bytesOf(out.subarray(at, at + bytes.length / 8)).set(bytes) };
}

function codeTarget(convert: (block: Block) => Int32Array, out: Int32Array | Uint16Array): Target<Int32Array> {
  return { convert, fill: (table, rows) => fillRows(out, table, rows, -1) };
}

/** Places of the stamps inside the span; needed only when a file is not in time order. */
function insideRows(micros: Float64Array, span: Span): Int32Array {
  const places: number[] = [];
  for (let i = 0; i < micros.length; i++) if (micros[i] >= span.start && micros[i] < span.stop) places.push(i);
  return Int32Array.from(places);
}

/** Moves the entries at `places` to the front and returns them. */
function keep<A extends Numbers>(column: A, places: Int32Array): A {
  for (let i = 0; i < places.length; i++) column[i] = column[places[i]];
  return column.subarray(0, places.length) as A;
}

function tooManyQualities(label: string): Error {
  const found = `the quality column holds more than ${MOST_QUALITIES} distinct codes`;
  return schemaError(label, "quality_codes", found, "store a status code there, not a value");
}

function refuseBadStamps(label: string, { nulls, outOfRange }: { nulls: number; outOfRange: number }): void {
  if (nulls > 0) {
    const found = `${nulls} timestamp${nulls > 1 ? "s are" : " is"} null`;
    throw schemaError(label, "timestamp_null", found, "drop or repair those rows at the source", { observed: nulls });
  }
  if (outOfRange > 0) {
    const found = `${outOfRange} timestamp${outOfRange > 1 ? "s lie" : " lies"} outside the years 1685 to 2254`;
    throw schemaError(label, "timestamp_range", found, "remove placeholder stamps", { observed: outOfRange });
  }
}
