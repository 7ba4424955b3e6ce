// `npm run new fda/warp`: the skeleton of a command and its golden case.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
const name = process.argv[2];
if (!/^[a-z][a-z0-9-]*(\/[a-z][a-z0-9-]*)?$/.test(name ?? "")) {
  process.stderr.write("usage: npm run new NAME or FAMILY/NAME, in kebab-case\n");
  process.exit(2);
}
const up = name.includes("/") ? "../.." : "..";
const words = name.replace("/", " ");
write(
  `commands/${name}.ts`,
  `import * as z from "zod/mini";
import { command } from "${up}/src/contract/command.ts";
import { field, fields } from "${up}/src/contract/field.ts";
import { evidence } from "${up}/src/contract/outcome.ts";

export default command({
  summary: "Say in one sentence what this command reports, in the user's words.",
  args: ["archive"],
  input: z.strictObject({
    archive: fields.archive(),
    k: field(z._default(z.number().check(z.positive()), 3), "Say what the number means and its unit."),
  }),
  evidence: z.strictObject({ tag: z.string(), n_rows: z.number() }),
  examples: ["${words} liquet-demo/fic101.parquet"],
  async run({ archive }, ctx) {
    const source = await ctx.archive(archive);
    const rows = await source.read(null);
    return evidence({ tag: source.tag, n_rows: rows.t.length });
  },
  text: (f) => [\`\${f.tag}  \${f.n_rows} rows\`],
});
`,
);
write(`golden/${name}/demo.txt`, `$ liquet ${words} liquet-demo/fic101.parquet --json\n`);
process.stdout.write("next: write the command, then npm run golden, and read what it wrote\n");

function write(path, text) {
  const file = join(root, path);
  if (existsSync(file)) {
    process.stderr.write(`${path} exists\n`);
    process.exit(2);
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  process.stdout.write(`wrote ${path}\n`);
}
