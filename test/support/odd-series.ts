import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inFolder } from "./folder.ts";
import { runJson } from "./run.ts";

/** A trend, a season of four and a little noise, the same everywhere. */
const BASE = Array.from({ length: 24 }, (_, t) => 50 + 0.7 * t + [6, -2, -5, 1][t % 4] + (((t * 7919) % 13) - 6) / 5);
const SERIES: Record<string, (number | string)[]> = {
  ordinary: BASE,
  tiny: BASE.map((v) => v * 1e-6),
  huge: BASE.map((v) => v * 1e12),
  "beyond squares": BASE.map((v) => v * 1e200),
  constant: BASE.map(() => 7),
  zero: BASE.map(() => 0),
  "mostly zero": BASE.map((_, t) => (t % 5 === 3 ? 1 + (t % 3) : 0)),
  negative: BASE.map((v) => -v),
  "of both signs": BASE.map((v, t) => (t % 2 === 0 ? v : -v)),
  "one that differs": BASE.map((_, t) => (t === 11 ? 8 : 7)),
  "the last that differs": BASE.map((_, t) => (t === 23 ? 8 : 7)),
  "a line": BASE.map((_, t) => 3 + 2 * t),
  "with a hole": BASE.map((v, t) => (t === 9 ? "" : v)),
  "ending in a hole": BASE.map((v, t) => (t >= 22 ? "" : v)),
  "with an infinity": BASE.map((v, t) => (t === 9 ? "inf" : v)),
  "all holes": BASE.map(() => ""),
  "of one": [7],
  "of two": [7, 9],
  "of three": [7, 9, 8],
  "of four": [7, 9, 8, 12],
  "of five": [7, 9, 8, 12, 10],
};
const MORE = [7, 8, 7];
/** Those that are also given more rows. */
const GO_ON = new Set(["ordinary", "huge", "constant", "mostly zero", "with a hole", "of one", "of three"]);

interface Row {
  point: number;
  intervals?: { coverage: number; lower: number; upper: number }[];
  variance?: number | null;
}

/** Keys whose null has no reason beside it; arguments of the call may be null, and y where a row has no value. */
function bareNulls(value: unknown, key = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => bareNulls(each, key));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, each]) => {
    if (each === null) return name === "y" || `${name}_reason` in value ? [] : [name];
    return name === "call" ? [] : bareNulls(each, name);
  });
}

/** What is wrong with a step: the 80 % interval lies inside the 95 % one, and the point inside both. */
function wrongRow({ point, intervals, variance }: Row): boolean {
  if (variance !== undefined && variance !== null && !(variance >= 0)) return true;
  const [inner, outer] = intervals ?? [];
  const bounds = inner === undefined ? [point] : [outer.lower, inner.lower, point, inner.upper, outer.upper];
  return bounds.some((value, i) => !Number.isFinite(value) || (i > 0 && value < bounds[i - 1]));
}

/** How many calls ended in each way. */
const tally = new Map<number, number>();

/** Runs a call that must be answered or refused by name; returns what was found wrong. */
export async function answered(argv: string[]) {
  const { exit, document, stderr } = await runJson(argv);
  tally.set(exit, (tally.get(exit) ?? 0) + 1);
  const what = argv.slice(1).join(" ");
  if (exit !== 0 && exit !== 3) return { document, faults: [`${what}: exit ${exit}, ${stderr.slice(0, 300)}`] };
  if (exit === 3) return { document: null, faults: [] };
  const rows = ((document.rows ?? []) as Row[]).filter((row) => typeof row.point === "number");
  return {
    document,
    faults: [
      ...rows.filter(wrongRow).map((row) => `${what}: ${JSON.stringify(row)}`),
      ...bareNulls(document).map((key) => `${what}: ${key} is null and does not say why`),
    ],
  };
}

const csv = (values: (number | string)[]) => `y,x\n${values.map((v, t) => `${v},${1 + ((t * 5) % 7)}`).join("\n")}\n`;

/** Every call with one specification on one series. */
async function tryOn(spec: string, handle: string, more: string | null): Promise<string[]> {
  const predict = ["forecast", "predict", handle, "--spec", spec, "--x-handle", "ahead.csv", "--horizon"];
  const levels = ["--coverage", "0.8", "--coverage", "0.95"];
  const found = [
    await answered([...predict, "9", ...levels]),
    await answered([...predict, "2", "--mode", "variance"]),
    await answered(["forecast", "evaluate", handle, "--spec", spec, "--horizon", "2", "--folds", "2"]),
  ];
  const fit = await answered(["forecast", "fit", handle, "--spec", spec]);
  found.push(fit);
  if (fit.document !== null && more !== null)
    for (const flags of [[], ["--no-update-params"]]) {
      const updated = await answered(["forecast", "update", String(fit.document.model_handle), more, ...flags]);
      found.push(updated);
      if (updated.document === null) continue;
      const again = ["forecast", "predict", String(updated.document.model_handle), "--horizon", "3", ...levels];
      found.push(await answered([...again, "--x-handle", "ahead.csv"]));
    }
  return found.flatMap(({ faults }) => faults);
}

/** The oddest of them, where time is short. */
const FEW = ["ordinary", "constant", "zero", "mostly zero", "negative", "with a hole", "of one", "of three", "of five"];

/** Names of the odd series. */
export const ODD = Object.keys(SERIES);

/** Loads an odd series as column y. */
export async function loadOdd(name: string): Promise<string> {
  const argv = ["data", "load", "-", "--format", "csv", "--target-column", "y"];
  return String((await runJson(argv, { stdin: csv(SERIES[name]) })).document.handle);
}

/** Registers the test that a specification answers or refuses, whatever the values; `column` gives it an explaining one, `few` takes the oddest. */
export function sweep(spec: string, { column = false, few = false, long = false } = {}): void {
  const names = long ? ["ordinary", "of one", "of five"] : few ? FEW : ODD;
  test(`${spec} answers with numbers or refuses by name, whatever the values`, () =>
    inFolder({ "ahead.csv": csv(BASE.slice(0, 20)).replace("y,", "z,") }, async () => {
      const flags = ["--target-column", "y", ...(column ? ["--exog-columns", "x"] : [])];
      const load = async (values: (number | string)[]) =>
        String(
          (await runJson(["data", "load", "-", "--format", "csv", ...flags], { stdin: csv(values) })).document.handle,
        );
      const more = await load(MORE);
      const faults: string[] = [];
      for (const name of names)
        for (const fault of await tryOn(spec, await load(SERIES[name]), GO_ON.has(name) ? more : null))
          faults.push(`a series ${name}: ${fault}`);
      assert.deepEqual(faults, []);
    }));
}

/** Both ends are met: a sweep in which everything is refused shows nothing. */
export function sweepMeets({ answers, refusals }: { answers: number; refusals: number }): void {
  after(() => assert.ok((tally.get(0) ?? 0) > answers && (tally.get(3) ?? 0) > refusals, [...tally].join(" ")));
}

/** Names of a task's components in the registry that are not among these. */
export async function notAmong(task: string, names: readonly string[]): Promise<string[]> {
  const { document } = await runJson(["forecast", "query-registry", "--task", task, "--limit", "100"]);
  return (document.results as { name: string }[]).map(({ name }) => name).filter((name) => !names.includes(name));
}
