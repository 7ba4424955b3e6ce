/** A number for a sentence: up to `digits` significant digits, trailing zeros dropped (C's `%.4g`); an integer below 10¹⁵ whole. */
export function shortNumber(value: number, digits = 4): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  return String(Number(value.toPrecision(digits)));
}
