import { BadCall } from "../../contract/outcome.ts";
import { pcg64, type Rng } from "../../numerics/pcg64.ts";
import { standardNormal } from "../../numerics/standard-normal.ts";
import { uniform } from "../../numerics/uniform.ts";
import type { TimeIndex } from "../dataset/dataset.ts";
import { DAY_US } from "../dataset/frequency.ts";

/** A made-up series of a kind: what it shows, its parameters with their defaults, and how it is made. */
interface Generator {
  title: string;
  parameters: Record<string, number>;
  make(p: Record<string, number>, rng: Rng): { index: TimeIndex; values: Float64Array };
}

const HOUR_US = DAY_US / 24;
/** 2020-01-01 and 2024-03-28T23:00Z, midnight in Berlin three days before its clocks go forward. */
const [START, BERLIN] = [18_262 * DAY_US, 19_810 * DAY_US + 23 * HOUR_US];
const FORWARD = 19_813 * DAY_US + HOUR_US;

const civil = (at: Float64Array, style: TimeIndex["style"]): TimeIndex => ({
  kind: "civil",
  name: style === "month" ? "month" : "day",
  at,
  tz: null,
  style,
});
const days = (n: number) =>
  civil(
    Float64Array.from({ length: n }, (_, i) => START + i * DAY_US),
    "date",
  );
const months = (n: number) =>
  civil(
    Float64Array.from({ length: n }, (_, i) => Date.UTC(2000 + Math.floor(i / 12), i % 12, 1) * 1000),
    "month",
  );
const each = (n: number, value: (t: number) => number) => Float64Array.from({ length: n }, (_, t) => value(t));

/** Seeded series of known making, by name. */
export const GENERATORS: Record<string, Generator> = {
  random_walk: {
    title: "a level that wanders, by day",
    parameters: { n: 200, seed: 0, drift: 0, sd: 1 },
    make({ n, drift, sd }, rng) {
      let level = 0;
      return { index: days(n), values: each(n, () => (level += drift + sd * standardNormal(rng))) };
    },
  },
  seasonal: {
    title: "a trend and a sine of sp rows, by month",
    parameters: { n: 120, seed: 0, sp: 12, amplitude: 10, trend: 0.1, sd: 1 },
    make: ({ n, sp, amplitude, trend, sd }, rng) => ({
      index: months(n),
      values: each(n, (t) => 100 + trend * t + amplitude * Math.sin((2 * Math.PI * t) / sp) + sd * standardNormal(rng)),
    }),
  },
  intermittent: {
    title: "counts that are mostly 0, by month",
    parameters: { n: 120, seed: 0, share: 0.3, size: 3 },
    make: ({ n, share, size }, rng) => ({
      index: months(n),
      values: each(n, () => {
        const [occurs, length] = [uniform(rng) < share, -Math.log(1 - uniform(rng)) * (size - 0.5)];
        return occurs ? 1 + Math.floor(length) : 0;
      }),
    }),
  },
  step: {
    title: "noise around a level that jumps, by day",
    parameters: { n: 200, seed: 0, at: 100, height: 5, sd: 1 },
    make: ({ n, at, height, sd }, rng) => ({
      index: days(n),
      values: each(n, (t) => (t < at ? 0 : height) + sd * standardNormal(rng)),
    }),
  },
  dst_hourly: {
    title: "a day's course by Berlin's clock, by hour across the change to summer time",
    parameters: { n: 240, seed: 0, sd: 1 },
    make({ n, sd }, rng) {
      const at = each(n, (t) => BERLIN + t * HOUR_US);
      const clock = (us: number) => (us / HOUR_US + (us < FORWARD ? 1 : 2)) % 24;
      const values = each(
        n,
        (t) => 50 + 20 * Math.sin((2 * Math.PI * (clock(at[t]) - 6)) / 24) + sd * standardNormal(rng),
      );
      return { index: { kind: "instant", name: "time", at, tz: "Europe/Berlin", style: "datetime" }, values };
    },
  },
  gappy: {
    title: "a weekly season with days left out, by day",
    parameters: { n: 100, seed: 0, missing: 5, sd: 1 },
    make({ n, missing, sd }, rng) {
      const gone = new Set<number>();
      // The ends stay, so that n is the number of days spanned.
      while (gone.size < Math.min(missing, n - 2)) gone.add(1 + Math.floor(uniform(rng) * (n - 2)));
      const all = each(n, (t) => 20 + 5 * Math.sin((2 * Math.PI * t) / 7) + sd * standardNormal(rng));
      const kept = days(n);
      return {
        index: { ...kept, at: kept.at.filter((_, t) => !gone.has(t)) },
        values: all.filter((_, t) => !gone.has(t)),
      };
    },
  },
};

const MOST_ROWS = 1_000_000;

/** What `gen:NAME(n=100, seed=1)` names: the generator and every parameter. BadCall says what is wrong with it. */
export function readGenerated(ref: string): { name: string; parameters: Record<string, number> } {
  const found = /^gen:([a-z_]+)(?:\((.*)\))?$/i.exec(ref.trim());
  if (found === null) throw new BadCall(`'${ref}' is not written like gen:seasonal(n=120, seed=1)`);
  const name = found[1].toLowerCase();
  const generator = Object.hasOwn(GENERATORS, name) ? GENERATORS[name] : null;
  const names = Object.keys(GENERATORS);
  if (generator === null) throw new BadCall(`gen: no series is named '${name}'; there are ${names.join(", ")}`);
  const parameters = { ...generator.parameters };
  for (const pair of (found[2] ?? "").split(",").filter((text) => text.trim() !== "")) {
    const [key, value] = pair.split("=").map((text) => text.trim());
    if (!Object.hasOwn(parameters, key))
      throw new BadCall(`gen:${name} has ${Object.keys(parameters).join(", ")}, not '${key}'`);
    const number = Number(value);
    if (value === undefined || value === "" || !Number.isFinite(number))
      throw new BadCall(`gen:${name}: ${key} must be a number, got '${value ?? ""}'`);
    parameters[key] = number;
  }
  checkCounts(name, parameters);
  return { name, parameters };
}

function checkCounts(name: string, parameters: Record<string, number>): void {
  const whole = (key: string, least: number, most: number) => {
    const value = parameters[key];
    if (!Number.isInteger(value) || value < least || value > most)
      throw new BadCall(`gen:${name}: ${key} must be a whole number from ${least} to ${most}, got ${value}`);
  };
  whole("n", 1, MOST_ROWS);
  whole("seed", 0, Number.MAX_SAFE_INTEGER);
  if ("missing" in parameters) whole("missing", 0, MOST_ROWS);
  if ("share" in parameters && (parameters.share < 0 || parameters.share > 1))
    throw new BadCall(`gen:${name}: share must be from 0 to 1`);
  for (const key of ["sp", "size"])
    if (key in parameters && parameters[key] < 1) throw new BadCall(`gen:${name}: ${key} must be at least 1`);
}

/** The rows of a generated series; PCG64 seeded as numpy seeds it. */
export function generate(name: string, parameters: Record<string, number>) {
  const { index, values } = GENERATORS[name].make(parameters, pcg64(parameters.seed));
  return { index, y: { name: "value", values }, x: [] };
}

/** The reference that names a generated series, with every parameter. */
export function generatedRef(name: string, parameters: Record<string, number>): string {
  const stated = Object.entries(parameters).map(([key, value]) => `${key}=${value}`);
  return `gen:${name}(${stated.join(", ")})`;
}
