import { isObject } from "./is-object.ts";
import { columns, fill, showFixed, showNumber } from "./text.ts";

/** Longest list that is written out, and longest line that what is nested shares. */
const SHORT = 12;
const LINE = 100;

/**
 * Estimates for a person: one a line; named values are told with their standard errors, and what is nested and long
 * stands indented under its name. Lists above 12, and those of several values each, are counted, or stand under their
 * name where the `whole` is asked for.
 */
export function estimateLines(params: Record<string, unknown>, whole = false): string[] {
  const keys = Object.keys(params).filter((key) => !key.endsWith("_reason"));
  const width = Math.max(0, ...keys.map((key) => key.length));
  return keys.flatMap((key) => {
    const value = params[key];
    const under = (lines: string[]) => [key, ...lines.map((line) => `  ${line}`)];
    const listed = whole && Array.isArray(value) && isCounted(value) ? listLines(value) : [];
    if (listed.length > 0) return under(listed);
    const shown = shownEstimate(value, params[`${key}_reason`], key);
    if (isObject(value) && (shown.length > LINE || (whole && holdsCounted(value))))
      return under(estimateLines(value, whole));
    return [`${key.padEnd(width)}  ${shown}`.trimEnd()];
  });
}

/** True for a list that a line only counts. */
function isCounted(items: unknown[]): boolean {
  return items.length > SHORT || (!items.every(isNamed) && items.some((item) => typeof item === "object"));
}

function holdsCounted(value: Record<string, unknown>): boolean {
  return Object.values(value).some((each) =>
    Array.isArray(each) ? isCounted(each) : isObject(each) && holdsCounted(each),
  );
}

/** A list of values filled into lines, or one of records as a table; nothing for what is nested deeper. */
function listLines(items: unknown[]): string[] {
  if (items.every((item) => typeof item !== "object" || item === null)) {
    const words = items.map((item) => shownEstimate(item, null));
    return fill(
      words.map((word, i) => (i < words.length - 1 ? `${word},` : word)),
      LINE,
    );
  }
  if (!items.every(isObject)) return [];
  const keys = [...new Set(items.flatMap((item) => Object.keys(item)))].filter((key) => !key.endsWith("_reason"));
  const cell = (item: Record<string, unknown>, key: string) =>
    key in item ? shownEstimate(item[key], item[`${key}_reason`], key) : "";
  return columns([keys, ...items.map((item) => keys.map((key) => cell(item, key)))]);
}

/** Differences of these are looked at, not their size. */
const COMPARED = /^(loglik|aic|aicc|bic|criterion)$/;

function shownEstimate(value: unknown, reason: unknown, key = ""): string {
  if (value === null || value === undefined) return `n/a: ${reason ?? "unknown"}`;
  if (typeof value === "number" && COMPARED.test(key)) return showFixed(value, 2);
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : showNumber(value);
  if (Array.isArray(value)) return shownList(value);
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([k, v]) => `${k} ${shownEstimate(v, null, k)}`.trimEnd())
    .join(", ");
}

function shownList(items: unknown[]): string {
  if (items.length === 0) return "none";
  if (isCounted(items)) return `${items.length} ${items.length === 1 ? "entry" : "entries"}`;
  return items.map((item) => (isObject(item) ? shownNamed(item) : shownEstimate(item, null))).join(", ");
}

/** `ma1 -0.7770 (0.1307)`: a value by its name, and its standard error where there is one. */
function shownNamed({ name, value, standard_error: error }: Record<string, unknown>): string {
  return `${name} ${shownEstimate(value, null)}${typeof error === "number" ? ` (${showNumber(error)})` : ""}`;
}

function isNamed(item: unknown): boolean {
  return isObject(item) && typeof item.name === "string" && typeof item.value === "number";
}
