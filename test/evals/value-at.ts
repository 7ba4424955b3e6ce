import type { ExpectedValue } from "./task.ts";

/** The value at a path of keys and positions with dots between; undefined where there is none. */
export function valueAt(document: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (inside, key) => (typeof inside === "object" && inside !== null ? Reflect.get(inside, key) : undefined),
      document,
    );
}

/** What is wrong with a document that should hold a value, or null. */
export function faultIn(document: unknown, { at, number, tolerance = 0, text }: ExpectedValue): string | null {
  const found = valueAt(document, at);
  if (number !== undefined) {
    const near = typeof found === "number" && Math.abs(found - number) <= tolerance;
    return near ? null : `${at} is ${JSON.stringify(found)}, not ${number} within ${tolerance}`;
  }
  return String(found).includes(text ?? "") ? null : `${at} is ${JSON.stringify(found)} and does not say ${text}`;
}

/** What is missing in prose that should state a value, or null. */
export function faultInProse(prose: string, { number, tolerance = 0, text, said = [] }: ExpectedValue): string | null {
  const words = prose.toLowerCase();
  const ways = text === undefined ? said : [text, ...said];
  if (ways.some((way) => words.includes(way.toLowerCase()))) return null;
  if (number !== undefined && numbersIn(prose).some((stated) => states(stated, number, tolerance))) return null;
  return `the answer does not say ${number ?? text}`;
}

/** A number as written: its value, half a unit of its last digit, and how many digits carry it. */
interface Stated {
  value: number;
  half: number;
  digits: number;
}

/** Dates, times of day and names such as FIC-101 or data_7c96: their digits state nothing. */
const NO_NUMBERS = /\d{4}-\d{2}(?:-\d{2})?(?:T[\d:.]+Z?)?|\d{1,2}:\d{2}(?::\d{2})?|\b[A-Za-z_]\w*-?\d[\w-]*/g;
const NUMBER = /(\d[\d,]*(?:\.\d+)?)(?:e([+-]?\d+))?(\s*(?:%|percent|pp\b))?/gi;

/** Numbers in a text: 1,234.5 is one, 4.3 % also 0.043, 3.7e-8 and 3.7 × 10^-8 the same; a sign may be words. */
function numbersIn(prose: string): Stated[] {
  const plain = prose
    .replace(/[−–]/g, "-")
    .replace(/\s*[×x]\s*10\^?\{?(-?\d+)\}?/g, "e$1")
    .replace(NO_NUMBERS, " ");
  return [...plain.matchAll(NUMBER)].flatMap(([, text, power, percent]) => {
    const bare = text.replaceAll(",", "");
    const unit = 10 ** (Number(power ?? 0) - (bare.split(".")[1]?.length ?? 0));
    const value = Number(`${bare}e${power ?? 0}`);
    const stated = { value, half: unit / 2, digits: bare.replace(/^0*\.?0*|\./g, "").length };
    return percent ? [stated, { ...stated, value: value / 100, half: stated.half / 100 }] : [stated];
  });
}

/** Within the tolerance, or rounded to two digits or more. Prose may carry the sign in words. */
function states({ value, half, digits }: Stated, number: number, tolerance: number): boolean {
  const off = Math.abs(value - Math.abs(number));
  return off <= tolerance || (digits >= 2 && off <= half * (1 + 1e-9));
}
