import { basename } from "node:path";
import { BadCall } from "../contract/outcome.ts";
import type { ColumnKind, ColumnTable } from "../series/column-table.ts";
import { requireFile, resolvePath } from "./paths.ts";

/** What reading a table needs of the outside. */
export interface ColumnsWorld {
  stdin: (() => NodeJS.ReadableStream) | null;
  roots: string[];
  signal: AbortSignal;
  tick(): Promise<void>;
}

/**
 * Reads the named columns of a CSV (by its name or `-` for stdin) or parquet file, and no others.
 * BadCall when the file cannot be opened; SchemaError when a column is missing or of another kind.
 */
export async function readColumns(
  ref: string,
  wanted: Record<string, ColumnKind>,
  { stdin, roots, signal, tick }: ColumnsWorld,
): Promise<ColumnTable> {
  if (ref === "-") {
    if (stdin === null) throw new BadCall("'-' (stdin) is only for the terminal; name a file");
    const { streamedCsv } = await import("./csv/source.ts");
    return (await import("./columns-csv.ts")).readCsvColumns(
      await streamedCsv(stdin(), "stdin"),
      "stdin",
      wanted,
      signal,
    );
  }
  const path = resolvePath(ref, roots);
  requireFile(path, ref);
  if (/\.(parquet|pq)$/i.test(path)) {
    return (await import("./columns-parquet.ts")).readParquetColumns(path, ref, wanted, tick);
  }
  const { fileSource } = await import("./csv/source.ts");
  return (await import("./columns-csv.ts")).readCsvColumns(fileSource(path, ref), basename(path), wanted, signal);
}
