import { basename } from "node:path";
import type { FileMetaData } from "hyparquet";
import { type Column, type ColumnKind, type ColumnTable, keyColumn } from "../series/column-table.ts";
import { keyDictionary } from "../series/key-dictionary.ts";
import { closestKey } from "./closest-key.ts";
import { listed } from "./find-column.ts";
import { clip } from "./meta-fields.ts";
import { openChunk, type Reading, readChunk, type Target } from "./parquet/column-reader.ts";
import { schemaError } from "./parquet/damage.ts";
import { readFooter } from "./parquet/footer.ts";
import { instantType, toInstants } from "./parquet/instants.ts";
import { keyConversion } from "./parquet/keys.ts";
import { findLeaf, type Leaf } from "./parquet/leaf.ts";
import { numberConversion } from "./parquet/numbers.ts";
import { fillRows } from "./parquet/page-rows.ts";
import { openSource } from "./parquet/source.ts";

/** Rows that are read at once. */
const MOST_ROWS = 2 ** 27;

/**
 * Reads some columns of a parquet file, and no others, whole. Refuses SchemaError when a column is missing, nested or of
 * another kind than asked, and on damage. BadCall when the file cannot be opened.
 */
export async function readParquetColumns(
  path: string,
  ref: string,
  wanted: Record<string, ColumnKind>,
  tick: () => Promise<void>,
): Promise<ColumnTable> {
  const label = basename(path);
  const source = openSource(path, ref);
  try {
    const metadata = readFooter(source, label);
    const leaves = Object.keys(wanted).map((name) => requireLeaf(metadata, name, label));
    const rows = Number(metadata.num_rows);
    if (rows > MOST_ROWS) {
      const found = `${rows} rows, and at most ${MOST_ROWS} are read at once`;
      throw schemaError(label, "rows_at_once", found, "split the file", { observed: rows });
    }
    const reading = { source, label, codecs: new Map(), tick };
    const columns: Record<string, Column> = {};
    for (const leaf of leaves) columns[leaf.name] = await readColumn(reading, metadata, leaf, wanted[leaf.name], rows);
    return { label, rows, columns };
  } finally {
    source.close();
  }
}

async function readColumn(
  reading: Reading,
  metadata: FileMetaData,
  leaf: Leaf,
  kind: ColumnKind,
  rows: number,
): Promise<Column> {
  if (kind === "key") return readKeys(reading, metadata, leaf, rows);
  const values = new Float64Array(rows);
  const convert = kind === "instant" ? instantConversion(leaf, reading.label) : numberConversion(leaf.element);
  if (!convert) throw wrongKind(reading.label, leaf, "numeric");
  await readGroups(reading, metadata, leaf, {
    convert,
    fill: (table: Float64Array, page) => fillRows(values, table, page, Number.NaN),
  });
  return { values };
}

async function readKeys(reading: Reading, metadata: FileMetaData, leaf: Leaf, rows: number): Promise<Column> {
  const dictionary = keyDictionary();
  const codes = new Int32Array(rows);
  const convert = keyConversion(leaf.element, dictionary);
  if (!convert) throw wrongKind(reading.label, leaf, "text or integer");
  await readGroups(reading, metadata, leaf, {
    convert,
    fill: (table: Int32Array, page) => fillRows(codes, table, page, -1),
  });
  return keyColumn(codes, dictionary);
}

async function readGroups<T>(reading: Reading, metadata: FileMetaData, leaf: Leaf, target: Target<T>): Promise<void> {
  let at = 0;
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows);
    const chunk = await openChunk(reading, group.columns[leaf.index], leaf, rows);
    await readChunk(reading, chunk, target, { from: 0, to: rows, at });
    at += rows;
    await reading.tick();
  }
}

/** Times without a zone are taken as UTC: they are compared with each other alone. */
function instantConversion(leaf: Leaf, label: string) {
  const type = instantType(leaf.element);
  if (!type) throw wrongKind(label, leaf, "a timestamp");
  return (block: Parameters<typeof toInstants>[0]) => toInstants(block, type.unit).micros;
}

const PRESENT = { nested: "is nested", repeated: "is a list", ambiguous: "is there twice" } as const;

function requireLeaf(metadata: FileMetaData, name: string, label: string): Leaf {
  const leaf = findLeaf(metadata.schema, name);
  if (typeof leaf === "object") return leaf;
  if (leaf !== "missing") {
    const found = `column '${clip(name)}' ${PRESENT[leaf]}`;
    throw schemaError(label, "columns", found, "store one cell a row", { column: name });
  }
  const names = topLevel(metadata);
  const near = closestKey(name, names.slice(0, 1000));
  const hint = near === null ? "" : `; did you mean '${clip(near)}'?`;
  const found = `no column '${clip(name)}' (there are ${listed(names)})${hint}`;
  throw schemaError(label, "column_missing", found, "name a column that is there", { observed: names.slice(0, 20) });
}

function topLevel({ schema }: FileMetaData): string[] {
  const names: string[] = [];
  for (let at = 1, open = 0; at < schema.length; at++) {
    if (open === 0) names.push(schema[at].name);
    open += (schema[at].num_children ?? 0) - (open > 0 ? 1 : 0);
  }
  return names;
}

function wrongKind(label: string, leaf: Leaf, required: string): Error {
  const { type, logical_type: logical, converted_type: converted } = leaf.element;
  const meaning = logical?.type ?? converted;
  const observed = meaning ? `${meaning} (${type})` : String(type);
  const found = `column '${clip(leaf.name)}' must be ${required} and is ${observed}`;
  return schemaError(label, "column_type", found, "store it so, or name another column", {
    column: leaf.name,
    observed,
    required,
  });
}
