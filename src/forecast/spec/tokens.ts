import { BadCall } from "../../contract/outcome.ts";

/** A piece of a specification's text. `at` is its place, from 0. */
export interface Token {
  kind: "name" | "number" | "string" | "mark" | "end";
  text: string;
  at: number;
}

/** Longest text of a specification. */
const LONGEST = 4096;

const PATTERN =
  /\s*(?:(?<name>[A-Za-z_][A-Za-z0-9_]*)|(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|(?<mark>\*\*|[-+*|~()[\]{},=:]))/y;

/** Cuts the text of a specification into tokens; the last one is `end`. BadCall for anything else, and above 4 kB. */
export function tokenize(text: string): Token[] {
  if (text.length > LONGEST) throw new BadCall(`spec: has ${text.length} characters, at most ${LONGEST} are read`);
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  PATTERN.lastIndex = 0;
  while (PATTERN.lastIndex < end) {
    const at = PATTERN.lastIndex;
    const groups = PATTERN.exec(text)?.groups;
    if (groups === undefined)
      throw new BadCall(`spec: cannot read '${text.slice(at, at + 20).trim()}' (character ${at + 1})`);
    const [kind, found] = Object.entries(groups).find(([, value]) => value !== undefined) as [Token["kind"], string];
    tokens.push({ kind, text: found, at: PATTERN.lastIndex - found.length });
  }
  return [...tokens, { kind: "end", text: "", at: end }];
}

const ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "\r" };

/** The text that a quoted token stands for. */
export function unquoted({ text }: Token): string {
  return text.slice(1, -1).replace(/\\(.)/g, (_, c: string) => ESCAPES[c] ?? c);
}
