import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCli } from "./run.ts";

/** The folder of real data files, or null; tests and benches that need it then say so and are skipped. */
export const realData = process.env.LIQUET_DATA || null;

/** A span of anomaly as the data set's authors labelled it: milliseconds since 1970, both ends inside. */
export type Span = [number, number];

/** One labelled series: an archive in the current folder, its rows' times, and what its authors called anomalous. */
export interface Labelled {
  archive: string;
  /** Milliseconds since 1970, in file order. */
  times: number[];
  anomalies: Span[];
  /** Rows of the part that the data set sets aside to learn from. */
  learned: number;
}

/** The 35 metric series of the Numenta Anomaly Benchmark, ingested to `nab/`. */
export async function ingestNab(data: string): Promise<Labelled[]> {
  const windows = JSON.parse(readFileSync(join(data, "nab/combined_windows.json"), "utf8")) as Record<
    string,
    string[][]
  >;
  mkdirSync("meta", { recursive: true });
  const names = readdirSync(join(data, "nab")).filter((name) => name.endsWith(".csv"));
  const series: Labelled[] = [];
  for (const name of names.sort()) {
    const source = join(data, "nab", name);
    const stem = name.slice(0, -4);
    writeFileSync(`meta/${stem}.json`, meta("nab", stem));
    const ingested = await ingest(source, "--out", `nab/${stem}.parquet`, "--meta", `meta/${stem}.json`);
    // A series whose times run backwards is not ingested; as a CSV it meets the commands as it is.
    if (!ingested) writeFileSync(`nab/${stem}.csv`, canonical(source));
    const times = column(source, ",");
    series.push({
      archive: `nab/${stem}.${ingested ? "parquet" : "csv"}`,
      times,
      anomalies: windows[name.replace("__", "/")].map(([a, b]): Span => [utc(a), utc(b)]),
      // NAB's probation: 15 % of the rows, of long series 750.
      learned: Math.floor(0.15 * Math.min(times.length, 5000)),
    });
  }
  return series;
}

const SENSORS = [
  "Accelerometer1RMS",
  "Accelerometer2RMS",
  "Current",
  "Pressure",
  "Temperature",
  "Thermocouple",
  "Voltage",
  "Volume Flow RateRMS",
];

/** The eight sensors of each file of the Skoltech Anomaly Benchmark that is there, ingested to `skab/FILE/`. */
export async function ingestSkab(data: string): Promise<Labelled[]> {
  const series: Labelled[] = [];
  for (const name of readdirSync(join(data, "skab")).sort()) {
    const source = join(data, "skab", name);
    const stem = name.slice(0, -4);
    mkdirSync(`meta/${stem}`, { recursive: true });
    for (const sensor of SENSORS) writeFileSync(`meta/${stem}/${sensor}.json`, meta(stem, sensor));
    const wide = ["--wide", "--sep", ";", "--timestamp-col", "datetime", ...SENSORS.flatMap((s) => ["--tags", s])];
    await ingest(source, "--out", `skab/${stem}`, "--meta-dir", `meta/${stem}`, ...wide);
    const times = column(source, ";");
    const anomalies = labelledRuns(source, times);
    for (const archive of readdirSync(`skab/${stem}`).sort()) {
      // SKAB's own examples learn from the first 400 rows of a file.
      series.push({ archive: `skab/${stem}/${archive}`, times, anomalies, learned: 400 });
    }
  }
  return series;
}

function meta(source_id: string, point_id: string): string {
  return JSON.stringify({ identity: { source_id, point_id }, name: point_id });
}

/** False when the rows are refused because their times run backwards. */
async function ingest(source: string, ...words: string[]): Promise<boolean> {
  const { exit, stderr } = await runCli(["ingest", source, ...words, "--tz", "UTC", "--assume-quality", "GOOD"]);
  if (exit !== 0 && !stderr.includes("[NonMonotonicIndex]")) throw new Error(`${source}: ${stderr}`);
  return exit === 0;
}

function canonical(source: string): string {
  const rows = rowsOf(source).map((row) => row.replace(/^(\S+) ([^,]+),(.*)$/, "$1T$2Z,$3,GOOD"));
  return `timestamp,value,quality\n${rows.join("\n")}\n`;
}

function column(source: string, separator: string): number[] {
  return rowsOf(source).map((row) => utc(row.slice(0, row.indexOf(separator))));
}

/** Maximal stretches of rows whose column `anomaly` is 1. */
function labelledRuns(source: string, times: number[]): Span[] {
  const at = readFileSync(source, "utf8").split("\n")[0].trim().split(";").indexOf("anomaly");
  const spans: Span[] = [];
  let open = false;
  rowsOf(source).forEach((row, i) => {
    const anomalous = at >= 0 && Number(row.split(";")[at]) === 1;
    if (anomalous && open) spans[spans.length - 1][1] = times[i];
    else if (anomalous) spans.push([times[i], times[i]]);
    open = anomalous;
  });
  return spans;
}

function rowsOf(source: string): string[] {
  return readFileSync(source, "utf8").trimEnd().split(/\r?\n/).slice(1);
}

/** Both data sets write naive times, which are UTC. */
function utc(text: string): number {
  return Date.parse(`${text.replace(" ", "T").replace(/\.0+$/, "")}Z`);
}
