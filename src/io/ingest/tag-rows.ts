import { refusal } from "../../contract/outcome.ts";
import type { SeriesChunk } from "../../series/builder.ts";
import type { Zone } from "../../series/calendar.ts";
import { type Labels, labels } from "../../series/labels.ts";
import type { Table, TableBatch } from "../table.ts";
import { type LocalOrder, localOrder } from "../timestamps/local-order.ts";
import { type TimestampReader, timestampReader } from "../timestamps/reader.ts";
import type { Layout } from "./layout.ts";
import { NUMBERS } from "./number-words.ts";
import type { IngestPlan } from "./plan.ts";

/** Some rows of one tag, in file order; codes index the dictionaries of the pass. */
export interface TagRows extends SeriesChunk {
  /** The tag's number in `Pass.tags`. */
  tag: number;
  nanos: Uint16Array | null;
  /** Data row of each row, from 0; null when they are `first`, `first + 1`, … */
  numbers: Int32Array | null;
  first: number;
}

/** One pass over a table, its rows dealt out by tag. Lists grow as it goes. */
export interface Pass {
  tags: readonly string[];
  qualities: readonly string[];
  texts: readonly string[];
  /** Whether the timestamps carry no offset: null before the first row. */
  naive(): boolean | null;
  batches(): AsyncGenerator<{ batch: TableBatch; parts: TagRows[] }>;
}

/** What dealing rows needs and leaves behind. */
interface Dealer {
  layout: Layout;
  reader: TimestampReader;
  tags: Labels;
  qualities: Labels;
  texts: Labels;
  /** Code of the assumed quality, where no column states one. */
  assumed: number;
  places: Places;
  keep: ReadonlySet<number> | null;
  /** Rows whose tag cell is empty: how many, and the data row of the first. */
  blank: { rows: number; first: number };
}

/** Begins a pass. `keep` limits it to some tags, by number; the value columns of others are then not read. */
export function startPass(
  table: Table,
  layout: Layout,
  plan: IngestPlan,
  keep: ReadonlySet<number> | null = null,
): Pass {
  const { label } = table;
  const qualities = labels(`${label}: the quality column`);
  const dealer: Dealer = {
    layout,
    reader: timestampReader(plan.timestamps, label),
    tags: labels(`${label}: the tag column`),
    qualities,
    texts: labels(`${label}: the value column`, NUMBERS),
    assumed: plan.assumed === null ? -1 : qualities.of(plan.assumed),
    places: placer(plan.zone, label),
    keep,
    blank: { rows: 0, first: 0 },
  };
  const deal = layout.tag === null ? dealColumns : dealLong;
  return {
    tags: layout.tag === null ? layout.series.map(({ name }) => name) : dealer.tags.list,
    qualities: qualities.list,
    texts: dealer.texts.list,
    naive: () => dealer.reader.naive(),
    async *batches() {
      for await (const batch of table.batches()) yield { batch, parts: await deal(batch, dealer) };
      if (dealer.blank.rows > 0) throw blankTag(label, dealer.blank);
      dealer.places.finish();
    },
  };
}

/** Turns wall-clock times into instants, each series in its own row order. */
interface Places {
  place(us: Float64Array, series: number, row: (i: number) => number): void;
  finish(): void;
}

function placer(zone: Zone | null, label: string): Places {
  const orders: LocalOrder[] = [];
  return {
    place(us, series, row) {
      if (!zone) return;
      orders[series] ??= localOrder(zone, label);
      const order = orders[series];
      for (let i = 0; i < us.length; i++) us[i] = order.place(us[i], row(i));
    },
    finish() {
      for (const order of orders) order?.finish();
    },
  };
}

/** Single and wide: every row is a row of every tag. */
async function dealColumns(batch: TableBatch, dealer: Dealer): Promise<TagRows[]> {
  const { layout, reader, places, keep } = dealer;
  const { us, nanos } = await batch.times(layout.time, reader);
  if (reader.naive()) places.place(us, 0, (i) => batch.first + i);
  const parts: TagRows[] = [];
  for (const [tag, { value, quality }] of layout.series.entries()) {
    if (keep && !keep.has(tag)) continue;
    const { v, text } = await batch.values(value, dealer.texts);
    const codes = await qualityCodes(batch, quality, dealer);
    parts.push({ tag, t: us, nanos, v, text, quality: codes, numbers: null, first: batch.first });
  }
  return parts;
}

/** Long: a column says whose row it is. */
async function dealLong(batch: TableBatch, dealer: Dealer): Promise<TagRows[]> {
  const { layout, reader, places, keep } = dealer;
  const owner = await batch.codes(layout.tag ?? -1, dealer.tags);
  const { us, nanos } = await batch.times(layout.time, reader);
  const { v, text } = await batch.values(layout.series[0].value, dealer.texts);
  const quality = await qualityCodes(batch, layout.series[0].quality, dealer);
  const parts: TagRows[] = [];
  for (const [tag, rows] of rowsByTag(owner, batch.first, dealer.blank)) {
    if (keep && !keep.has(tag)) continue;
    const numbers = rows.map((i) => batch.first + i);
    const t = Float64Array.from(rows, (i) => us[i]);
    if (reader.naive()) places.place(t, tag, (i) => numbers[i]);
    parts.push({
      tag,
      t,
      nanos: nanos && Uint16Array.from(rows, (i) => nanos[i]),
      v: Float64Array.from(rows, (i) => v[i]),
      text: text && textOf(rows, text),
      quality: rows.map((i) => quality[i]),
      numbers,
      first: numbers[0],
    });
  }
  return parts;
}

async function qualityCodes(batch: TableBatch, column: number | null, dealer: Dealer): Promise<Int32Array> {
  if (column !== null) return batch.codes(column, dealer.qualities);
  return new Int32Array(batch.rows).fill(dealer.assumed);
}

/** The texts of some rows; null when none of them is text. */
function textOf(rows: Int32Array, text: Int32Array): Int32Array | null {
  const own = rows.map((i) => text[i]);
  return own.some((code) => code >= 0) ? own : null;
}

/** Positions of each tag's rows within a batch, by tag in order of sight; rows without a tag are counted. */
function rowsByTag(owner: Int32Array, first: number, blank: Dealer["blank"]): Map<number, Int32Array> {
  const rows = new Map<number, number[]>();
  for (let i = 0; i < owner.length; i++) {
    if (owner[i] < 0) {
      if (blank.rows++ === 0) blank.first = first + i + 1;
      continue;
    }
    const of = rows.get(owner[i]);
    if (of) of.push(i);
    else rows.set(owner[i], [i]);
  }
  return new Map([...rows].map(([tag, places]) => [tag, Int32Array.from(places)]));
}

function blankTag(label: string, { rows, first }: Dealer["blank"]): Error {
  const remedy = "name a tag in every row";
  const found = `the tag column is blank in ${rows} row${rows === 1 ? "" : "s"}, first in data row ${first}`;
  return refusal("SchemaError", `${label}: ${found}; ${remedy}`, {
    check: "tag_blank",
    file: label,
    row: first,
    observed: rows,
    required: 0,
    remedy,
  });
}
