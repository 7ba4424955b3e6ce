import { BadCall } from "../../contract/outcome.ts";
import { type DataSteps, FILE } from "./data-steps.ts";

/** What a program is to do: make the data, then forecast. */
export interface Exported {
  steps: DataSteps;
  spec: string;
  horizon: number;
  coverage: number;
}

/** The call that forecasts, without the leading `liquet`. */
function forecastCall({ steps, spec, horizon, coverage }: Exported): string[] {
  return [
    "forecast",
    "predict",
    steps.ref,
    "--spec",
    spec,
    "--horizon",
    String(horizon),
    "--coverage",
    String(coverage),
    "--json",
  ];
}

/** A POSIX shell script: the forecast's JSON on stdout, refusals on stderr with exit 3. */
export function shellProgram(exported: Exported): string {
  const { steps } = exported;
  const word = (text: string) =>
    text === FILE ? '"$FILE"' : /^[\w.:/=,@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  const line = (call: string[]) => ["liquet", ...call].map(word).join(" ");
  return [
    "#!/bin/sh",
    `# Forecasts with ${exported.spec}. Needs liquet on the PATH.`,
    "set -eu",
    ...(steps.file === null ? [] : [`FILE=\${1:-${word(steps.file)}}`]),
    ...steps.calls.map((call) => `${line(call)} > /dev/null`),
    line(forecastCall(exported)),
    "",
  ].join("\n");
}

/** A TypeScript module (also valid JavaScript) that runs the installed package and prints the forecast's JSON. */
export function typescriptProgram(exported: Exported): string {
  const { steps } = exported;
  const word = (text: string) => (text === FILE ? "file" : JSON.stringify(text));
  const list = (call: string[]) => `liquet([${call.map(word).join(", ")}])`;
  return [
    `// Forecasts with ${exported.spec}. Needs the package liquet beside it: npm install liquet.`,
    'import { execFileSync } from "node:child_process";',
    'import { createRequire } from "node:module";',
    "",
    'const program = createRequire(import.meta.url).resolve("liquet/dist/liquet.js");',
    'const liquet = (words) => execFileSync(process.execPath, [program, ...words], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });',
    ...(steps.file === null ? [] : [`const file = process.argv[2] ?? ${JSON.stringify(steps.file)};`]),
    "",
    ...steps.calls.map((call) => `${list(call)};`),
    `process.stdout.write(${list(forecastCall(exported))});`,
    "",
  ].join("\n");
}

/** Python for sktime with the same specification; its numbers are sktime's, not liquet's. */
export function pythonProgram({ steps, spec, horizon, coverage }: Exported): string {
  return [
    `# The same specification in sktime; sktime computes its own numbers.`,
    "from sktime.registry import craft",
    ...pythonData(steps),
    "",
    `forecaster = craft(${JSON.stringify(spec)})`,
    `fh = list(range(1, ${horizon} + 1))`,
    "forecaster.fit(y, fh=fh)",
    "print(forecaster.predict(fh))",
    `print(forecaster.predict_interval(fh, coverage=${coverage}))`,
    "",
  ].join("\n");
}

function pythonData({ ref, file, columns, calls }: DataSteps): string[] {
  if (file === null) return pythonDemo(ref.replace(/^demo:/, ""));
  const index = columns?.time == null ? "" : `, index_col=${JSON.stringify(columns.time)}, parse_dates=True`;
  return [
    "import sys",
    "import pandas as pd",
    "",
    `data = pd.read_csv(sys.argv[1] if len(sys.argv) > 1 else ${JSON.stringify(file)}${index})`,
    ...calls.slice(1).map((call) => `# liquet ${call.join(" ")}: do the same here`),
    `y = data[${JSON.stringify(columns?.target ?? "y")}]`,
  ];
}

/** Demo data that sktime has too, by its own names. */
const SKTIME_DEMOS: Record<string, string> = {
  airline: "load_airline()",
  lynx: "load_lynx()",
  shampoo_sales: "load_shampoo_sales()",
  pbs_dataset: "load_PBS_dataset()",
  longley: "load_longley()[0]",
};

function pythonDemo(name: string): string[] {
  const loader = SKTIME_DEMOS[name];
  if (loader === undefined)
    throw new BadCall(
      `language: sktime has no data set '${name}'; save it with 'liquet data save' and export for that file`,
    );
  return [`from sktime.datasets import ${loader.replace(/\(.*/, "")}`, "", `y = ${loader}`];
}
