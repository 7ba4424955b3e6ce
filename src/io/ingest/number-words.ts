import { refusal } from "../../contract/outcome.ts";
import type { Declarations } from "../../series/quality.ts";
import type { TagFacts } from "./tag-check.ts";

/** What to do about a value column of too many texts. */
export const NUMBERS = "name the right column, or say how its numbers are written with --decimal and --thousands";
const DIGITS_AND_MARKS = /^\s*[+-]?\d[\d.,'’ \u00A0\u202F]*(?:e[+-]?\d+)?\s*$/i;

/**
 * Refuses SchemaError when undeclared texts of a CSV's value column are digits and marks: numbers, written in another
 * way than was said. Names the first with its data row, and the options that would read it.
 */
export function refuseMisreadNumbers(
  label: string,
  tag: string,
  facts: Pick<TagFacts, "texts" | "textRows">,
  texts: readonly string[],
  declared: Declarations,
): void {
  const odd = texts
    .map((_, i) => i)
    .filter((i) => facts.texts[i] > 0 && DIGITS_AND_MARKS.test(texts[i]) && declared(texts[i]) === null);
  if (odd.length === 0) return;
  const first = odd.reduce((a, b) => (facts.textRows[b] < facts.textRows[a] ? b : a));
  const rows = odd.reduce((sum, i) => sum + facts.texts[i], 0);
  const remedy = `say how numbers are written${optionsFor(texts[first])}`;
  throw refusal(
    "SchemaError",
    `${label}: ${tag}: '${texts[first]}' in data row ${facts.textRows[first] + 1} is no number as numbers are read here (${rows} such row${rows === 1 ? "" : "s"}); ${remedy}`,
    { check: "number_format", file: label, tag, row: facts.textRows[first] + 1, observed: texts[first], rows, remedy },
  );
}

/** What to do about a text of digits and marks: the options that would read it. Null for another text. */
export function writtenOtherwise(text: string): string | null {
  return DIGITS_AND_MARKS.test(text) ? `say how numbers are written${optionsFor(text)}` : null;
}

/** The options under which the text is a number, where its marks tell. */
function optionsFor(text: string): string {
  const marks = [...text.replace(/e.*$/i, "")].filter((c) => !/[\d+-]/.test(c));
  const last = marks.at(-1);
  const grouping = marks.find((mark) => mark !== last) ?? (marks.length > 1 ? last : undefined);
  if (last === undefined) return " with --decimal and --thousands";
  if (grouping === last) return ` with --thousands '${grouping}'`;
  return ` with --decimal '${last}'${grouping === undefined ? "" : ` --thousands '${grouping}'`}`;
}
