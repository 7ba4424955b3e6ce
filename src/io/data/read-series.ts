import { Refusal } from "../../contract/outcome.ts";
import type { Zone } from "../../series/calendar.ts";
import type { NumberColumn, TimeIndex } from "../../series/dataset/dataset.ts";
import { zoneOf } from "../../series/dataset/zone-of.ts";
import type { Table, TableBatch } from "../table.ts";
import type { TimestampOptions } from "../timestamps/reader.ts";
import { chooseColumns } from "./choose-columns.ts";
import { type LabelReader, labelReader } from "./label-reader.ts";
import type { LoadRequest } from "./request.ts";

/** A series as a file holds it. */
export interface SeriesRead {
  index: TimeIndex;
  y: NumberColumn;
  x: NumberColumn[];
  /** Names of the columns that were left aside. */
  unused: string[];
  /** Distinct UTC offsets of the labels, in minutes. */
  offsets: number[];
}

/** Reads one series of a table. Refuses SchemaError as `chooseColumns` and `labelReader` do. */
export async function readSeries(table: Table, request: LoadRequest, tick: () => Promise<void>): Promise<SeriesRead> {
  const columns = await chooseColumns(table, request, tick);
  const { index, offsets } = await readIndex(table, columns.time, columns.y.values.length, request);
  return { index, y: columns.y, x: columns.x, unused: columns.unused, offsets };
}

async function readIndex(
  table: Table,
  column: number | null,
  rows: number,
  request: LoadRequest,
): Promise<{ index: TimeIndex; offsets: number[] }> {
  if (column === null) {
    const at = Float64Array.from({ length: rows }, (_, i) => i);
    return { index: { kind: "position", name: null, at, tz: null, style: "datetime" }, offsets: [] };
  }
  const reader = labelReader(timestampOptions(request), table.label);
  const at = new Float64Array(rows);
  for await (const batch of table.batches()) at.set(await labelsOf(batch, column, reader), batch.first);
  const found = reader.kind() ?? "number";
  const zone = await zoneOf(request.tz);
  const placed = found === "civil" && zone !== null;
  if (placed) await placeIn(at, zone, table.label);
  const kind = placed ? ("instant" as const) : found;
  const tz = kind === "instant" ? (request.tz ?? null) : null;
  return {
    index: { kind, name: table.columns[column], at, tz, style: kind === "instant" ? "datetime" : reader.style() },
    offsets: reader.offsets(),
  };
}

/** Labels; a column that cannot hold any (a parquet column of fractions) is one of numbers. */
async function labelsOf(batch: TableBatch, column: number, reader: LabelReader): Promise<Float64Array> {
  try {
    return (await batch.times(column, reader)).us;
  } catch (error) {
    if (!(error instanceof Refusal) || error.details.check !== "column_type") throw error;
    const { v } = await batch.values(column, { list: [], of: () => 0 });
    v.forEach((number, i) => {
      reader.readText(Number.isNaN(number) ? "" : String(number), batch.first + i);
    });
    return v;
  }
}

function timestampOptions({ timestamp_format, timestamp_unit, dayfirst, tz }: LoadRequest): TimestampOptions {
  return { format: timestamp_format, unit: timestamp_unit, dayfirst, tz };
}

async function placeIn(at: Float64Array, zone: Zone, label: string): Promise<void> {
  const { localOrder } = await import("../timestamps/local-order.ts");
  const order = localOrder(zone, label);
  for (let row = 0; row < at.length; row++) at[row] = order.place(at[row], row);
  order.finish();
}
