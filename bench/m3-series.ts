import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Training } from "../src/forecast/training.ts";

/** One series of the M3 competition: its history, and the values that came. */
export interface M3Series {
  id: string;
  period: "YEARLY" | "QUARTERLY" | "MONTHLY" | "OTHER";
  m: number;
  x: number[];
  xx: number[];
}

/** The 3,003 series, in the competition's order. */
export function m3Series(folder: string): M3Series[] {
  const text = gunzipSync(readFileSync(join(folder, "m3/m3.ndjson.gz"))).toString("utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as M3Series);
}

/** A history as components learn from it. */
export function trainingOfM3({ id, m, x }: M3Series): Training {
  return {
    label: id,
    y: Float64Array.from(x),
    x: [],
    first: 0,
    index: { kind: "position", name: null, at: Float64Array.from(x, (_, i) => i), tz: null, style: "date" },
    frequency: { unit: "step", n: 1, month_day: null, text: "step 1" },
    periods: m > 1 ? [m] : [],
  };
}
