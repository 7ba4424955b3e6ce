import { Refusal, refusal } from "../../contract/outcome.ts";
import { writtenOtherwise } from "../ingest/number-words.ts";
import { clip } from "../meta-fields.ts";
import type { Table } from "../table.ts";

/** One column read as numbers, and what in it was none. */
export interface NumbersFound {
  values: Float64Array;
  n_text: number;
  /** The first cell that is text, by data row from 0. */
  first_text: { row: number; text: string } | null;
}

/** A series and what explains it are held in memory: 2 GB of numbers. */
const MOST_CELLS = 2 ** 28;

function tooManyCells({ label }: Table): Error {
  const remedy = "name the columns that are needed, or aggregate the rows";
  const cause = `${label}: more than ${MOST_CELLS} cells to be read at once; ${remedy}`;
  return refusal("SchemaError", cause, {
    check: "cells_at_once",
    file: label,
    required: `at most ${MOST_CELLS}`,
    remedy,
  });
}

/** Reads columns of a table as numbers in one pass, by their number; null for a column that cannot hold numbers. */
export async function readNumberColumns(
  table: Table,
  columns: number[],
  tick: () => Promise<void>,
): Promise<(NumbersFound | null)[]> {
  const pieces = columns.map(() => [] as Float64Array[]);
  let cells = 0;
  const found = columns.map((): NumbersFound | null => ({ values: new Float64Array(0), n_text: 0, first_text: null }));
  for await (const batch of table.batches()) {
    for (const [i, column] of columns.entries()) {
      const facts = found[i];
      if (facts === null) continue;
      const words = firstWord();
      try {
        const { v, text } = await batch.values(column, words);
        pieces[i].push(v);
        if (text !== null) noteText(facts, text, batch.first, words.text());
      } catch (error) {
        // A parquet column of another type, or nested: not one of numbers.
        if (!(error instanceof Refusal) || !["column_type", "columns"].includes(error.details.check)) throw error;
        found[i] = null;
      }
    }
    cells += batch.rows * columns.length;
    if (cells > MOST_CELLS) throw tooManyCells(table);
    await tick();
  }
  return found.map((facts, i) => facts && { ...facts, values: joined(pieces[i]) });
}

/** Reads one column as texts: the text of each code, and each row's code (-1 where the cell is empty). */
export async function readTextColumn(table: Table, column: number): Promise<{ codes: Int32Array; texts: string[] }> {
  const index = new Map<string, number>();
  const texts: string[] = [];
  const of = (text: string) => {
    const known = index.get(text);
    if (known !== undefined) return known;
    index.set(text, texts.length);
    return texts.push(text) - 1;
  };
  const pieces: Int32Array[] = [];
  for await (const batch of table.batches()) pieces.push(await batch.codes(column, { list: texts, of }));
  const codes = new Int32Array(pieces.reduce((n, piece) => n + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    codes.set(piece, at);
    at += piece.length;
  }
  return { codes, texts };
}

/** The numbers of a column. Refuses SchemaError with the row of the first text. `role` is the option that named it. */
export function requireNumbers(found: NumbersFound | null, table: Table, name: string, role: string): Float64Array {
  if (found !== null && found.n_text === 0) return found.values;
  const remedy =
    writtenOtherwise(found?.first_text?.text ?? "") ??
    `name a column of numbers with --${role}, or what means a missing value with --na`;
  const seen =
    found?.first_text === undefined || found?.first_text === null
      ? "is of a type that holds no numbers"
      : `holds text in ${found.n_text} of ${found.values.length} rows, first '${clip(found.first_text.text)}' in data row ${found.first_text.row + 1}`;
  throw refusal("SchemaError", `${table.label}: column '${clip(name)}' ${seen}; ${remedy}`, {
    check: "column_type",
    file: table.label,
    column: name,
    row: found?.first_text ? found.first_text.row + 1 : null,
    observed: found?.n_text ?? null,
    required: "numbers",
    remedy,
  });
}

function noteText(facts: NumbersFound, text: Int32Array, first: number, word: string): void {
  for (let i = 0; i < text.length; i++) {
    if (text[i] < 0) continue;
    facts.n_text++;
    facts.first_text ??= { row: first + i, text: word };
  }
}

/** Only the first text is wanted: a column of a million names is not kept. */
function firstWord() {
  let first = "";
  let seen = false;
  return {
    list: [] as string[],
    of(text: string) {
      if (!seen) [first, seen] = [text, true];
      return 0;
    },
    text: () => first,
  };
}

function joined(pieces: Float64Array[]): Float64Array {
  if (pieces.length === 1) return pieces[0];
  const out = new Float64Array(pieces.reduce((n, piece) => n + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}
