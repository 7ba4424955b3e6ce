import { version } from "liquet:version";
import { fill } from "../contract/text.ts";
import { COLUMNS } from "./notes.ts";
import { commandNames, entryOf } from "./registry.ts";
import { SERVER_VERBS } from "./server-verbs.ts";

/** The page of `liquet --help`, or of one family. */
export function overview(family?: string): string {
  const names = commandNames().filter((name) => family === undefined || name.startsWith(`${family} `));
  const rows = names.map((name) => [name, entryOf(name)?.summary ?? ""]);
  if (family === undefined) rows.push(...Object.entries(SERVER_VERBS).map(([name, verb]) => [name, verb.summary]));
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    `liquet ${version}: numbers from time series and experiments that can be defended.`,
    "",
    `Usage: liquet ${family ? `${family} ` : ""}COMMAND [arguments] [--json]`,
    "",
    ...rows.flatMap(([name, summary]) => {
      const [first, ...more] = fill(summary.split(" "), COLUMNS - width - 4);
      return [`  ${name.padEnd(width)}  ${first}`, ...more.map((line) => `${" ".repeat(width + 4)}${line}`)];
    }),
    "",
    "Every answer is evidence (exit 0) or a refusal that says why no honest number",
    "exists (exit 3); a wrong call is exit 2. 'liquet COMMAND --help' shows flags and",
    "examples; start with 'liquet demo'.",
    "",
  ].join("\n");
}
