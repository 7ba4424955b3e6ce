import { BadCall } from "../../contract/outcome.ts";
import type { CurveData, Data, SeriesData } from "../../series/dataset/dataset.ts";
import { parseFrequency } from "../../series/dataset/frequency-text.ts";
import { toCivil } from "../../series/dataset/grid.ts";
import { checkIndex } from "../../series/dataset/index-check.ts";
import { requireRegular } from "../../series/dataset/require.ts";
import { zoneOf } from "../../series/dataset/zone-of.ts";
import { dialectOf } from "../csv/csv.ts";
import type { Table } from "../table.ts";
import type { LoadFacts } from "./codec.ts";
import { openTable } from "./open-table.ts";
import { readCurves } from "./read-curves.ts";
import { readSeries } from "./read-series.ts";
import type { LoadRecipe } from "./recipe.ts";
import { type LoadRequest, READ_OPTIONS, type ReadOptions } from "./request.ts";

/** Data as they were read, before they have a handle. */
export interface Loaded {
  data: Data;
  facts: LoadFacts;
  recipe: LoadRecipe;
}

/** What is to be read: where the bytes are, and what they are. */
export interface LoadSource {
  path: string;
  sha256: string;
  format: LoadRecipe["content"]["format"];
  /** Names the file in messages about its cells. */
  file: string;
  /** Names the data in every later message. */
  label: string;
}

export interface LoadWorld {
  signal: AbortSignal;
  tick(): Promise<void>;
  progress(done: number, total: number, label: string): void;
}

/** The table, with whoever waits told of every batch: a column may need a reading of its own. */
function observed(table: Table, { progress }: LoadWorld): Table {
  return {
    ...table,
    async *batches() {
      for await (const batch of table.batches()) {
        yield batch;
        progress(batch.done, batch.total, `reading ${table.label}`);
      }
    },
  };
}

/** Reads a content as the request says. Refuses SchemaError, IrregularIndex (a stated frequency that does not hold). */
export async function loadTable(source: LoadSource, request: LoadRequest, world: LoadWorld): Promise<Loaded> {
  const read = readOptions(request, source);
  const table = observed(await openTable(source.path, source.format, read, source.file, world.signal), world);
  const content = { sha256: source.sha256, format: source.format };
  if ((request.as ?? "series") === "curves") {
    refuseOptions(request, ["target_column", "exog_columns", "frequency", "tz"], "curves");
    const { curves, shared_grid, columns, unused } = await readCurves(table, request, world.tick);
    const data: CurveData = { layout: "curves", label: source.label, handle: "", curves, shared_grid };
    const named = { time: columns.grid, target: columns.value, exog: [], curve: columns.curve, label: columns.label };
    return {
      data,
      facts: { unused, offsets: [] },
      recipe: { op: "load", content, read, as: "curves", columns: named, frequency: null },
    };
  }
  refuseOptions(request, ["curve_column", "value_column", "label_column"], "one series");
  const { index, y, x, unused, offsets } = await readSeries(table, request, world.tick);
  const data = await withFrequency(
    { layout: "series", label: source.label, handle: "", index, y, x, frequency: null, filled: null },
    request.frequency,
  );
  const columns = { time: index.name, target: y.name, exog: x.map(({ name }) => name), curve: null, label: null };
  const stated = request.frequency === undefined ? null : (data.frequency?.text ?? null);
  return {
    data,
    facts: { unused, offsets },
    recipe: { op: "load", content, read, as: "series", columns, frequency: stated },
  };
}

/** The request that a recipe stands for: every column named, so that nothing is found out anew. */
export function requestOf({ read, as, columns, frequency }: LoadRecipe): LoadRequest {
  const stated = frequency === null ? {} : { frequency };
  if (as === "curves") {
    return {
      ...read,
      as,
      time_column: columns.time,
      curve_column: columns.curve ?? undefined,
      value_column: columns.target ?? undefined,
      label_column: columns.label ?? undefined,
    };
  }
  return {
    ...read,
    as,
    time_column: columns.time,
    target_column: columns.target ?? undefined,
    exog_columns: columns.exog,
    ...stated,
  };
}

/** The series with its frequency: the stated one when every label is on its grid, else the one that is inferred. */
export async function withFrequency(data: SeriesData, stated: string | undefined): Promise<SeriesData> {
  const zone = await zoneOf(data.index.tz);
  const { kind, at } = data.index;
  const numeric = kind === "number" || kind === "position";
  const frequency = stated === undefined ? null : parseFrequency(stated, numeric ? 0 : toCivil(at[0], zone));
  if (frequency !== null && (frequency.unit === "step") !== numeric) {
    throw new BadCall(
      `frequency: '${stated}' is for ${numeric ? "times, and the labels are numbers; write 'step 1'" : "numbers, and the labels are times"}`,
    );
  }
  const found = checkIndex(data.index, frequency, zone);
  if (frequency !== null) requireRegular(data.label, data.index, found);
  return { ...data, frequency: found.frequency };
}

const CSV_ONLY = ["sep", "decimal", "thousands", "encoding"] as const;

/** The options that were given, in one spelling each, without those that say what holds anyway. */
function readOptions(request: LoadRequest, { format, file }: LoadSource): ReadOptions {
  if (format !== "csv") refuseOptions(request, [...CSV_ONLY], format);
  if (format !== "xlsx") refuseOptions(request, ["sheet"], format);
  const given = READ_OPTIONS.filter((key) => {
    const value = request[key];
    return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
  });
  const read: ReadOptions = Object.fromEntries(given.map((key) => [key, request[key]]));
  // The name is no part of a recipe, so what it says is written down.
  if (format === "csv" && read.sep === undefined && /\.tsv$/i.test(file)) read.sep = "tab";
  if (read.sep === undefined && read.encoding === undefined && read.decimal === undefined) return read;
  const { separator, encoding } = dialectOf(read.sep, read.encoding);
  const plain = { sep: ",", encoding: "utf-8", decimal: "." };
  const settled = { ...read, sep: separator, encoding, decimal: read.decimal ?? plain.decimal };
  const kept = Object.entries(settled).filter(([key, value]) => (plain as Record<string, unknown>)[key] !== value);
  return Object.fromEntries(kept);
}

function refuseOptions(request: LoadRequest, keys: (keyof LoadRequest)[], what: string): void {
  const given = keys.find((key) => {
    const value = request[key];
    return value !== undefined && !(Array.isArray(value) && value.length === 0);
  });
  if (given !== undefined) throw new BadCall(`${given}: does not apply to ${what}; leave it out`);
}
