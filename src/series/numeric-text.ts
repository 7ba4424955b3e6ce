const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const INFINITE = /^([+-]?)inf(?:inity)?$/i;

/**
 * The number that a text spells: decimal digits with an optional point, sign and exponent, or ±inf / ±infinity in any
 * case; blanks around it are ignored. Null for everything else, `NaN` and hexadecimal included: those are texts.
 */
export function readNumber(text: string): number | null {
  const trimmed = text.trim();
  if (DECIMAL.test(trimmed)) return Number(trimmed);
  const infinite = INFINITE.exec(trimmed);
  if (!infinite) return null;
  return infinite[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}
