import * as z from "zod/mini";
import { didYouMean } from "./closest.ts";
import { BadCall } from "./outcome.ts";

/**
 * The one parse of both surfaces: defaults filled in, or a BadCall that names the field. A null is read as "not
 * stated": many clients send one for every argument they leave out.
 */
export function parseInput<S extends z.ZodMiniObject>(schema: S, raw: Record<string, unknown>): z.output<S> {
  refuseSwallowed(raw);
  const result = z.safeParse(schema, stated(raw), { jitless: true, reportInput: true });
  if (result.success) return result.data;
  throw new BadCall(explain(result.error.issues[0], Object.keys(schema.shape)));
}

/** A record may not hold a name that an object literal would swallow. */
function refuseSwallowed(raw: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(raw)) {
    if (typeof value === "object" && value !== null && Object.hasOwn(value, "__proto__")) {
      throw new BadCall(`${key}: '__proto__' cannot be a name`);
    }
  }
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
