import { ByteWriter, type ColumnSource, ParquetWriter } from "hyparquet-writer";
import type { Series } from "../../series/series.ts";
import type { TagMeta } from "../../series/tag-meta.ts";
import { META_KEY, serializeTagMeta } from "../meta.ts";
import { refuseCsvName } from "../paths.ts";
import { type ByteSink, openFileSink } from "../write-file.ts";
import { type GroupRows, rowBuffer, type ValueKind } from "./row-buffer.ts";

type Schema = ConstructorParameters<typeof ParquetWriter>[0]["schema"];

/** Rows in a row group: what DuckDB writes, small enough that an hour of a long archive reads in milliseconds. */
const GROUP_ROWS = 122_880;

/** Writes an archive row group by row group; holds at most one of them in memory. */
export interface ArchiveWriter {
  /** Adds rows, which go on where the last ones ended. Texts need a writer of kind `text`. */
  write(rows: Series): void;
  /** Rows written so far. */
  rows(): number;
  /** Writes what is left and the footer, and commits the sink. */
  finish(): void;
}

/**
 * A writer of parquet archives: timestamp as INT64 microseconds UTC (delta-encoded, required), value as DOUBLE or UTF8
 * (a NaN of the series is a null), quality as UTF8, statistics, and the tag metadata under `liquet.meta` alone.
 * Snappy, because every reader has it, it needs no further package to write, and with delta-encoded timestamps the
 * file is smaller than plain timestamps under zstd. When a call throws, the sink is aborted.
 */
export function createArchiveWriter(sink: ByteSink, meta: TagMeta, kind: ValueKind): ArchiveWriter {
  const bytes = new ByteWriter();
  const flush = () => {
    sink.write(bytes.getBytes());
    bytes.index = 0;
  };
  const parquet = new ParquetWriter({
    writer: Object.assign(bytes, { flush, finish: flush }),
    schema: schemaOf(kind),
    kvMetadata: [{ key: META_KEY, value: serializeTagMeta(meta) }],
    createdBy: "liquet",
  });
  const buffer = rowBuffer(GROUP_ROWS, kind, (rows) => {
    parquet.write({ columnData: columnsOf(rows), rowGroupSize: GROUP_ROWS });
  });
  return {
    write: (rows) => orAbort(sink, () => buffer.add(rows)),
    rows: () => buffer.rows(),
    finish: () =>
      orAbort(sink, () => {
        buffer.flush();
        if (buffer.rows() === 0) parquet.row_groups.push(emptyGroup(kind));
        parquet.finish();
        sink.commit();
      }),
  };
}

/**
 * Writes one series as an archive file, atomically. BadCall when the file exists and `overwrite` is not set, or cannot
 * be written. `ref` is the path as the caller typed it.
 */
export async function writeSeries(
  path: string,
  meta: TagMeta,
  rows: Series,
  { overwrite = false, ref = path, tick }: { overwrite?: boolean; ref?: string; tick?(): Promise<void> } = {},
): Promise<void> {
  refuseCsvName(ref);
  const sink = openFileSink(path, ref, overwrite);
  const writer = createArchiveWriter(sink, meta, rows.states ? "text" : "number");
  for (let from = 0; from < rows.t.length; from += GROUP_ROWS) {
    writer.write(piece(rows, from, from + GROUP_ROWS));
    try {
      await tick?.();
    } catch (cancelled) {
      sink.abort();
      throw cancelled;
    }
  }
  writer.finish();
}

/** arrow-rs cannot read a file without any row group as this library spells one, so an empty archive has one of 0 rows. */
function emptyGroup(kind: ValueKind): (typeof ParquetWriter.prototype.row_groups)[number] {
  const columns = schemaOf(kind)
    .slice(1)
    .map(({ name, type }) => ({
      file_offset: 4n,
      meta_data: {
        type: type ?? "BYTE_ARRAY",
        encodings: ["PLAIN" as const],
        path_in_schema: [name],
        codec: "SNAPPY" as const,
        num_values: 0n,
        total_uncompressed_size: 0n,
        total_compressed_size: 0n,
        data_page_offset: 4n,
      },
    }));
  return { columns, total_byte_size: 0n, num_rows: 0n, total_compressed_size: 0n };
}

function orAbort(sink: ByteSink, step: () => void): void {
  try {
    step();
  } catch (error) {
    sink.abort();
    throw error;
  }
}

function piece(rows: Series, from: number, to: number): Series {
  const states = rows.states && { code: rows.states.code.subarray(from, to), labels: rows.states.labels };
  return { ...rows, t: rows.t.subarray(from, to), v: rows.v.subarray(from, to), q: rows.q.subarray(from, to), states };
}

function schemaOf(kind: ValueKind): Schema {
  return [
    { name: "schema", num_children: 3 },
    {
      name: "timestamp",
      type: "INT64",
      repetition_type: "REQUIRED",
      converted_type: "TIMESTAMP_MICROS",
      logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MICROS" },
    },
    kind === "text" ? textElement("value") : { name: "value", type: "DOUBLE", repetition_type: "OPTIONAL" },
    textElement("quality"),
  ];
}

function textElement(name: string): Schema[number] {
  const logical_type = { type: "STRING" } as const;
  return { name, type: "BYTE_ARRAY", repetition_type: "OPTIONAL", converted_type: "UTF8", logical_type };
}

function columnsOf({ t, value, quality }: GroupRows): ColumnSource[] {
  return [
    { name: "timestamp", data: t, encoding: "DELTA_BINARY_PACKED" },
    { name: "value", data: value },
    { name: "quality", data: quality },
  ];
}
