import { type DataSteps, FILE, FUTURE } from "./data-steps.ts";

/** What a program is to do: make the data, then forecast. */
export interface Exported {
  steps: DataSteps;
  spec: string;
  /** Steps, or the last label. */
  horizon: number | string;
  coverage: number;
  /** Explaining columns that the forecaster takes: their future values are in a second file. */
  x: string[];
}

/** Which argument of a program names the file of future columns: the first where the data need no file. */
const future = ({ file }: DataSteps) => (file === null ? 1 : 2);

/** The call that forecasts, without the leading `liquet`. */
function forecastCall({ steps, spec, horizon, coverage, x }: Exported): string[] {
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
    ...(x.length === 0 ? [] : ["--x-handle", FUTURE]),
    "--json",
  ];
}

/** A POSIX shell script: the forecast's JSON on stdout, refusals on stderr with exit 3. */
export function shellProgram(exported: Exported): string {
  const { steps } = exported;
  const word = (text: string) =>
    text === FILE || text === FUTURE
      ? `"$${text.slice(1, -1)}"`
      : /^[\w.:/=,@-]+$/.test(text)
        ? text
        : `'${text.replaceAll("'", "'\\''")}'`;
  const line = (call: string[]) => ["liquet", ...call].map(word).join(" ");
  return [
    "#!/bin/sh",
    `# Forecasts with ${exported.spec}. Needs liquet on the PATH.`,
    "set -eu",
    ...(steps.file === null ? [] : [`FILE=\${1:-${word(steps.file)}}`]),
    ...(exported.x.length === 0 ? [] : [`FUTURE=\${${future(steps)}:?file of the future ${exported.x.join(", ")}}`]),
    ...steps.calls.map((call) => `${line(call)} > /dev/null`),
    line(forecastCall(exported)),
    "",
  ].join("\n");
}

/** A TypeScript module (also valid JavaScript) that runs the installed package and prints the forecast's JSON. */
export function typescriptProgram(exported: Exported): string {
  const { steps } = exported;
  const word = (text: string) => (text === FILE ? "file" : text === FUTURE ? "future" : JSON.stringify(text));
  const list = (call: string[]) => `liquet([${call.map(word).join(", ")}])`;
  return [
    `// Forecasts with ${exported.spec}. Needs the package liquet beside it: npm install liquet.`,
    'import { execFileSync } from "node:child_process";',
    'import { createRequire } from "node:module";',
    "",
    'const program = createRequire(import.meta.url).resolve("liquet/dist/liquet.js");',
    'const liquet = (words) => execFileSync(process.execPath, [program, ...words], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });',
    ...(steps.file === null ? [] : [`const file = process.argv[2] ?? ${JSON.stringify(steps.file)};`]),
    ...(exported.x.length === 0 ? [] : [`const future = process.argv[${future(steps) + 1}];`]),
    "",
    ...steps.calls.map((call) => `${list(call)};`),
    `process.stdout.write(${list(forecastCall(exported))});`,
    "",
  ].join("\n");
}
