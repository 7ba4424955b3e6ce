import { basename } from "node:path";
import type { FileMetaData } from "hyparquet";
import type { Archive } from "../contract/context.ts";
import { backwardSteps, refuseBackwards } from "../series/monotonic.ts";
import { declarations } from "../series/quality.ts";
import { stateSeverities } from "../series/row-quality.ts";
import { type TagMeta, tagOf } from "../series/tag-meta.ts";
import { parseTagMetaText, READ_META_KEYS } from "./meta.ts";
import { planColumns } from "./parquet/columns.ts";
import { schemaError } from "./parquet/damage.ts";
import { ingestHint, readFooter } from "./parquet/footer.ts";
import { readRows } from "./parquet/rows.ts";
import { type ByteSource, openSource } from "./parquet/source.ts";

/** What a caller may put in: a way to be cancelled while reading, and another way to open files (tests count bytes). */
export interface ParquetArchiveOptions {
  /** Called between pieces of work; throws when cancelled. */
  tick?(): Promise<void>;
  /** Told how many of the window's rows have been looked at. */
  progress?(done: number, total: number): void;
  open?(path: string, ref: string): ByteSource;
}

/**
 * Opens a parquet archive: one tag, columns timestamp, value and quality, tag metadata in its footer. Rows are read from
 * the file anew for each window; the file is not held open between.
 * BadCall when the path cannot be opened. SchemaError when it is not parquet, is damaged, or is not an archive.
 */
export async function openParquetArchive(
  path: string,
  ref: string,
  { tick = async () => {}, progress = () => {}, open = openSource }: ParquetArchiveOptions = {},
): Promise<Archive> {
  const label = basename(path);
  const { stamp, metadata, meta, columns } = await using(open(path, ref), async (source) => {
    const metadata = readFooter(source, label);
    const meta = tagMetaOf(metadata, label);
    return { stamp: source.stamp, metadata, meta, columns: planColumns(metadata, label) };
  });
  const tag = tagOf(meta);
  return {
    ref,
    meta,
    tag,
    read: (window) =>
      using(open(path, ref), async (source) => {
        if (source.stamp !== stamp) throw changed(label);
        const reading = { source, label, codecs: new Map(), tick };
        const rows = await readRows(reading, metadata, columns, window, progress);
        refuseBackwards(tag, backwardSteps(rows.t), rows.t.length, window ? "row of the window" : "row");
        if (rows.states) stateSeverities(rows, meta, declarations(meta));
        return rows;
      }),
  };
}

async function using<T>(source: ByteSource, use: (source: ByteSource) => Promise<T>): Promise<T> {
  try {
    return await use(source);
  } finally {
    source.close();
  }
}

function tagMetaOf(metadata: FileMetaData, label: string): TagMeta {
  for (const key of READ_META_KEYS) {
    const entry = metadata.key_value_metadata?.find((pair) => pair.key === key);
    if (entry) return parseTagMetaText(entry.value ?? "", label);
  }
  const found = `no ${READ_META_KEYS[0]} metadata, so it is not an archive`;
  throw schemaError(label, "metadata_key", found, ingestHint(label), { required: READ_META_KEYS });
}

function changed(label: string): Error {
  return schemaError(label, "file_changed", "the file changed after it was opened", "ask again");
}
