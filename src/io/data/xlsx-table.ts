import { refusal } from "../../contract/outcome.ts";
import { clip } from "../meta-fields.ts";
import type { Table } from "../table.ts";
import { type MemoryCell, memoryTable } from "./memory-table.ts";
import { packageMissing } from "./package-missing.ts";
import { sheetFault, zipEntries } from "./xlsx-size.ts";

/** What is used of the package. */
export interface ExcelReader {
  readSheet(bytes: Buffer, sheet?: number | string, options?: { trim?: boolean }): Promise<unknown[][]>;
  default(bytes: Buffer): Promise<{ sheet: string }[]>;
}

const loadReader = async () => (await import("read-excel-file/node")) as unknown as ExcelReader;

/** A workbook is a compressed archive: what it unpacks to must fit the memory. */
const MOST_UNPACKED = 1 << 30;

/**
 * Reads one sheet of an XLSX workbook (the first, or the one of that name) whose first row is the header. Date cells
 * are wall-clock times. Refuses PackageMissing and SchemaError (no workbook, no such sheet, no rows).
 */
export async function xlsxTable(
  bytes: Buffer,
  sheet: string | undefined,
  label: string,
  missing: ReadonlySet<string>,
  load: () => Promise<ExcelReader> = loadReader,
): Promise<Table> {
  const reader = await load().catch(() => {
    throw packageMissing("read-excel-file", "9.3.17", "XLSX workbooks");
  });
  const entries = zipEntries(bytes);
  if (entries === null) throw schema(label, "workbook", "is no XLSX workbook", "save it as .xlsx, or as CSV", null);
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  if (unpacked > MOST_UNPACKED)
    throw schema(label, "workbook_size", `unpacks to ${unpacked} bytes`, "save the sheet as CSV", unpacked);
  const fault = sheetFault(bytes, entries);
  if (fault !== null) throw schema(label, "workbook_size", fault, "save the sheet as CSV", null);
  const [header = [], ...rows] = await readSheet(reader, bytes, sheet, label);
  const names = header.map((cell) => (cell === null || cell === undefined ? "" : String(cell).trim()));
  if (names.length === 0) throw schema(label, "rows", "holds no rows on that sheet", "name the sheet with --sheet", 0);
  const columns = names.map((_, c) => rows.map((row) => cellOf(row[c])));
  return memoryTable(label, names, columns, missing);
}

async function readSheet(reader: ExcelReader, bytes: Buffer, sheet: string | undefined, label: string) {
  try {
    return await reader.readSheet(bytes, sheet ?? 1, { trim: false });
  } catch (error) {
    const name = String((error as Error)?.name ?? "");
    if (!/SheetNotFound/.test(name + String((error as Error)?.constructor?.name))) {
      throw schema(
        label,
        "workbook",
        `cannot be read as a workbook (${clip(String((error as Error)?.message))})`,
        "save it again as .xlsx",
        null,
      );
    }
    const sheets = (await reader.default(bytes)).map((each) => each.sheet);
    const found = `has no sheet '${clip(sheet ?? "")}' (there are ${sheets.slice(0, 20).map(clip).join(", ")})`;
    throw schema(label, "sheet", found, "name one of them with --sheet", sheets.slice(0, 20));
  }
}

function cellOf(cell: unknown): MemoryCell {
  if (cell === null || cell === undefined) return null;
  if (cell instanceof Date || typeof cell === "number" || typeof cell === "boolean") return cell;
  return String(cell);
}

function schema(label: string, check: string, found: string, remedy: string, observed: unknown): Error {
  return refusal("SchemaError", `${label}: ${found}; ${remedy}`, { check, file: label, observed, remedy });
}
