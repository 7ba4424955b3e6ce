import type { Data } from "../../series/dataset/dataset.ts";

/** What loading found out beside the data themselves. */
export interface LoadFacts {
  unused: string[];
  /** Distinct UTC offsets of the labels, in minutes. */
  offsets: number[];
}

/** Data as one piece of bytes: the length of a JSON head (uint32, little-endian), the head, the arrays as float64. */
export function encodeData(data: Data, facts: LoadFacts): Uint8Array {
  const arrays: Float64Array[] = [];
  const head = JSON.stringify({ data, facts }, (_, value: unknown) => {
    if (!(value instanceof Float64Array)) return value;
    arrays.push(value);
    return { $array: value.length };
  });
  const text = Buffer.from(head, "utf8");
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length);
  return Buffer.concat([
    size,
    text,
    ...arrays.map((array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength)),
  ]);
}

/** The data that `encodeData` wrote; arrays are copies, so that none looks into another's memory. */
export function decodeData(bytes: Uint8Array): { data: Data; facts: LoadFacts } {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = 4 + view.readUInt32LE(0);
  let at = end;
  const take = (length: number) => {
    const array = new Float64Array(length);
    new Uint8Array(array.buffer).set(view.subarray(at, at + 8 * length));
    at += 8 * length;
    return array;
  };
  // The arrays stand in the order in which the head names them, which is that of a walk from its start.
  return fill(JSON.parse(view.toString("utf8", 4, end)), take) as { data: Data; facts: LoadFacts };
}

function fill(value: unknown, take: (length: number) => Float64Array): unknown {
  if (Array.isArray(value)) return value.map((item) => fill(item, take));
  if (typeof value !== "object" || value === null) return value;
  const { $array: length } = value as { $array?: number };
  if (length !== undefined) return take(length);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, take)]));
}
