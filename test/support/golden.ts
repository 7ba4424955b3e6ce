import { version } from "liquet:version";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./root.ts";
import { type Run, runCli } from "./run.ts";

/** One file under golden/: `$ liquet …`, `# exit N`, then stdout byte for byte (stderr for a bad call). */
export interface GoldenCase {
  name: string;
  argv: string[];
  exit: number | null;
  body: string | null;
}

/** Every case, by path. A file that holds only its first line is a case not yet written. */
export function goldenCases(): GoldenCase[] {
  const dir = join(root, "golden");
  return readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .map((name) => parse(name, readFileSync(join(dir, name), "utf8")));
}

function parse(name: string, text: string): GoldenCase {
  const [command, status, ...rest] = text.split("\n");
  if (!command.startsWith("$ liquet ")) throw new Error(`golden/${name}: the first line is not "$ liquet …"`);
  const exit = /^# exit (\d+)$/.exec(status ?? "");
  return {
    name,
    argv: words(command.slice("$ liquet ".length)),
    exit: exit ? Number(exit[1]) : null,
    body: exit ? rest.join("\n") : null,
  };
}

/** Splits a command line at blanks; single and double quotes keep blanks. */
export function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((m) => m[1] ?? m[2] ?? m[3]);
}

/** The bytes of a case after a run: the version is fixed so that a release changes no golden file. */
export function render(argv: string[], run: Run): string {
  const quoted = argv.map((word) => (/^[\w./:=,@+-]+$/.test(word) ? word : `'${word}'`)).join(" ");
  return `$ liquet ${quoted}\n# exit ${run.exit}\n${fixVersion(run.exit === 2 ? run.stderr : run.stdout || run.stderr)}`;
}

/** Writes `0.0.0` for this version wherever an answer names it. */
export function fixVersion(text: string): string {
  return text.replaceAll(version, "0.0.0");
}

/** The folder that golden cases and examples run in: the demo and the fixtures, made once per process. */
export async function demoFolder(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), "liquet-golden-"));
  const before = process.cwd();
  process.chdir(dir);
  try {
    const made = await runCli(["demo"]);
    if (made.exit !== 0) throw new Error(`demo failed: ${made.stderr}`);
    const saved = await runCli(["profile", "liquet-demo/fic101.parquet", "--json"]);
    writeFileSync(join(dir, "answer.json"), saved.stdout);
    const model = ["forecast", "save-model", "demo:airline", "airline-model.json", "--spec", "NaiveForecaster(sp=12)"];
    const kept = await runCli(model);
    // The handle of its training part stands in examples.
    await runCli(["data", "split", "demo:airline", "--fh", "12"]);
    if (kept.exit !== 0) throw new Error(`save-model failed: ${kept.stderr}`);
    const fixtures = join(root, "test/fixtures/golden");
    if (existsSync(fixtures)) cpSync(fixtures, join(dir, "fixtures"), { recursive: true });
  } finally {
    process.chdir(before);
  }
  return dir;
}
