import { civilToMicros } from "../contract/instant.ts";
import { pcg64 } from "../numerics/pcg64.ts";
import { standardNormal } from "../numerics/standard-normal.ts";
import type { Series } from "../series/series.ts";
import type { TagMeta } from "../series/tag-meta.ts";

/** One tag of the demo: synthetic, the same rows on every machine and day. */
export interface DemoTag {
  /** File name without extension. */
  file: string;
  meta: TagMeta;
  rows: Series;
}

const MINUTE = 60_000_000;
const START = civilToMicros(2024, 3, 30) + 20 * 60 * MINUTE;
/** Minutes from the start. */
const LAST = 600;
const OUTAGE = { from: 181, to: 219 };
const FULL_SCALE = { from: 361, to: 389 };
const SENSOR_DRIFT = 419;
const DECOUPLED_FROM = 480;

/**
 * Ten hours of a flow and a temperature at one sample a minute from 2024-03-30T20:00Z. The flow has no samples from
 * 23:01 to 23:39, stands at the top of its range from 02:01 to 02:29, and carries one quality code that no table knows
 * at 02:59. The temperature follows the flow until 04:00; from then on noise of its own hides it.
 */
export function demoUnit(): DemoTag[] {
  const minutes = Array.from({ length: LAST + 1 }, (_, i) => i).filter((i) => i < OUTAGE.from || i > OUTAGE.to);
  const noise = normals(11);
  const flow = minutes.map((i) => demoFlow(i, noise));
  const own = normals(12);
  const temperature = flow.map((v, k) => demoTemperature(v, minutes[k], own));
  const fic = { file: "fic101", meta: demoMeta("FIC101", "FIC-101 flow", "m3/h", "demo-unit", [0, 100]) };
  const tic = { file: "tic101", meta: demoMeta("TIC101", "TIC-101 outlet temperature", "degC", "demo-unit", [0, 200]) };
  const t = minutes.map((i) => START + i * MINUTE);
  const codes = minutes.map((i) => (i === SENSOR_DRIFT ? 1 : 0));
  return [
    { ...fic, rows: demoRows(t, flow, codes, ["GOOD", "SENSOR DRIFT"]) },
    { ...tic, rows: demoRows(t, temperature, null, ["GOOD"]) },
  ];
}

function demoFlow(minute: number, normal: NormalDraw): number {
  const v = 62 + 0.8 * Math.sin((2 * Math.PI * minute) / 240) + normal(0.15);
  return minute >= FULL_SCALE.from && minute <= FULL_SCALE.to ? 100 : v;
}

function demoTemperature(flow: number, minute: number, normal: NormalDraw): number {
  const follows = 120 + 0.5 * (flow - 62) + normal(0.1);
  return minute >= DECOUPLED_FROM ? follows + normal(2) : follows;
}

/** Draws from a normal distribution with mean 0. */
type NormalDraw = (sd: number) => number;

/** Normal numbers of a seed's own stream. */
export function normals(seed: number): NormalDraw {
  const rng = pcg64(seed);
  return (sd) => sd * standardNormal(rng);
}

/** Metadata of a demo tag `LOOP.PV`, sampled once a minute; `range` is zero and span. */
export function demoMeta(
  loop: string,
  name: string,
  unit_raw: string,
  asset: string,
  range: [number, number] | null,
): TagMeta {
  return {
    identity: { source_id: "demo", point_id: `${loop}.PV` },
    name,
    unit_raw,
    unit_canonical: null,
    eng_range_zero: range === null ? null : range[0],
    eng_range_span: range === null ? null : range[1],
    sample_rate_s: 60,
    retrieval_mode: null,
    asset,
    loop_id: loop,
    role: "PV",
    quality_codes: null,
    quality_assumed: false,
  };
}

/** Columns of a demo tag. Values are rounded to 4 decimals, so that a last-bit difference in sin or log changes no byte. */
export function demoRows(t: number[], values: number[], codes: number[] | null, qualities: string[]): Series {
  return {
    t: Float64Array.from(t),
    v: Float64Array.from(values, (v) => Math.round(v * 1e4) / 1e4),
    q: codes === null ? new Uint16Array(t.length) : Uint16Array.from(codes),
    qualities,
    states: null,
    subMicrosecondCollisions: 0,
  };
}

/** The rows as a canonical CSV: `timestamp,value,quality`. `format` writes an instant. */
export function canonicalCsv({ t, v, q, qualities }: Series, format: (us: number) => string): string {
  const lines = ["timestamp,value,quality"];
  for (let i = 0; i < t.length; i++) lines.push(`${format(t[i])},${v[i]},${qualities[q[i]]}`);
  return `${lines.join("\n")}\n`;
}
