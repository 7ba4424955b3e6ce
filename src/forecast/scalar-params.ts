import type { Plain } from "./component.ts";

/** Longest list that is shown beside single numbers. */
const SHORT = 12;

/** Estimates without long lists and tables, whose names are listed instead. */
export function scalarParams(params: Record<string, Plain>): {
  params: Record<string, Plain>;
  params_dropped: string[];
} {
  const long = (value: Plain) =>
    Array.isArray(value)
      ? value.length > SHORT
      : typeof value === "object" && value !== null && JSON.stringify(value).length > 400;
  const entries = Object.entries(params);
  return {
    params: Object.fromEntries(entries.filter(([, value]) => !long(value))),
    params_dropped: entries.filter(([, value]) => long(value)).map(([key]) => key),
  };
}
