import { formatInstant } from "../../contract/instant.ts";
import type { Labels } from "../../series/labels.ts";
import { readNumber } from "../../series/numeric-text.ts";
import type { TimeColumn, ValueColumn } from "../table.ts";
import type { TimestampReader } from "../timestamps/reader.ts";
import { type Chunk, type Reading, readChunk } from "./column-reader.ts";
import { schemaError } from "./damage.ts";
import { type Instants, type InstantType, instantType, toInstants } from "./instants.ts";
import type { Leaf } from "./leaf.ts";
import { numberConversion, type ToNumbers } from "./numbers.ts";
import { fillRows, type PageRows } from "./page-rows.ts";
import { interner, isText, qualityConversion, type ToCodes, textCodes } from "./texts.ts";

/** Rows from..to of one column in one row group; `first` is the number of row `from` in the file. */
export interface Cells {
  chunk: Chunk;
  from: number;
  to: number;
  first: number;
}

const DAY_US = 86_400_000_000;

/**
 * Reads timestamps: a TIMESTAMP or DATE (an instant, or wall-clock time when it is not adjusted to UTC), texts, or plain
 * numbers, which the reader takes only with a unit. An empty cell is refused by the reader.
 */
export async function readTimes(reading: Reading, cells: Cells, reader: TimestampReader): Promise<TimeColumn> {
  const { leaf } = cells.chunk;
  const instant = instantType(leaf.element);
  if (instant) return readInstants(reading, cells, instant, reader);
  if (isDate(leaf)) {
    const days = await readNumbers(reading, cells, (block) =>
      Float64Array.from(block.kind === "int32" ? block.data : []),
    );
    return accepted(
      days.map((day) => day * DAY_US),
      null,
      false,
      cells.first,
      reader,
    );
  }
  const toCodes = qualityConversion(leaf.element);
  if (!toCodes) throw wrongType(reading, leaf, "timestamps");
  const { codes, labels } = await readInterned(reading, cells, toCodes);
  const us = new Float64Array(codes.length);
  let nanos: Uint16Array | null = null;
  for (let i = 0; i < us.length; i++) {
    us[i] = reader.readText(codes[i] < 0 ? "" : labels[codes[i]].trim(), cells.first + i);
    if (reader.nanos() === 0) continue;
    nanos ??= new Uint16Array(us.length);
    nanos[i] = reader.nanos();
  }
  return { us, nanos };
}

/** Reads numbers (NaN for an empty cell) or texts, of which those that spell numbers are numbers. */
export async function readValues(reading: Reading, cells: Cells, labels: Labels): Promise<ValueColumn> {
  const { leaf } = cells.chunk;
  const toNumbers = numberConversion(leaf.element);
  if (toNumbers) return { v: await readNumbers(reading, cells, toNumbers), text: null };
  if (!isText(leaf.element)) throw wrongType(reading, leaf, "values");
  const { codes, labels: words } = await readInterned(reading, cells, textCodes);
  const numbers = words.map((word) => (word.trim() === "" ? Number.NaN : readNumber(word)));
  const v = new Float64Array(codes.length);
  let text: Int32Array | null = null;
  for (let i = 0; i < v.length; i++) {
    const number = codes[i] < 0 ? Number.NaN : numbers[codes[i]];
    v[i] = number ?? Number.NaN;
    if (number !== null) continue;
    text ??= new Int32Array(v.length).fill(-1);
    text[i] = labels.of(words[codes[i]]);
  }
  return { v, text };
}

/** Reads texts or integers as codes; -1 for an empty cell. */
export async function readCodes(reading: Reading, cells: Cells, labels: Labels): Promise<Int32Array> {
  const { leaf } = cells.chunk;
  const toCodes = qualityConversion(leaf.element);
  if (!toCodes) throw wrongType(reading, leaf, "names or codes");
  const { codes, labels: words } = await readInterned(reading, cells, toCodes);
  const shared = new Map<number, number>([[-1, -1]]);
  return codes.map((code) => {
    let known = shared.get(code);
    if (known === undefined) {
      known = words[code].trim() === "" ? -1 : labels.of(words[code]);
      shared.set(code, known);
    }
    return known;
  });
}

async function readInstants(
  reading: Reading,
  { chunk, from, to, first }: Cells,
  { unit, utc }: InstantType,
  reader: TimestampReader,
): Promise<TimeColumn> {
  const micros = new Float64Array(to - from);
  const below = unit === "NANOS" || unit === "INT96" ? new Float64Array(to - from) : null;
  const fill = (table: Instants, rows: PageRows) => {
    fillRows(micros, table.micros, rows, Number.NaN);
    if (below && table.nanos) fillRows(below, table.nanos, rows, 0);
  };
  await readChunk(reading, chunk, { convert: (block) => toInstants(block, unit), fill }, { from, to, at: 0 });
  const nanos = below?.some((digits) => digits !== 0) ? Uint16Array.from(below) : null;
  return accepted(micros, nanos, utc, first, reader);
}

/** Passes numbers that are microseconds already by the reader's rules; NaN is an empty cell. */
function accepted(
  us: Float64Array,
  nanos: Uint16Array | null,
  aware: boolean,
  first: number,
  reader: TimestampReader,
): TimeColumn {
  for (let i = 0; i < us.length; i++) {
    if (Number.isNaN(us[i])) reader.readText("", first + i);
    reader.accept(us[i], aware, first + i, () => shownInstant(us[i], aware));
  }
  return { us, nanos };
}

/** As ISO 8601 where the calendar reaches. */
function shownInstant(us: number, aware: boolean): string {
  if (Math.abs(us) > 8.64e18) return `${us} microseconds`;
  return aware ? formatInstant(us) : formatInstant(us).replace("T", " ").replace("Z", "");
}

async function readNumbers(reading: Reading, { chunk, from, to }: Cells, convert: ToNumbers): Promise<Float64Array> {
  const out = new Float64Array(to - from);
  const fill = (table: Float64Array, rows: PageRows) => fillRows(out, table, rows, Number.NaN);
  await readChunk(reading, chunk, { convert, fill }, { from, to, at: 0 });
  return out;
}

async function readInterned(
  reading: Reading,
  { chunk, from, to }: Cells,
  toCodes: ToCodes,
): Promise<{ codes: Int32Array; labels: string[] }> {
  const texts = interner();
  const codes = new Int32Array(to - from);
  const fill = (table: Int32Array, rows: PageRows) => fillRows(codes, table, rows, -1);
  await readChunk(reading, chunk, { convert: (block) => toCodes(block, texts), fill }, { from, to, at: 0 });
  return { codes, labels: texts.labels };
}

function isDate({ element }: Leaf): boolean {
  return element.type === "INT32" && (element.logical_type?.type === "DATE" || element.converted_type === "DATE");
}

function wrongType({ label }: Reading, { name, element }: Leaf, wanted: string): Error {
  const observed = element.logical_type?.type ?? element.converted_type ?? element.type;
  const found = `column '${name}' is ${observed} and cannot be read as ${wanted}`;
  return schemaError(label, "column_type", found, "name another column", { column: name, observed, required: wanted });
}
