import type { FileMetaData, RowGroup } from "hyparquet";
import type { Window } from "../../contract/window.ts";
import type { Series } from "../../series/series.ts";
import { type Chunk, openChunk, type Reading, readChunk } from "./column-reader.ts";
import type { Columns } from "./columns.ts";
import { schemaError } from "./damage.ts";
import { fillRows } from "./page-rows.ts";
import { type Span, spanOf, wantedGroups } from "./row-groups.ts";
import { type RowSink, rowSink } from "./row-sink.ts";
import { readStamps, type Stamps } from "./stamps.ts";
import { interner, type ToCodes, textCodes } from "./texts.ts";

/** Rows that are read at once; more would take over 2.4 GB. */
const MOST_ROWS = 2 ** 27;

/**
 * Reads the rows of a window in file order (all rows when null). Row groups that cannot hold any are not touched; of
 * value and quality only the pages around the window are. Time order is not checked here.
 * Refuses SchemaError on damage, empty or unrepresentable timestamps, and more than 65,535 distinct qualities.
 */
export async function readRows(
  reading: Reading,
  metadata: FileMetaData,
  columns: Columns,
  window: Window | null,
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
  for (const [i, group] of groups.entries()) {
    const at = sink.length;
    const micros = sink.t.subarray(at, at + Number(group.num_rows));
    const stamps = await readStamps(reading, chunks[i], columns.timestamp.unit, span, micros);
    problems.nulls += stamps.nulls;
    problems.outOfRange += stamps.outOfRange;
    const sound = problems.nulls + problems.outOfRange === 0;
    if (sound && stamps.inside > 0) await readGroup(reading, group, columns, span, stamps, sink);
    await reading.tick();
  }
  refuseBadStamps(reading.label, problems);
  return sink.finish();
}

function openColumn(reading: Reading, group: RowGroup, leaf: Columns["value"]["leaf"]): Promise<Chunk> {
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
  const kept = span && stamps.inside < to - from ? insideRows(sink.t.subarray(at + from, at + to), span) : null;
  sink.t.copyWithin(at, at + from, at + to);
  if (kept) keep(sink.t.subarray(at), kept);
  if (columns.value.numbers) {
    await readNumbers(reading, value, columns.value.numbers, sink.v, { from, to, at });
    if (kept) keep(sink.v.subarray(at), kept);
  } else {
    const texts = await readCodes(reading, value, textCodes, from, to);
    sink.addTexts(kept ? keep(texts.codes, kept) : texts.codes, texts.labels);
  }
  const codes = await readCodes(reading, quality, columns.quality.codes, from, to);
  if (!sink.addQualities(kept ? keep(codes.codes, kept) : codes.codes, codes.labels)) {
    const found = "the quality column holds more than 65535 distinct codes";
    throw schemaError(reading.label, "quality_codes", found, "store a status code there, not a value");
  }
  if (stamps.nanos) {
    const nanos = stamps.nanos.subarray(from, to);
    sink.countCollisions(kept ? keep(nanos, kept) : nanos);
  }
  sink.length += stamps.inside;
}

async function readNumbers(
  reading: Reading,
  chunk: Chunk,
  convert: NonNullable<Columns["value"]["numbers"]>,
  out: Float64Array,
  place: { from: number; to: number; at: number },
): Promise<void> {
  const fill = (table: Float64Array, rows: Parameters<typeof fillRows>[2]) => fillRows(out, table, rows, Number.NaN);
  await readChunk(reading, chunk, { convert, fill }, place);
}

async function readCodes(
  reading: Reading,
  chunk: Chunk,
  toCodes: ToCodes,
  from: number,
  to: number,
): Promise<{ codes: Int32Array; labels: string[] }> {
  const texts = interner();
  const codes = new Int32Array(to - from);
  const fill = (table: Int32Array, rows: Parameters<typeof fillRows>[2]) => fillRows(codes, table, rows, -1);
  await readChunk(reading, chunk, { convert: (block) => toCodes(block, texts), fill }, { from, to, at: 0 });
  return { codes, labels: texts.labels };
}

/** Places of the stamps inside the span; needed only when a file is not in time order. */
function insideRows(micros: Float64Array, span: Span): Int32Array {
  const places: number[] = [];
  for (let i = 0; i < micros.length; i++) if (micros[i] >= span.start && micros[i] < span.stop) places.push(i);
  return Int32Array.from(places);
}

/** Moves the entries at `places` to the front and returns them. */
function keep<A extends Float64Array | Int32Array>(column: A, places: Int32Array): A {
  for (let i = 0; i < places.length; i++) column[i] = column[places[i]];
  return column.subarray(0, places.length) as A;
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
