import { type Refusal, refusal } from "../../contract/outcome.ts";
import { clip } from "../meta-fields.ts";

/** Makes the SchemaError for one row's timestamp: `LABEL: 'TEXT' in data row N FOUND; REMEDY`. `row` counts from 0. */
export type RowRefusal = (check: string, row: number, text: string, found: string, remedy: string) => Refusal;

/** The refusals of one file. */
export function rowRefusal(label: string): RowRefusal {
  return (check, row, text, found, remedy) =>
    refusal("SchemaError", `${label}: ${atRow(text, row)} ${found}; ${remedy}`, {
      check,
      file: label,
      row: row + 1,
      observed: clip(text),
      remedy,
    });
}

/** `'TEXT' in data row N`, as every message names a row. */
export function atRow(text: string, row: number): string {
  return `'${clip(text)}' in data row ${row + 1}`;
}
