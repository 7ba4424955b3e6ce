import { BadCall } from "../../contract/outcome.ts";
import { type Token, tokenize, unquoted } from "./tokens.ts";

/** The tree of a specification. `at` is the place in the text, from 0. */
export type SpecNode =
  | { kind: "call"; name: string; args: Argument[]; at: number }
  | { kind: "literal"; value: null | boolean | number | string }
  | { kind: "list"; items: SpecNode[] }
  | { kind: "dict"; entries: [string, SpecNode][] }
  | { kind: "binary"; op: "*" | "+" | "|" | "**"; left: SpecNode; right: SpecNode; at: number }
  | { kind: "unary"; op: "-" | "~"; of: SpecNode; at: number }
  /** `T[columns]`; a `:` among them is a null. */
  | { kind: "subset"; of: SpecNode; columns: SpecNode[]; at: number };

export interface Argument {
  /** Null for a positional one. */
  name: string | null;
  value: SpecNode;
}

const DEEPEST = 32;
const MOST_NODES = 256;
const WORDS: Record<string, null | boolean | undefined> = {
  True: true,
  true: true,
  False: false,
  false: false,
  None: null,
  null: null,
};

/**
 * Parses a specification such as `Detrender() * ARIMA(order=(1, 1, 1))` to a tree; nothing of it is ever evaluated.
 * Precedence as in Python: calls and `[...]`, `**` (right), unary `-` and `~`, `*`, `+`, `|`. BadCall names the character.
 */
export function parseSpec(text: string): SpecNode {
  const reader = reading(tokenize(text));
  const node = expression(reader, 0);
  const rest = reader.next();
  if (rest.kind !== "end") throw unexpected(rest, "an operator or the end");
  return node;
}

interface Reader {
  peek(): Token;
  next(): Token;
  /** Steps over a mark that comes next; false where another thing does. */
  takes(mark: string): boolean;
  /** Takes the mark; BadCall without it. `or` is what may stand there too. */
  needs(mark: string, or?: string): void;
  /** Counts one more node, and gives the depth of what is in it. */
  enter(depth: number): number;
}

function reading(tokens: Token[]): Reader {
  let place = 0;
  let nodes = 0;
  const peek = () => tokens[place];
  const takes = (mark: string) => {
    const { kind, text } = peek();
    if (kind !== "mark" || text !== mark) return false;
    place++;
    return true;
  };
  return {
    peek,
    next: () => tokens[Math.min(place++, tokens.length - 1)],
    takes,
    needs(mark, or) {
      if (!takes(mark)) throw unexpected(peek(), or === undefined ? `'${mark}'` : `'${mark}' or '${or}'`);
    },
    enter(depth) {
      if (depth >= DEEPEST) throw new BadCall(`spec: is nested more than ${DEEPEST} deep`);
      if (++nodes > MOST_NODES) throw new BadCall(`spec: has more than ${MOST_NODES} parts`);
      return depth + 1;
    },
  };
}

const LEVELS = ["|", "+", "*"] as const;

function expression(reader: Reader, depth: number, level = 0): SpecNode {
  if (level === LEVELS.length) return unary(reader, depth);
  let left = expression(reader, depth, level + 1);
  for (;;) {
    const { at } = reader.peek();
    if (!reader.takes(LEVELS[level])) return left;
    reader.enter(0);
    left = { kind: "binary", op: LEVELS[level], left, right: expression(reader, depth, level + 1), at };
  }
}

function unary(reader: Reader, depth: number): SpecNode {
  const { at } = reader.peek();
  for (const op of ["-", "~"] as const) {
    if (!reader.takes(op)) continue;
    const of = unary(reader, reader.enter(depth));
    const negative = op === "-" && of.kind === "literal" && typeof of.value === "number";
    return negative ? { kind: "literal", value: -(of.value as number) } : { kind: "unary", op, of, at };
  }
  const base = subscripted(reader, depth);
  const power = reader.peek();
  if (!reader.takes("**")) return base;
  return { kind: "binary", op: "**", left: base, right: unary(reader, reader.enter(depth)), at: power.at };
}

function subscripted(reader: Reader, depth: number): SpecNode {
  let of = primary(reader, depth);
  for (;;) {
    const { at } = reader.peek();
    if (!reader.takes("[")) return of;
    reader.enter(0);
    of = { kind: "subset", of, columns: items(reader, "]", () => column(reader, depth)), at };
  }
}

/** The columns before or after a comma; `:` is all of them. */
function column(reader: Reader, depth: number): SpecNode {
  return reader.takes(":") ? { kind: "literal", value: null } : expression(reader, depth);
}

function primary(reader: Reader, outer: number): SpecNode {
  const depth = reader.enter(outer);
  const token = reader.next();
  if (token.kind === "number") return { kind: "literal", value: Number(token.text) };
  if (token.kind === "string") return { kind: "literal", value: unquoted(token) };
  if (token.kind === "name") return named(reader, token, depth);
  if (token.text === "[") return { kind: "list", items: items(reader, "]", () => expression(reader, depth)) };
  if (token.text === "{") return { kind: "dict", entries: items(reader, "}", () => entry(reader, depth)) };
  if (token.text === "(") return parenthesised(reader, depth);
  throw unexpected(token, "a component, a value or '('");
}

function named(reader: Reader, { text, at }: Token, depth: number): SpecNode {
  const word = WORDS[text];
  if (word !== undefined) return { kind: "literal", value: word };
  const args = reader.takes("(") ? items(reader, ")", () => argument(reader, depth)) : [];
  return { kind: "call", name: text, args, at };
}

function argument(reader: Reader, depth: number): Argument {
  const value = expression(reader, depth);
  if (!reader.takes("=")) return { name: null, value };
  if (value.kind !== "call" || value.args.length > 0) throw unexpected(reader.peek(), "a parameter's name before '='");
  return { name: value.name, value: expression(reader, depth) };
}

function entry(reader: Reader, depth: number): [string, SpecNode] {
  const key = reader.next();
  if (key.kind !== "string") throw unexpected(key, "a quoted key");
  reader.needs(":");
  return [unquoted(key), expression(reader, depth)];
}

/** `(x)` is x; `(x,)` and `(x, y)` are tuples. */
function parenthesised(reader: Reader, depth: number): SpecNode {
  if (reader.takes(")")) return { kind: "list", items: [] };
  const first = expression(reader, depth);
  if (reader.takes(")")) return first;
  reader.needs(",", ")");
  return { kind: "list", items: [first, ...items(reader, ")", () => expression(reader, depth))] };
}

/** What stands between commas up to the closing mark; a last comma is allowed. */
function items<T>(reader: Reader, close: string, one: () => T): T[] {
  const found: T[] = [];
  while (!reader.takes(close)) {
    found.push(one());
    if (reader.takes(close)) return found;
    reader.needs(",", close);
  }
  return found;
}

function unexpected(token: Token, wanted: string): BadCall {
  const found = token.kind === "end" ? "the end" : `'${token.text}' (character ${token.at + 1})`;
  return new BadCall(`spec: expected ${wanted}, got ${found}`);
}
