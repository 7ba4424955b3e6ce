// Writes the command table and the shown answers of README.md and the refusal table of SCOPE.md between their markers,
// from the code and from golden/.
// `--check` only compares.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandIndex, loadModule } from "./index-commands.mjs";

const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
const check = process.argv.includes("--check");
const index = await commandIndex(root);
const commands = Object.entries(index).map(
  ([name, { summary, writes }]) => `| \`${name}\` | ${summary}${writes ? " *Writes.*" : ""} |`,
);
fill("README.md", "commands", ["| command | what it answers |", "|---|---|", ...commands]);
const { REFUSALS } = await loadModule(root, "src/contract/refusals.ts");
const rows = Object.entries(REFUSALS).map(([name, when]) => `| \`${name}\` | ${when} | ${provokedBy(name)} |`);
fill("SCOPE.md", "refusals", ["| `error_type` | when | provoked by |", "|---|---|---|", ...rows]);

for (const [, name] of readFileSync(join(root, "README.md"), "utf8").matchAll(/<!-- golden (\S+) -->/g)) {
  fill("README.md", `golden ${name}`, ["```", ...shown(name), "```"]);
}

/** A golden case as a person meets it: the command, and what it prints. */
function shown(name) {
  const [command, , ...body] = readFileSync(join(root, "golden", name), "utf8")
    .trimEnd()
    .split("\n");
  return [command, ...body];
}

/** The first test, by path, that names the refusal; test/refusals.test.ts fails where there is none. */
function provokedBy(name) {
  const found = readdirSync(join(root, "test"), { recursive: true })
    .filter((file) => file.endsWith(".test.ts") && readFileSync(join(root, "test", file), "utf8").includes(`"${name}"`))
    .sort()[0];
  return found ? `\`test/${found}\`` : "";
}

function fill(name, marker, lines) {
  const file = join(root, name);
  const before = readFileSync(file, "utf8");
  const between = new RegExp(`(<!-- ${marker} -->\n)[\\s\\S]*?(<!-- /${marker.split(" ")[0]} -->)`);
  const after = before.replace(between, (_, open, close) => `${open}${lines.join("\n")}\n${close}`);
  if (after === before) return;
  if (check) {
    process.stderr.write(`${name}: the table "${marker}" is not what the code says; run npm run docs\n`);
    process.exit(1);
  }
  writeFileSync(file, after);
}
