import type { SchemaElement } from "hyparquet";

/** A flat column: one cell a row, at the top level of the schema. */
export interface Leaf {
  name: string;
  /** Position among the column chunks of a row group. */
  index: number;
  element: SchemaElement;
  /** True when cells may be null (definition levels are stored). */
  optional: boolean;
}

/** Why a name gives no flat column. */
export type NoLeaf = "missing" | "nested" | "repeated" | "ambiguous";

/** Finds the top-level column of that exact name. */
export function findLeaf(schema: readonly SchemaElement[], name: string): Leaf | NoLeaf {
  let found: Leaf | NoLeaf = "missing";
  let index = 0;
  for (let at = 1; at < schema.length; ) {
    const { leaves, next } = subtree(schema, at);
    if (schema[at].name === name) found = found === "missing" ? asLeaf(schema[at], name, index) : "ambiguous";
    index += leaves;
    at = next;
  }
  return found;
}

function asLeaf(element: SchemaElement, name: string, index: number): Leaf | NoLeaf {
  if (element.num_children || element.type === undefined) return "nested";
  if (element.repetition_type === "REPEATED") return "repeated";
  return { name, index, element, optional: element.repetition_type !== "REQUIRED" };
}

/** Counts the leaves of the element at `at`, and where the next sibling is. */
function subtree(schema: readonly SchemaElement[], at: number): { leaves: number; next: number } {
  let leaves = 0;
  let open = 1;
  let next = at;
  for (; open > 0 && next < schema.length; next++) {
    const children = schema[next].num_children ?? 0;
    if (schema[next].type !== undefined) leaves++;
    open += children - 1;
  }
  return { leaves, next };
}
