import * as z from "zod/mini";
import { didYouMean } from "./closest.ts";
import { BadCall } from "./outcome.ts";

/**
 * The one parse of both surfaces: defaults filled in, or a BadCall that names the field. A null is read as "not
 * stated": many clients send one for every argument they leave out.
 */
export function parseInput<S extends z.ZodMiniObject>(schema: S, raw: Record<string, unknown>): z.output<S> {
  refuseOdd(raw);
  const result = z.safeParse(schema, stated(raw), { jitless: true, reportInput: true });
  if (result.success) return result.data;
  throw new BadCall(explain(result.error.issues[0], Object.keys(schema.shape)));
}

/** Levels that arguments may be nested: what copies or prints them calls itself once a level. */
const DEEPEST = 64;

/**
 * Refuses arguments that some step on the way cannot take: nested deeper than 64 levels, or with a record that holds a
 * name which an object literal would swallow. BadCall that names the argument.
 */
export function refuseOdd(raw: Record<string, unknown>): void {
  let level = Object.entries(raw).filter(([, value]) => isNested(value));
  // A level at a time and not a call for each: the point is that calls run out.
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > DEEPEST) throw new BadCall(`${level[0][0]}: nested deeper than ${DEEPEST} levels`);
    const swallowed = level.find(([, value]) => Object.hasOwn(value as object, "__proto__"));
    if (swallowed) throw new BadCall(`${swallowed[0]}: '__proto__' cannot be a name`);
    level = level.flatMap(([key, value]) =>
      Object.values(value as object)
        .filter(isNested)
        .map((inner): [string, unknown] => [key, inner]),
    );
  }
}

function isNested(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function stated(raw: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null));
}

function explain(issue: z.core.$ZodIssue, keys: string[]): string {
  const at = issue.path.length > 0 ? issue.path.map(String).join(".") : "arguments";
  const got = issue.input === undefined ? "" : `, got ${shown(issue.input)}`;
  switch (issue.code) {
    case "unrecognized_keys":
      return `unknown argument '${issue.keys[0]}'${didYouMean(issue.keys[0], keys)}`;
    case "invalid_type":
      return issue.input === undefined ? `${at}: missing` : `${at}: expected ${article(issue.expected)}${got}`;
    case "invalid_value":
      return `${at}: ${issue.input === undefined ? "missing; " : ""}expected ${issue.values.length === 1 ? "" : "one of "}${issue.values.map(String).join(", ")}${got}`;
    case "too_small":
      return `${at}: expected ${issue.inclusive ? "at least" : "more than"} ${issue.minimum}${unit(issue.origin, issue.minimum)}${got}`;
    case "too_big":
      return `${at}: expected ${issue.inclusive ? "at most" : "less than"} ${issue.maximum}${unit(issue.origin, issue.maximum)}${got}`;
    case "invalid_union":
      return `${at}: expected ${[...new Set(issue.errors.map(([branch]) => form(branch)))].join(" or ")}${got}`;
    default:
      return `${at}: ${issue.message || issue.code}${got}`;
  }
}

/** The input as JSON, cut where it would swamp the line. */
function shown(input: unknown): string {
  const text = JSON.stringify(input) ?? typeof input;
  return text.length <= 100 ? text : `${text.slice(0, 100)}…`;
}

/** What one branch of a union takes. */
function form(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return article(issue.expected);
  return issue.code === "invalid_value" ? issue.values.map(String).join(", ") : issue.message || issue.code;
}

function article(type: string): string {
  if (type === "int") return "a whole number";
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

function unit(origin: string, n: number | bigint): string {
  const noun = origin === "string" ? " character" : origin === "array" ? " item" : "";
  return noun === "" || Number(n) === 1 ? noun : `${noun}s`;
}
