import { refusal } from "../contract/outcome.ts";

/** Distinct texts in the order they are first seen. */
export interface Labels {
  list: string[];
  /** Index of a text; it is added when it is new. */
  of(text: string): number;
}

/** An empty dictionary that refuses SchemaError when more than `limit` texts are added; `what` names the column. */
export function labels(what: string, limit = 65_535): Labels {
  const index = new Map<string, number>();
  const list: string[] = [];
  return {
    list,
    of(text) {
      const known = index.get(text);
      if (known !== undefined) return known;
      if (list.length >= limit) throw tooMany(what, limit);
      index.set(text, list.length);
      return list.push(text) - 1;
    },
  };
}

function tooMany(what: string, limit: number): Error {
  const remedy = "name the right column";
  return refusal(
    "SchemaError",
    `${what} holds more than ${limit} distinct texts, so it is not a column of codes; ${remedy}`,
    {
      check: "distinct_texts",
      required: `at most ${limit}`,
      remedy,
    },
  );
}
