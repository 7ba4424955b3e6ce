import type { Labels } from "../../series/labels.ts";
import type { TimeColumn, ValueColumn } from "../table.ts";
import type { TimestampReader } from "../timestamps/reader.ts";
import { type Cells, cellText } from "./cells.ts";
import { readDecimalBytes } from "./decimal.ts";

const SPACE = 32;

/** Reads a column of timestamps. `first` is the number of the first row. */
export function readTimes(cells: Cells, column: number, reader: TimestampReader, first: number): TimeColumn {
  const { bytes, bounds, rows } = cells;
  const stride = cells.columns + 1;
  const us = new Float64Array(rows);
  let nanos: Uint16Array | null = null;
  for (let row = 0, at = column; row < rows; row++, at += stride) {
    us[row] = reader.read(bytes, bounds[at], bounds[at + 1] - 1, first + row);
    if (reader.nanos() !== 0) {
      nanos ??= new Uint16Array(rows);
      nanos[row] = reader.nanos();
    }
  }
  return { us, nanos };
}

/** Reads cells of numbers; what is neither a number, empty nor a missing word is text and goes to `labels` verbatim. */
export function valueReader(mark: string, readText: (text: string) => number | null, missing: ReadonlySet<string>) {
  const markByte = mark.charCodeAt(0);
  return (cells: Cells, column: number, labels: Labels): ValueColumn => {
    const { bytes, bounds, rows } = cells;
    const stride = cells.columns + 1;
    const v = new Float64Array(rows);
    let text: Int32Array | null = null;
    for (let row = 0, at = column; row < rows; row++, at += stride) {
      const fast = readDecimalBytes(bytes, bounds[at], bounds[at + 1] - 1, markByte);
      v[row] = fast;
      if (!Number.isNaN(fast)) continue;
      const cell = bounds[at] === bounds[at + 1] - 1 ? "" : cellText(cells, row, column);
      if (isMissing(cell, missing)) continue;
      const number = readText(cell);
      if (number !== null) v[row] = number;
      else {
        text ??= new Int32Array(rows).fill(-1);
        text[row] = labels.of(cell);
      }
    }
    return { v, text };
  };
}

/** Reads cells as texts: the index of each in `labels`, -1 for an empty cell or a missing word. */
export function codeReader(missing: ReadonlySet<string>) {
  return (cells: Cells, column: number, labels: Labels): Int32Array => {
    const { bytes, bounds, rows } = cells;
    const stride = cells.columns + 1;
    const codes = new Int32Array(rows);
    let [from, to, code] = [0, -1, -1];
    for (let row = 0, at = column; row < rows; row++, at += stride) {
      const [start, end] = [bounds[at], bounds[at + 1] - 1];
      // Neighbouring rows mostly share their code.
      if (!sameBytes(bytes, from, to, start, end)) {
        const cell = cellText(cells, row, column);
        code = isMissing(cell, missing) ? -1 : labels.of(cell);
        [from, to] = [start, end];
      }
      codes[row] = code;
    }
    return codes;
  };
}

function isMissing(cell: string, missing: ReadonlySet<string>): boolean {
  return (
    cell === "" ||
    (cell.charCodeAt(0) === SPACE && cell.trim() === "") ||
    (missing.size > 0 && missing.has(cell.trim()))
  );
}

function sameBytes(bytes: Uint8Array, from: number, to: number, start: number, end: number): boolean {
  if (to - from !== end - start) return false;
  for (let i = from, k = start; i < to; i++, k++) if (bytes[i] !== bytes[k]) return false;
  return true;
}
