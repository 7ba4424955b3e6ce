import { civilToMicros } from "../contract/instant.ts";
import { type DemoTag, demoMeta, demoRows, normals } from "./demo-data.ts";
import { blockStart, type Schedule } from "./switchback/schedule.ts";

const MINUTE = 60_000_000;
const START = civilToMicros(2024, 6, 1);
const SAMPLES = 3 * 24 * 60;
const EFFECT = 0.25;
const LAG_MINUTES = 5;

/**
 * Three days of an outlet temperature with its feed flow and the ambient temperature, one sample a minute from
 * 2024-06-01. On the trial's blocks with setting B the outlet moves by 0.25 degC through a first-order lag of 5 minutes;
 * what the feed and the weather do is larger, so the effect shows only when both are allowed for.
 */
export function demoTrial(schedule: Schedule, settings: readonly string[]): DemoTag[] {
  const t = Array.from({ length: SAMPLES }, (_, i) => START + i * MINUTE);
  const normal = normals(10);
  const feed = t.map(() => normal(0.05));
  for (let i = 0, level = 40; i < SAMPLES; i++) feed[i] = level += feed[i];
  const ambient = t.map((_, i) => 15 + 6 * Math.sin((2 * Math.PI * (i / 60 - 9)) / 24) + normal(0.2));
  const noise = t.map((_, i) => (i === 0 ? 0 : normal(0.05)));
  for (let i = 1; i < SAMPLES; i++) noise[i] += 0.95 * noise[i - 1];
  const response = laggedResponse(t, schedule, settings);
  const outlet = t.map(
    (_, i) => 180 + 0.8 * (feed[i] - 40) + 0.1 * (ambient[i] - 15) + EFFECT * response[i] + noise[i],
  );
  const tag = (file: string, loop: string, name: string, unit: string, values: number[]): DemoTag => {
    return { file, meta: demoMeta(loop, name, unit, "demo-unit", null), rows: demoRows(t, values, null, ["GOOD"]) };
  };
  return [
    tag("ti201", "TI201", "TI-201 outlet temperature", "degC", outlet),
    tag("fi200", "FI200", "FI-200 feed flow", "m3/h", feed),
    tag("tt001", "TT001", "TT-001 ambient temperature", "degC", ambient),
  ];
}

/** 1 on B and 0 on A through a first-order lag, from rest at the start of the trial. */
function laggedResponse(t: number[], schedule: Schedule, settings: readonly string[]): number[] {
  const keep = Math.exp(-1 / LAG_MINUTES);
  let state = 0;
  return t.map((at) => {
    if (at < schedule.start) return 0;
    const block = Math.floor((at - schedule.start) / (blockStart(schedule, 1) - schedule.start));
    const target = settings[block] === "B" ? 1 : 0;
    state = target + (state - target) * keep;
    return state;
  });
}
