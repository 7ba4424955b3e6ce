import type { FileMetaData, RowGroup, SchemaElement } from "hyparquet";
import type { Table } from "../table.ts";
import { type Chunk, openChunk, type Reading } from "./column-reader.ts";
import { schemaError } from "./damage.ts";
import { readFooter } from "./footer.ts";
import { findLeaf, type Leaf } from "./leaf.ts";
import { openSource } from "./source.ts";
import { type Cells, readCodes, readTimes, readValues } from "./table-cells.ts";
import { qualityConversion } from "./texts.ts";

/** Rows of a batch: a row group may hold the whole file. */
const BATCH_ROWS = 262_144;

/**
 * A parquet file of any flat columns as a table, read a slice of a row group at a time.
 * BadCall when the path cannot be opened; SchemaError when it is no parquet file, is damaged, or a column that is asked
 * for is nested or of a type that cannot be read as what it is asked for.
 */
export async function parquetTable(path: string, ref: string, label: string, signal?: AbortSignal): Promise<Table> {
  const metadata = using(openSource(path, ref), (source) => readFooter(source, label));
  const columns = topLevel(metadata.schema);
  return {
    label,
    columns,
    mayName(column) {
      const leaf = findLeaf(metadata.schema, columns[column]);
      if (typeof leaf !== "object" || /^(FLOAT|DOUBLE)$/.test(leaf.element.type ?? "")) return false;
      return qualityConversion(leaf.element) !== null;
    },
    async *batches() {
      const source = openSource(path, ref);
      const reading: Reading = { source, label, codecs: new Map(), tick: async () => signal?.throwIfAborted() };
      try {
        for (const { group, from, to, first } of slices(metadata)) {
          const cells = (column: number): Promise<Cells> =>
            openLeaf(reading, group, leafOf(metadata.schema, columns[column], label)).then((chunk) => ({
              chunk,
              from,
              to,
              first,
            }));
          yield {
            first,
            rows: to - from,
            done: first + to - from,
            total: Number(metadata.num_rows),
            times: async (column, reader) => readTimes(reading, await cells(column), reader),
            values: async (column, labels) => readValues(reading, await cells(column), labels),
            codes: async (column, labels) => readCodes(reading, await cells(column), labels),
          };
        }
      } finally {
        source.close();
      }
    },
  };
}

function using<T>(source: ReturnType<typeof openSource>, use: (source: ReturnType<typeof openSource>) => T): T {
  try {
    return use(source);
  } finally {
    source.close();
  }
}

/** Names of the columns at the top level, flat or not. */
function topLevel(schema: readonly SchemaElement[]): string[] {
  const names: string[] = [];
  let inside = 0;
  for (const { name, num_children } of schema.slice(1)) {
    if (inside === 0) names.push(name);
    else inside--;
    inside += num_children ?? 0;
  }
  return names;
}

function leafOf(schema: readonly SchemaElement[], name: string, label: string): Leaf {
  const leaf = findLeaf(schema, name);
  if (typeof leaf === "object") return leaf;
  throw schemaError(label, "columns", `column '${name}' is ${leaf}`, "store one cell a row", { column: name });
}

function openLeaf(reading: Reading, group: RowGroup, leaf: Leaf): Promise<Chunk> {
  return openChunk(reading, group.columns[leaf.index], leaf, Number(group.num_rows));
}

/** Cuts the row groups into batches; `first` is the number of a batch's first row in the file. */
function* slices({
  row_groups,
}: FileMetaData): Generator<{ group: RowGroup; from: number; to: number; first: number }> {
  let first = 0;
  for (const group of row_groups) {
    const rows = Number(group.num_rows);
    for (let from = 0; from < rows; from += BATCH_ROWS) {
      const to = Math.min(rows, from + BATCH_ROWS);
      yield { group, from, to, first };
      first += to - from;
    }
  }
}
