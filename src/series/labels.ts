import { refusal } from "../contract/outcome.ts";

/** Distinct texts in the order they are first seen. */
export interface Labels {
  list: string[];
  /** Index of a text; it is added when it is new. */
  of(text: string): number;
}

/** Codes are 16 bits wide, and one is the empty cell. */
const MOST_TEXTS = 65_535;

/** An empty dictionary that refuses SchemaError when more than 65,535 texts are added; `what` names the column. */
export function labels(what: string, remedy = "name the right column"): Labels {
  const index = new Map<string, number>();
  const list: string[] = [];
  return {
    list,
    of(text) {
      const known = index.get(text);
      if (known !== undefined) return known;
      if (list.length >= MOST_TEXTS) throw tooMany(what, remedy);
      index.set(text, list.length);
      return list.push(text) - 1;
    },
  };
}

function tooMany(what: string, remedy: string): Error {
  return refusal(
    "SchemaError",
    `${what} holds more than ${MOST_TEXTS} distinct texts, so it is not a column of codes; ${remedy}`,
    {
      check: "distinct_texts",
      required: `at most ${MOST_TEXTS}`,
      remedy,
    },
  );
}
