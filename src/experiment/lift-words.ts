import { fill, showNumber } from "../contract/text.ts";
import type { EffectFacts } from "./comparison.ts";

/** Writes one number of an answer. */
export type Show = (value: number) => string;

/** `95% [2.39, 6.26] points`. */
export function span(interval: { low: number; high: number }, show: Show, level: string): string {
  return `${level} ${ends(interval, show)}`;
}

/** `+2.39 to +6.26 points`: the unit stands once. */
export function ends({ low, high }: { low: number; high: number }, show: Show): string {
  return `${show(low).replace(/ points$/, "")} to ${show(high)}`;
}

/** `p 0.0071   Welch t, df 184.1`. */
export function testWords({ test, df, p_value }: EffectFacts): string {
  return p_value === null && !test
    ? ""
    : `p ${pText(p_value)}   ${test}${df === undefined ? "" : `, df ${showNumber(df)}`}`;
}

/** Four decimals, or two digits of a smaller one; `n/a` for null. */
export function pText(p: number | null): string {
  if (p === null) return "n/a";
  return p >= 0.0001 ? p.toFixed(4) : p.toExponential(1);
}

/** A share as percentage points: `+4.33 points`. */
export function points(value: number): string {
  return `${value > 0 ? "+" : ""}${(100 * value).toFixed(2)} points`;
}

/** A share in per cent with its sign. */
export function percent(value: number): string {
  return `${value > 0 ? "+" : ""}${(100 * value).toFixed(1)}%`;
}

/** Four significant digits with a sign. */
export function signed(value: number): string {
  return `${value > 0 ? "+" : ""}${showNumber(value)}`;
}

/** Up to four decimals, without zeros at the end. */
export function trimmed(value: number): string {
  return String(Number(value.toFixed(4)));
}

/** A labelled text of up to 100 columns a line. */
export function wide(label: string, text: string): string[] {
  return fill(`${label.padEnd(8)}  ${text}`.split(/ (?=\S)/), 100, " ".repeat(10));
}
