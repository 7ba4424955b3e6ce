import { showNumber } from "./text.ts";

/** Longest list that is written out, and longest line that what is nested shares. */
const SHORT = 12;
const LINE = 100;

/**
 * Estimates for a person: one a line; lists above 12 are counted, named values are told with their standard errors, and
 * what is nested and long stands indented under its name.
 */
export function estimateLines(params: Record<string, unknown>): string[] {
  const keys = Object.keys(params).filter((key) => !key.endsWith("_reason"));
  const width = Math.max(0, ...keys.map((key) => key.length));
  return keys.flatMap((key) => {
    const value = params[key];
    const shown = shownEstimate(value, params[`${key}_reason`]);
    if (!isObject(value) || shown.length <= LINE) return [`${key.padEnd(width)}  ${shown}`];
    return [key, ...estimateLines(value).map((line) => `  ${line}`)];
  });
}

function shownEstimate(value: unknown, reason: unknown): string {
  if (value === null || value === undefined) return `n/a: ${reason ?? "unknown"}`;
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : showNumber(value);
  if (Array.isArray(value)) return shownList(value);
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([k, v]) => `${k} ${shownEstimate(v, null)}`)
    .join(", ");
}

function shownList(items: unknown[]): string {
  if (items.length === 0) return "none";
  const named = items.every(
    (item) => isObject(item) && typeof item.name === "string" && typeof item.value === "number",
  );
  if (items.length > SHORT || (!named && items.some((item) => typeof item === "object")))
    return `${items.length} ${items.length === 1 ? "entry" : "entries"}`;
  return items.map((item) => (isObject(item) ? shownNamed(item) : shownEstimate(item, null))).join(", ");
}

/** `ma1 -0.7770 (0.1307)`: a value by its name, and its standard error where there is one. */
function shownNamed({ name, value, standard_error: error }: Record<string, unknown>): string {
  return `${name} ${shownEstimate(value, null)}${typeof error === "number" ? ` (${showNumber(error)})` : ""}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
