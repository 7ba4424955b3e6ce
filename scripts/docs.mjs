// Writes the command table of README.md between its markers, from the commands themselves. `--check` only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandIndex } from "./index-commands.mjs";

const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
const file = join(root, "README.md");
const index = await commandIndex(root);
const rows = Object.entries(index).map(([name, { summary, writes }]) => `| \`${name}\` | ${summary}${writes ? " *Writes.*" : ""} |`);
const table = ["| command | what it answers |", "|---|---|", ...rows].join("\n");
const before = readFileSync(file, "utf8");
const after = before.replace(/(<!-- commands -->\n)[\s\S]*?(\n<!-- \/commands -->)/, (_, open, close) => `${open}${table}${close}`);
if (process.argv.includes("--check")) {
  if (after === before) process.exit(0);
  process.stderr.write("README.md: the command table is not what the commands say; run npm run docs\n");
  process.exit(1);
}
writeFileSync(file, after);
