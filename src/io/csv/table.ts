import type { Table } from "../table.ts";
import { codeReader, readTimes, valueReader } from "./columns.ts";
import { type Dialect, openCsv } from "./csv.ts";
import { type NumberFormat, numberReader } from "./decimal.ts";
import type { ByteSource } from "./source.ts";

/** How the cells of a CSV are read. */
export interface CsvOptions extends Dialect, NumberFormat {
  /** Words that mean an empty cell. */
  missing: ReadonlySet<string>;
}

/** A CSV as a table. Refuses SchemaError as `openCsv` and `readRecords` do. */
export async function csvTable(
  source: ByteSource,
  options: CsvOptions,
  label: string,
  signal?: AbortSignal,
): Promise<Table> {
  const csv = await openCsv(source, options, label, signal);
  const readValues = valueReader(options.decimal, numberReader(options), options.missing);
  const readCodes = codeReader(options.missing);
  return {
    label,
    columns: csv.columns,
    mayName: () => true,
    async *batches() {
      for await (const { cells, first, done } of csv.rows()) {
        yield {
          first,
          rows: cells.rows,
          done,
          total: source.size,
          times: async (column, reader) => readTimes(cells, column, reader, first),
          values: async (column, labels) => readValues(cells, column, labels),
          codes: async (column, labels) => readCodes(cells, column, labels),
        };
      }
    },
  };
}
