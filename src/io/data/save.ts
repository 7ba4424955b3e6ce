import { ByteWriter, type ColumnSource, ParquetWriter } from "hyparquet-writer";
import { BadCall } from "../../contract/outcome.ts";
import { csvCell } from "../../series/csv-cell.ts";
import type { Data } from "../../series/dataset/dataset.ts";
import { type PlainCell, plainColumns } from "../../series/dataset/rows-of.ts";
import { formatOf } from "./open-table.ts";

export const SAVE_FORMATS = ["csv", "parquet", "json"] as const;
export type SaveFormat = (typeof SAVE_FORMATS)[number];

/** The format of a file to be written: stated, or by its ending. BadCall when neither says one, or they differ. */
export function saveFormat(path: string, stated: SaveFormat | undefined): SaveFormat {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1].toLowerCase() ?? "";
  const byName = SAVE_FORMATS.find((format) => format === ending);
  if (stated === undefined && byName === undefined)
    throw new BadCall(`path: '${path}' ends in none of .csv .parquet .json; state one with --format`);
  // An ending that means another format to readers would have the file refused or misread by name.
  const readAs = formatOf(path);
  if (stated !== undefined && readAs !== null && stated !== readAs) {
    throw new BadCall(`format: '${path}' ends in .${ending} and --format says ${stated}; let them agree`);
  }
  return stated ?? byName ?? "csv";
}

/** Data as the bytes of a file, which reads back as the same numbers. JSON is one record a row. */
export function encodeFile(data: Data, format: SaveFormat): Uint8Array {
  const columns = plainColumns(data);
  if (format === "csv") return Buffer.from(csv(columns), "utf8");
  if (format === "json") return Buffer.from(json(columns), "utf8");
  return parquet(data, columns);
}

function rowsIn(columns: Map<string, PlainCell[]>): number {
  return [...columns.values()][0].length;
}

function csv(columns: Map<string, PlainCell[]>): string {
  const lists = [...columns.values()];
  const lines = Array.from({ length: rowsIn(columns) }, (_, i) =>
    lists.map((cells) => csvCell(cells[i] === null ? "" : String(cells[i]))).join(","),
  );
  return `${[...columns.keys()].map(csvCell).join(",")}\n${lines.map((line) => `${line}\n`).join("")}`;
}

function json(columns: Map<string, PlainCell[]>): string {
  const entries = [...columns];
  const rows = Array.from({ length: rowsIn(columns) }, (_, i) =>
    JSON.stringify(Object.fromEntries(entries.map(([name, cells]) => [name, cells[i]]))),
  );
  return `[\n${rows.join(",\n")}\n]\n`;
}

function parquet(data: Data, columns: Map<string, PlainCell[]>): Uint8Array {
  const names = [...columns.keys()];
  const time =
    data.layout === "series" && (data.index.kind === "instant" || data.index.kind === "civil") ? data.index : null;
  const schema = names.map((name, c) =>
    c === 0 && time ? timeElement(name, time.kind === "instant") : elementOf(name, columns.get(name) ?? []),
  );
  const writer = new ByteWriter();
  const file = new ParquetWriter({
    writer,
    schema: [{ name: "schema", num_children: names.length }, ...schema],
    createdBy: "liquet",
  });
  const source = (name: string, c: number): ColumnSource =>
    c === 0 && time
      ? { name, data: BigInt64Array.from(time.at, (us) => BigInt(us)) as unknown as ColumnSource["data"] }
      : { name, data: columns.get(name) as ColumnSource["data"] };
  file.write({ columnData: names.map(source) });
  file.finish();
  return writer.getBytes();
}

type Element = ConstructorParameters<typeof ParquetWriter>[0]["schema"][number];

function timeElement(name: string, isAdjustedToUTC: boolean): Element {
  const logical_type = { type: "TIMESTAMP", isAdjustedToUTC, unit: "MICROS" } as const;
  return {
    name,
    type: "INT64",
    repetition_type: "REQUIRED",
    converted_type: isAdjustedToUTC ? "TIMESTAMP_MICROS" : undefined,
    logical_type,
  };
}

function elementOf(name: string, cells: PlainCell[]): Element {
  if (!cells.some((cell) => typeof cell === "string")) return { name, type: "DOUBLE", repetition_type: "OPTIONAL" };
  return {
    name,
    type: "BYTE_ARRAY",
    repetition_type: "OPTIONAL",
    converted_type: "UTF8",
    logical_type: { type: "STRING" },
  };
}
