/** Pieces of the text that a person reads: numbers, times, labelled lines and sections. Widths stay below 80 columns. */

/** Four significant digits (`62.32`, `100.0`, `0.4017`), with an exponent below 1e-9 and from 1e15; `n/a` for null. */
export function showNumber(value: number | null): string {
  if (value === null) return "n/a";
  if (value === 0) return "0";
  // Rounded before the decimals are counted: 0.099999 is 0.1000, not 0.10000.
  const size = Math.abs(Number(value.toPrecision(4)));
  if (size < 1e-9 || size >= 1e15) return value.toExponential(3);
  return value.toFixed(Math.max(0, 3 - Math.floor(Math.log10(size))));
}

/** Fixed decimals, or `null` when there is no number. */
export function showFixed(value: number | null, decimals: number): string {
  return value === null ? "null" : value.toFixed(decimals);
}

/** `60 s`, `0.5 s`; `n/a` for null. */
export function showSeconds(seconds: number | null): string {
  if (seconds === null) return "n/a";
  return Number.isInteger(seconds) ? `${seconds} s` : `${showNumber(seconds)} s`;
}

const LARGER_UNITS = [
  [86_400, "d"],
  [3600, "h"],
  [60, "min"],
] as const;

/** In the largest of d, h and min that divides exactly (`10 h`, `40 min`), else in seconds; `n/a` for null. */
export function showDuration(seconds: number | null): string {
  if (seconds === null) return "n/a";
  for (const [size, name] of LARGER_UNITS) if (seconds > 0 && seconds % size === 0) return `${seconds / size} ${name}`;
  return Number.isInteger(seconds) ? `${seconds} s` : `${seconds.toFixed(1)} s`;
}

/** An instant of an answer as text: `2024-03-30 20:00:00Z`. */
export function showInstant(iso: string): string {
  return iso.replace("T", " ");
}

/** An instant to the second: `2024-03-30 23:00:00Z`, for lists of when things were made. */
export function showSecond(iso: string): string {
  return showInstant(iso.replace(/\.\d+Z$/, "Z"));
}

/** `2024-03-30 23:00:00Z -> 23:40:00Z`: the end loses its date when it is the start's. */
export function showSpan(start: string, end: string): string {
  const sameDay = start.slice(0, 10) === end.slice(0, 10);
  return `${showInstant(start)} -> ${sameDay ? end.slice(11) : showInstant(end)}`;
}

/** `1 row`, `2 rows`. */
export function plural(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

/** Parts of one line, three blanks apart; empty parts are left out. */
export function parts(...texts: (string | false | null)[]): string {
  return texts.filter((text) => text).join("   ");
}

/** Parts three blanks apart, on as many lines of at most `width` columns as they need; later lines start with `indent`. */
export function partLines(texts: (string | false | null)[], width = 79, indent = ""): string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const last = lines.at(-1);
    if (!text) continue;
    if (last !== undefined && last.length + 3 + text.length <= width) lines[lines.length - 1] = `${last}   ${text}`;
    else lines.push(last === undefined ? text : indent + text);
  }
  return lines;
}

/** A labelled line: the label takes ten columns. */
export function labelled(label: string, text: string): string {
  return `${label.padEnd(8)}  ${text}`;
}

/** A blank line, a header and an indented body; nothing when the body is empty. */
export function section(header: string, body: string[]): string[] {
  return body.length === 0 ? [] : ["", header, ...body.map((line) => `  ${line}`)];
}

/** `(+3 more gaps)`, or nothing. */
export function more(dropped: number, noun = ""): string[] {
  return dropped > 0 ? [`(+${dropped} more${noun ? ` ${noun}${dropped === 1 ? "" : "s"}` : ""})`] : [];
}

/** Words filled into lines of at most `width` columns; continuation lines start with `indent`. */
export function fill(words: string[], width: number, indent = ""): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(lines.length === 0 ? word : indent + word);
  }
  return lines;
}

/** Sentences filled into lines of at most `width` columns, a later line of one two blanks further in. */
export function filled(sentences: readonly string[], width = 77): string[] {
  return sentences.flatMap((sentence) => fill(sentence.split(" "), width, "  "));
}

/** Rows of cells in columns two blanks apart: the first to the left, the others, which hold numbers, to the right. */
export function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join("  ")
      .trimEnd(),
  );
}

/** Rows of texts in columns, all on the left, two spaces apart; nothing is padded at the end of a line. */
export function columns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]))
      .join("  ")
      .trimEnd(),
  );
}
