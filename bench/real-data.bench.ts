import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ingestNab, ingestSkab, type Labelled, realData } from "../test/support/real-data.ts";
import { root } from "../test/support/root.ts";
import { runJson } from "../test/support/run.ts";
import { clockFlags, evenFlags, positionProfile, type Scored, score, scoredPart } from "./real-data-score.ts";
import { cells, type FiledScore, mean, percent, tableHead, tableRow } from "./real-data-table.ts";

// Detection and false alarms on labelled public data, beside two controls that never look at a value. Writes the tables
// and what every word in them means to bench/real-data.md.

const DETECTORS: Record<string, string[]> = {
  "screen --method mad": ["screen", "--method", "mad"],
  "screen --method moving-range": ["screen", "--method", "moving-range"],
  "spc --rules default": ["spc", "--rules", "default"],
  "spc --rules nelson": ["spc", "--rules", "nelson"],
};

const INTRODUCTION = `# Detection and false alarms on labelled public data

Made by \`LIQUET_DATA=FOLDER npm run bench real-data\`, where FOLDER holds \`nab/\` (github.com/numenta/NAB, MIT) and \`skab/\`
(github.com/waico/SKAB, GPL-3.0); neither is part of this repository. Every option that is not named has its default.

What the words mean:

- *Baseline*: what the data set's own rule sets aside to learn from. NAB: the first 15 % of a series' rows, at most 750
  (its probation). SKAB: the first 400 rows of a file. Everything after it is the *scored part*, which is the window.
- *Anomalous row*: a row of the scored part inside a window of \`combined_windows.json\` (NAB), or whose column \`anomaly\` is 1
  (SKAB). Every other row of it is *normal*. A *labelled window* is one of those windows, or a maximal run of such rows.
  A window of a SKAB file counts once for each of its eight sensors, though not every anomaly shows in every sensor.
- *Flagged*: a row that \`screen\` puts outside its limits, or at which a rule of \`spc\` signals (where a rule completes, not
  the whole run).
- *Windows hit*: labelled windows with at least one flagged row. They are long (in NAB about 10 % of a series), so rare
  flags hit most of them wherever they fall: read this column beside the even control's.
- *Difference*: the share of anomalous rows flagged less the share of normal rows flagged, the mean over series. 0 is what
  flagging without looking gives. Its standard error counts files, because the sensors of one file share their labels.
- *Alarm*: a run of flagged normal rows.
- *Even control*: in each series as many flags as the detector raised, at even distances.
- *Clock control*: as many flags again, at the places in the record (in hundredths of the scored part) that are most often
  anomalous in the other files of the data set. It reads where a row stands and nothing else. A detector whose difference
  is not above this one's has shown nothing that the clock does not know.
- A series that a detector refuses is left out of its rows and counted below its table.

These rates are of univariate limits fitted once on a short baseline, on series many of which drift or cycle. They are not
what a chart with a fitting baseline does; they are what these commands do here.
`;

/** One series as it is scored. `file`: sensors of one file share their labels. */
interface Series extends Scored {
  labelled: Labelled;
  file: string;
}

/** What a detector answered: flags, and whether the answer itself calls its baseline far from nominal. */
interface Detection {
  flags: Uint8Array;
  far: boolean;
}

async function report(data: string): Promise<string> {
  const parts = [
    INTRODUCTION,
    await section("NAB, 35 series", await ingestNab(data), ({ archive }) => archive),
    await section("SKAB, eight sensors of nine files", await ingestSkab(data), ({ archive }) => dirname(archive)),
  ];
  return parts.join("\n");
}

async function section(name: string, labelled: Labelled[], fileOf: (series: Labelled) => string): Promise<string> {
  const all = labelled.map((series): Series => ({ ...scoredPart(series), labelled: series, file: fileOf(series) }));
  const scores: string[] = [];
  const checks: string[] = [];
  const refusals: string[] = [];
  for (const [detector, words] of Object.entries(DETECTORS)) {
    const { found, refused } = await detectAll(all, words);
    scores.push(...scoreRows(detector, all, found));
    checks.push(checkRow(detector, all, found));
    refusals.push(`- ${detector}: ${refused.map(([type, n]) => `${n} ${type}`).join(", ") || "none"}`);
  }
  return [
    `## ${name}`,
    "",
    ...tableHead(),
    ...scores,
    "",
    "Refused series:",
    "",
    ...refusals,
    "",
    "What the answers say of their own baseline (`baseline_check.far_from_nominal`), and the normal rows flagged then:",
    "",
    cells([
      "detector",
      "series called far from nominal",
      "their normal rows flagged",
      "other series",
      "their normal rows flagged",
    ]),
    cells(["---", "---", "---", "---", "---"]),
    ...checks,
    "",
  ].join("\n");
}

async function detectAll(all: Series[], words: string[]) {
  const found = new Map<Series, Detection>();
  const refused = new Map<string, number>();
  for (const series of all) {
    const answer = await detect(series, words);
    if (typeof answer === "string") refused.set(answer, (refused.get(answer) ?? 0) + 1);
    else found.set(series, answer);
  }
  return { found, refused: [...refused].sort() };
}

/** The rows that a detector flags in the scored part, or the name of its refusal. */
async function detect({ labelled, times }: Series, [command, ...words]: string[]): Promise<Detection | string> {
  const { archive, learned } = labelled;
  const span = (a: number, b: number) => `${new Date(a).toISOString()}/${new Date(b).toISOString()}`;
  const baseline = span(labelled.times[0], labelled.times[learned - 1]);
  const windows = ["--baseline", baseline, "--window", span(times[0], times[times.length - 1])];
  const { exit, stderr, document } = await runJson([command, archive, ...windows, ...words, "--max-events", "all"]);
  if (exit === 3) return String(document.error_type);
  if (exit !== 0) throw new Error(`${command} ${archive}: ${stderr}`);
  const { flagged, rules, baseline_check } = document as {
    flagged?: string[];
    rules?: { hits: { timestamp: string }[] }[];
    baseline_check: { far_from_nominal: boolean };
  };
  const at = flagged ?? (rules ?? []).flatMap(({ hits }) => hits.map(({ timestamp }) => timestamp));
  const marked = new Set(at.map((timestamp) => Date.parse(timestamp)));
  return { flags: Uint8Array.from(times, (t) => (marked.has(t) ? 1 : 0)), far: baseline_check.far_from_nominal };
}

function scoreRows(detector: string, all: Series[], found: Map<Series, Detection>): string[] {
  const scored = (flagsOf: (series: Series, budget: number) => Uint8Array): FiledScore[] =>
    [...found].map(([series, { flags }]) => ({
      file: series.file,
      score: score(
        series,
        flagsOf(
          series,
          flags.reduce((sum, flag) => sum + flag, 0),
        ),
      ),
    }));
  const clock = (series: Series, budget: number) => {
    const others = all.filter(({ file, windows }) => file !== series.file && windows.length > 0);
    return clockFlags(series.times.length, budget, positionProfile(others));
  };
  return [
    tableRow(
      `**${detector}**`,
      scored((series) => (found.get(series) as Detection).flags),
    ),
    tableRow(
      "even control",
      scored((series, budget) => evenFlags(series.times.length, budget)),
    ),
    tableRow("clock control", scored(clock)),
  ];
}

function checkRow(detector: string, all: Series[], found: Map<Series, Detection>): string {
  const shares = (far: boolean) =>
    all.flatMap((series) => {
      const answer = found.get(series);
      return answer?.far === far ? [score(series, answer.flags).normal_flagged] : [];
    });
  const [warned, others] = [shares(true), shares(false)];
  return cells([detector, String(warned.length), percent(mean(warned)), String(others.length), percent(mean(others))]);
}

if (realData === null) {
  console.log("LIQUET_DATA does not name the folder of real data: skipped");
} else {
  const dir = mkdtempSync(join(tmpdir(), "liquet-bench-"));
  process.chdir(dir);
  const text = await report(realData);
  writeFileSync(join(root, "bench/real-data.md"), text);
  console.log(text);
  process.chdir(tmpdir());
  rmSync(dir, { recursive: true, force: true });
}
