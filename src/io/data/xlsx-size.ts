import { inflateRawSync } from "node:zlib";

const [END_OF_DIRECTORY, DIRECTORY_ENTRY, LOCAL_HEADER] = [0x06054b50, 0x02014b50, 0x04034b50];

/** A file of a zip archive, as its directory at the end describes it. */
interface Entry {
  name: string;
  method: number;
  packed: number;
  unpacked: number;
  at: number;
}

/** The files of a zip archive; null when it is none. */
export function zipEntries(bytes: Buffer): Entry[] | null {
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== END_OF_DIRECTORY) end--;
  if (end < 0) return null;
  let at = bytes.readUInt32LE(end + 16);
  const entries: Entry[] = [];
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) return null;
    const length = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString("utf8", at + 46, at + 46 + length),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    });
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** What a sheet may hold: the program's own limits, and as many cells as memory takes when every one is a value. */
const [MOST_ROWS, MOST_COLUMNS, MOST_CELLS] = [1_048_576, 16_384, 5e7];
const MOST_TEXT = 2 ** 29 - 100;

/**
 * What is wrong with the extent of a workbook's sheets, or null: the reader makes a table up to the last cell that is
 * named, and one cell can be named anywhere.
 */
export function sheetFault(bytes: Buffer, entries: Entry[]): string | null {
  for (const entry of entries) {
    if (!/^\/?xl\/worksheets\/.*\.xml$/i.test(entry.name)) continue;
    const text = textOf(bytes, entry);
    if (text === null) return "has a sheet whose size is not what its directory says";
    const fault = extentFault(text);
    if (fault !== null) return fault;
  }
  return null;
}

function textOf(bytes: Buffer, { at, method, packed }: Entry): string | null {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== LOCAL_HEADER) return null;
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const data = bytes.subarray(start, start + packed);
  try {
    return (method === 0 ? data : inflateRawSync(data, { maxOutputLength: MOST_TEXT })).toString("latin1");
  } catch {
    return null;
  }
}

function extentFault(text: string): string | null {
  let [rows, columns] = [0, 0];
  for (const [, value] of text.matchAll(/\sr\s*=\s*["']([^"']*)["']/g)) {
    const [, letters, digits] = /^([A-Z]{0,3})(\d{1,7})$/.exec(value) ?? [];
    if (digits === undefined) return `names a cell '${value.slice(0, 20)}'`;
    rows = Math.max(rows, Number(digits));
    columns = Math.max(columns, columnOf(letters));
  }
  if (rows > MOST_ROWS || columns > MOST_COLUMNS) return "names a cell beyond the last of a sheet";
  return rows * columns > MOST_CELLS ? `has cells over ${rows} rows and ${columns} columns` : null;
}

/** A: 1, Z: 26, AA: 27. */
function columnOf(letters: string): number {
  return [...letters].reduce((n, letter) => 26 * n + letter.charCodeAt(0) - 64, 0);
}
