import { refusal } from "../../contract/outcome.ts";
import type { Labels } from "../../series/labels.ts";
import { readNumber } from "../../series/numeric-text.ts";
import { clip } from "../meta-fields.ts";
import type { TableBatch } from "../table.ts";
import type { TagFacts } from "./tag-check.ts";

/** Rows that share one text of a column. */
interface Group {
  rows: number;
  first: number;
  last: number;
  increasing: boolean;
}

/** Watches the columns that nothing reads: one of them may say that the rows are several tags. */
export interface OneSeriesCheck {
  add(batch: TableBatch, t: Float64Array): Promise<void>;
  /** Refuses SchemaError when a column splits the rows into several series. */
  judge(facts: TagFacts, label: string, names: readonly string[]): void;
}

/** A column with more distinct texts than this does not name tags. */
const MOST_GROUPS = 10_000;
/** Columns watched, from the left; an export with more unread ones is wide. */
const MOST_COLUMNS = 256;

/** A check of the columns with these numbers, that has seen no row. */
export function oneSeriesCheck(columns: readonly number[]): OneSeriesCheck {
  const watches = columns.slice(0, MOST_COLUMNS).map((column) => watchColumn(column));
  return {
    async add(batch, t) {
      for (const watch of watches) await watch.add(batch, t);
    },
    judge(facts, label, names) {
      const disordered = facts.repeats > 0 || facts.backwards.steps > 0;
      const found = watches.find((watch) => watch.splits(disordered));
      if (found) throw severalTags(label, names[found.column], facts, found.groups());
    },
  };
}

function watchColumn(column: number) {
  let groups: Group[] = [];
  let given = false;
  let [rows, changes, previous] = [0, 0, -2];
  const texts = boundedLabels(MOST_GROUPS);
  return {
    column,
    groups: () => groups.filter((group) => group.rows > 0).length,
    async add(batch: TableBatch, t: Float64Array): Promise<void> {
      if (given) return;
      const codes = await batch.codes(column, texts);
      if (texts.full()) {
        [given, groups] = [true, []];
        return;
      }
      for (let i = 0; i < codes.length; i++) {
        if (codes[i] !== previous && rows > 0) changes++;
        previous = codes[i];
        rows++;
        addRow(groups, codes[i] + 1, t[i]);
      }
    },
    /** True when the column cuts the rows into series of their own that run side by side. */
    splits(disordered: boolean): boolean {
      // In rows that are in order, a column is suspect only if it reads like a name that alternates.
      const named = groups[0] === undefined && !texts.list.some(isFraction) && 2 * changes > rows - 1;
      if (given || !(disordered || named)) return false;
      const present = groups.filter((group) => group.rows > 0);
      return present.every((group) => group.increasing) && overlap(present.filter((group) => group.rows >= 2));
    },
  };
}

function addRow(groups: Group[], at: number, t: number): void {
  const group = groups[at];
  if (!group) groups[at] = { rows: 1, first: t, last: t, increasing: true };
  else {
    group.rows++;
    if (t <= group.last) group.increasing = false;
    group.last = t;
  }
}

/** Two of the groups share more than an instant. */
function overlap(groups: Group[]): boolean {
  let latest = Number.NEGATIVE_INFINITY;
  for (const { first, last } of [...groups].sort((a, b) => a.first - b.first)) {
    if (first < latest) return true;
    latest = Math.max(latest, last);
  }
  return false;
}

/** A number that is not whole is a measurement, no name. */
function isFraction(text: string): boolean {
  return !Number.isInteger(readNumber(text) ?? 0);
}

function boundedLabels(limit: number): Labels & { full(): boolean } {
  const index = new Map<string, number>();
  const list: string[] = [];
  return {
    list,
    full: () => list.length >= limit,
    of(text) {
      const known = index.get(text);
      if (known !== undefined) return known;
      if (list.length >= limit) return -1;
      index.set(text, list.length);
      return list.push(text) - 1;
    },
  };
}

function severalTags(label: string, column: string, facts: TagFacts, groups: number): Error {
  const back = facts.backwards.steps;
  const symptoms = [
    facts.repeats > 0 ? `${facts.repeats} repeated timestamp${facts.repeats === 1 ? "" : "s"}` : "",
    back > 0 ? `${back} step${back === 1 ? "" : "s"} back` : "",
  ].filter((text) => text !== "");
  const seen = symptoms.length > 0 ? ` (${symptoms.join(", ")})` : "";
  const remedy = `the export holds several tags, so pass --tag-col '${clip(column)}'`;
  return refusal(
    "SchemaError",
    `${label}: column '${clip(column)}' splits the ${facts.rows} rows${seen} into ${groups} series, each in time order; ${remedy}`,
    { check: "one_series", file: label, column, observed: groups, required: 1, rows: facts.rows, remedy },
  );
}
