import type { DerivedRecipe } from "../io/data/derive.ts";
import type { OpenedData } from "../io/data/open-data.ts";
import type { LoadRequest } from "../io/data/request.ts";
import type { SaveFormat } from "../io/data/save.ts";
import type { IngestReport, IngestRequest } from "../io/ingest/request.ts";
import type { ColumnKind, ColumnTable } from "../series/column-table.ts";
import type { Data } from "../series/dataset/dataset.ts";
import type { Series } from "../series/series.ts";
import type { TagMeta } from "../series/tag-meta.ts";
import type { ExperimentRecords } from "../store/experiment-record.ts";
import type { Store } from "../store/store.ts";
import type { Jobs } from "./job.ts";
import type { Question, QuestionReply, WritingTask, Written } from "./need.ts";
import type { Window } from "./window.ts";

/** One tag's archive, opened: metadata is known, rows are read on demand. */
export interface Archive {
  /** The path as the caller typed it. */
  ref: string;
  meta: TagMeta;
  /** `source_id:point_id`. */
  tag: string;
  /**
   * Rows of the window in file order (all rows when null). Only the needed row groups are read. Refuses
   * NonMonotonicIndex when time runs backwards inside the window, SchemaError on unexplained text.
   */
  read(window: Window | null): Promise<Series>;
}

/** What was read to make an answer: the digest is over the canonical rows, not over the file's encoding. */
export interface Provenance {
  archive: string;
  /** `source_id:point_id` of an archive; of a table the columns that were read, with commas between. */
  tag: string;
  rows: number;
  sha256: string;
}

/** One pure piece of a run: a command and its arguments. Where it is executed does not change its answer. */
export interface Unit {
  command: string;
  arguments: Record<string, unknown>;
}

/** What a unit came to, as plain data: `document` for evidence and refusals, `text` for evidence, `line` otherwise. */
export interface UnitResult {
  status: 0 | 2 | 3;
  document: Record<string, unknown> | null;
  text: string[];
  line: string | null;
}

/** A pure function for worker threads: an entry of `tasks` in a command's file, and what it is told once. */
export interface PoolTask {
  command: string;
  task: string;
  /** Plain data. Each thread has a copy of its own. */
  shared: unknown;
}

/** A picture beside an answer. */
export interface Attachment {
  mime: "image/png";
  bytes: Uint8Array;
}

/** Some lines of a text. */
export interface LineBatch {
  /** Number of the first line, from 1. */
  first: number;
  /** Without their ends. */
  lines: string[];
  /** Bytes read so far, of how many; null when that is not known. */
  done: number;
  total: number | null;
}

/** A file of lines that outlives the process: what it holds, and what is added to it. */
export interface LineLog {
  /** Whole lines that are not empty; a last line without its end is none. */
  lines(): AsyncIterable<string>;
  /** Adds a line (which must hold no line end). A process killed after this has returned does not lose it. */
  append(line: string): Promise<void>;
  close(): Promise<void>;
}

/** A new file, written piece by piece. It has its name only after `commit`; `abandon` leaves nothing behind. */
export interface FileStream {
  write(text: string): Promise<void>;
  commit(): Promise<void>;
  abandon(): Promise<void>;
}

/** The world outside a command, injected: files, clock, progress and cancellation. Nothing else reaches a command. */
export interface Ctx {
  archive(ref: string): Promise<Archive>;
  /** Reads the named columns of a CSV or parquet table, whole. Refuses SchemaError when one is missing or of another kind. */
  table(ref: string, columns: Record<string, ColumnKind>): Promise<ColumnTable>;
  /** Reads a file the caller named (metadata, plans, answers). BadCall when it cannot be opened. */
  readText(path: string): Promise<string>;
  /** The lines of a UTF-8 text file the caller named, or of stdin for `-`. BadCall when it cannot be opened. */
  lines(path: string): AsyncIterable<LineBatch>;
  /** Adds to the provenance what the command itself read through `lines`. */
  noteRead(entry: Provenance): void;
  /**
   * Says that what is computed with came from a file whose inner numbers nothing vouches for (a model): a step that
   * breaks on them refuses the file, and is no bug of ours.
   */
  distrust(ref: string): void;
  /** What `distrust` was told of first, or null. */
  distrusted(): string | null;
  /** Reads a TOML file the caller named. BadCall when it cannot be opened or is not TOML. */
  readToml(path: string): Promise<Record<string, unknown>>;
  /** The files that match glob patterns, each pattern's matches sorted; patterns are relative to `folder`. */
  glob(patterns: string[], folder: string): Promise<{ pattern: string; paths: string[] }[]>;
  /** What tells one state of a file from another: its size and when it was last written. Null when it is not there. */
  fingerprint(path: string): Promise<{ size: number; modified_ms: number } | null>;
  /** Draws an SVG as PNG. Refuses PackageMissing where the optional renderer is not installed. */
  png(svg: string): Promise<Uint8Array>;
  /**
   * Runs independent calls on `workers` threads (by default one a processor, at most 8). Results come in the units' order
   * whatever the number of workers; `done` is told of each as it finishes. Cancelling ends the workers.
   */
  runUnits(
    units: Unit[],
    options: { workers?: number; done?(index: number, result: UnitResult): Promise<void> },
  ): Promise<UnitResult[]>;
  /**
   * Keeps `workers` threads (by default one a processor, at most 8) for as long as `use` works: `each` runs a task on
   * pieces of plain data and gives the results in the pieces' order, whatever the number of threads; `done` is told after
   * each. Cancelling ends the threads, in whatever loop they are.
   */
  pool<I, O, T>(
    task: PoolTask,
    use: (each: (pieces: I[], done?: () => Promise<void>) => Promise<O[]>) => Promise<T>,
    options?: { workers?: number },
  ): Promise<T>;
  /** Writes a file atomically; BadCall when it exists and `overwrite` is not set. */
  write(path: string, bytes: Uint8Array | string, options?: { overwrite?: boolean }): Promise<void>;
  /** Opens a file of lines to read and to add to; it is made when missing. BadCall when it cannot be written. */
  lineLog(path: string): Promise<LineLog>;
  /** Starts a file that is written in pieces, as `write` does. */
  stream(path: string, options?: { overwrite?: boolean }): Promise<FileStream>;
  /**
   * Opens the experiment records (`db` as the caller named it, null for the default file), lets `use` work on them and
   * closes them. Reading never makes the file. Refuses StoreUnavailable.
   */
  records<T>(db: string | null, mode: "read" | "write", use: (records: ExperimentRecords) => T): Promise<T>;
  /**
   * Data by what names them: a `data_` handle, `demo:NAME`, a path, `-` or a URL, read as the request says (see
   * `requireSeries` and `requireCurves` for what comes out). Refuses UnknownHandle, DataChanged and SchemaError.
   */
  data(ref: string, request?: LoadRequest): Promise<Data>;
  /** As `data`, with what made them; null for rows that the request holds itself. */
  loadData(ref: string | null, request: LoadRequest): Promise<OpenedData>;
  /** Data made of other data: keeps the recipe and computes it. */
  deriveData(recipe: DerivedRecipe): Promise<OpenedData>;
  /** Writes data to a file, as `write` does, in the stated format or that of its ending, which is returned. */
  saveData(path: string, data: Data, options: { format?: SaveFormat; overwrite: boolean }): Promise<SaveFormat>;
  /** liquet's own store of recipes, contents and results that can be computed again. Not the caller's environment. */
  store(): Promise<Store>;
  /** The jobs of the store: calls in processes of their own, which outlive this one. */
  jobs(): Promise<Jobs>;
  /** Writes a series as a parquet archive, as `write` does. */
  writeArchive(path: string, meta: TagMeta, rows: Series, options?: { overwrite?: boolean }): Promise<void>;
  /** Turns an export into archives (streamed; see src/io/ingest). */
  ingest(request: IngestRequest): Promise<IngestReport>;
  /** What this installation is: for `doctor` only. */
  environment(): Promise<{ node: string; platform: string; checks: { check: string; ok: boolean; detail: string }[] }>;
  /** Runs another command in the same world; what it read is added to this answer's provenance. */
  invoke(command: string, args: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** As `invoke`, where only evidence will do: a refusal of the other command becomes this command's refusal. */
  need(command: string, args: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** What `call` shows in place of these arguments: a handle for large inline arrays. Undefined leaves one out. */
  echo(args: Record<string, unknown>): void;
  /** The arguments that `echo` was given. */
  echoed(): Record<string, unknown>;
  /** A picture to go with the answer, where the surface can show one: over MCP it follows the text. */
  attach(image: Attachment): void;
  attached(): Attachment[];
  /**
   * Asks the person at the client; absent where nobody can be asked. The call may be made again from its start with the
   * reply, so ask before anything is changed, and let what this throws pass.
   */
  ask?(key: string, question: Question): Promise<QuestionReply>;
  /** Has the client's model write, as `ask` asks; null when it did not. The text is of outside: check it. */
  sample?(key: string, task: WritingTask): Promise<Written | null>;
  /** What this call has read so far, one entry an archive. */
  provenance(): Provenance[];
  version: string;
  now(): Date;
  signal: AbortSignal;
  /** Yields to the event loop and throws when cancelled: call it between chunks of a long loop. */
  tick(): Promise<void>;
  progress(done: number, total: number, label: string): void;
  log(message: string): void;
}
