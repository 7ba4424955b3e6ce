import { fill, showNumber } from "../contract/text.ts";
import type { EffectFacts } from "./comparison.ts";
import { hasP } from "./p-value.ts";

/** Writes one number of an answer. */
export type Show = (value: number) => string;

/** `95% +2.39 to +6.26 points`. */
export function span(interval: { low: number; high: number }, show: Show, level: string): string {
  return `${level} ${ends(interval, show)}`;
}

/** `+2.39 to +6.26 points`: the unit stands once. */
export function ends({ low, high }: { low: number; high: number }, show: Show): string {
  return `${show(low).replace(/ points$/, "")} to ${show(high)}`;
}

/** `p 0.0071   Welch t, df 184.1`; a look that is judged by its bound has no p. */
export function testWords(facts: EffectFacts): string {
  const { test, df, p_value } = facts;
  const p = hasP(facts) ? `p ${pText(p_value)}   ` : "";
  return `${p}${test}${df === undefined ? "" : `, df ${showNumber(df)}`}`;
}

/** Four decimals, or two digits of a smaller one; null is one too small for a number. */
export function pText(p: number | null): string {
  if (p === null) return "< 1e-300";
  return p >= 0.0001 ? p.toFixed(4) : p.toExponential(1);
}

/** A share as percentage points: `+4.33 points`, `+0.0043 points`. */
export function points(value: number): string {
  return `${value > 0 ? "+" : ""}${hundredfold(value, 2)} points`;
}

/** A share in per cent with its sign. */
export function percent(value: number): string {
  return `${value > 0 ? "+" : ""}${hundredfold(value, 1)}%`;
}

/** 100 times a share with so many decimals, or two digits of what those would round away. */
function hundredfold(share: number, decimals: number): string {
  const size = Math.abs(100 * share);
  return size > 0 && size < 10 ** (1 - decimals) ? (100 * share).toPrecision(2) : (100 * share).toFixed(decimals);
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
