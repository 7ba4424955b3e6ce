import { createHash } from "node:crypto";
import { addTimes, addValues } from "../digest.ts";
import type { Data } from "./dataset.ts";

/**
 * SHA-256 over the rows of a data set, whatever they were read from, little-endian. A series: its times as int64
 * microseconds (a numeric index as float64, positions not at all), then y and each explaining column as float64 with one
 * NaN. Curves: for each its name (uint32 byte length and UTF-8), grid and values.
 */
export function dataDigest(data: Data): string {
  const hash = createHash("sha256");
  if (data.layout === "series") {
    const { kind, at } = data.index;
    if (kind === "number") addValues(hash, at);
    else if (kind !== "position") addTimes(hash, at);
    for (const { values } of [data.y, ...data.x]) addValues(hash, values);
    return hash.digest("hex");
  }
  for (const { name, t, v } of data.curves) {
    const bytes = Buffer.from(name, "utf8");
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    hash.update(length).update(bytes);
    addValues(hash, t);
    addValues(hash, v);
  }
  return hash.digest("hex");
}

/** Rows of a series; points of all curves together. */
export function rowsOf(data: Data): number {
  return data.layout === "series" ? data.y.values.length : data.curves.reduce((n, { t }) => n + t.length, 0);
}

/** The columns of a series, or the number of curves, as provenance names them. */
export function columnsOf(data: Data): string {
  if (data.layout === "curves") return `${data.curves.length} curves`;
  return [data.index.name, data.y.name, ...data.x.map(({ name }) => name)].filter((name) => name !== null).join(",");
}
