import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { test } from "node:test";
import { root } from "./support/root.ts";

/** Which layers a layer's values may come from. A type import is erased before anything runs and is free. */
const ALLOWED: Record<string, string[]> = {
  numerics: [],
  contract: ["contract"],
  series: ["series", "numerics", "contract/outcome", "contract/instant", "contract/window"],
  process: [
    "process",
    "series",
    "numerics",
    "contract/outcome",
    "contract/instant",
    "contract/window",
    "contract/text",
  ],
  fda: ["fda", "series", "numerics", "contract/outcome", "contract/text"],
  // Parameters of components are schemas, described and parsed as those of commands are.
  forecast: [
    "forecast",
    "series",
    "numerics",
    "contract/outcome",
    "contract/handle",
    "contract/instant",
    "contract/text",
    "contract/field",
    "contract/parse",
    "contract/closest",
  ],
  experiment: ["experiment", "series", "numerics", "contract/outcome", "contract/text"],
  plot: ["plot", "series", "numerics", "contract/instant", "contract/text"],
  io: ["io", "series", "contract"],
  store: ["store", "series", "contract"],
  commands: ["contract", "process", "fda", "forecast", "experiment", "series", "numerics", "plot"],
  surface: ["surface", "contract"],
  bin: ["surface", "io", "store", "bin"],
};
ALLOWED.numerics.push("numerics");

/** Who alone may import a package. */
const ONLY: [RegExp, RegExp][] = [
  [/^commander$|^chalk$|^@modelcontextprotocol\//, /^src\/surface\//],
  [/^jose$/, /^src\/surface\/auth\//],
  [/^@modelcontextprotocol\/sdk/, /^src\/surface\/(mcp\.ts|mcp\/sdk-v1\.ts|http\/sessions\.ts)$/],
  [/^@modelcontextprotocol\/server/, /^src\/surface\/mcp\/(sdk|serve)-v2\.ts$/],
  [/^node:fs/, /^src\/(io|store)\//],
  [/^luxon$/, /^src\/(io\/|series\/calendar\.ts)/],
  [/^hyparquet|^zstddec$|^csv-parse/, /^src\/io\//],
  [/^libsql$/, /^src\/(io|store)\//],
  [/^pg$|^read-excel-file/, /^src\/io\//],
  [/^simple-statistics$/, /^src\/numerics\//],
  [/^zod/, /^(src\/contract|src\/surface|src\/forecast|commands)\//],
];

interface Import {
  file: string;
  from: string;
  typeOnly: boolean;
}

function imports(file: string): Import[] {
  const text = readFileSync(join(root, file), "utf8");
  const found: Import[] = [];
  for (const m of text.matchAll(/^(import|export)\s+(type\s+)?(?:[^;'"]*?\sfrom\s+)?"([^"]+)"/gm)) {
    found.push({ file, from: m[3], typeOnly: m[2] !== undefined });
  }
  for (const m of text.matchAll(/\bimport\("([^"]+)"\)/g)) found.push({ file, from: m[1], typeOnly: false });
  return found;
}

const sources = ["src", "commands", "bin"].flatMap((dir) =>
  readdirSync(join(root, dir), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
    .map((name) => `${dir}/${name.replaceAll("\\", "/")}`),
);
const all = sources.flatMap(imports);

function layer(path: string): string {
  const parts = path.split("/");
  return parts[0] === "src" ? parts[1] : parts[0];
}

test("each layer imports values only from the layers below it", () => {
  const wrong = all
    .filter(({ from, typeOnly }) => from.startsWith(".") && !typeOnly)
    .map(({ file, from }) => ({
      file,
      target: relative(root, normalize(join(root, dirname(file), from))).replaceAll("\\", "/"),
    }))
    .filter(({ file, target }) => {
      const inside = target.replace(/^src\//, "").replace(/\.ts$/, "");
      if (layer(file) === "surface" && layer(target) === "commands") return false;
      return !ALLOWED[layer(file)].some((allowed) => inside === allowed || inside.startsWith(`${allowed}/`));
    });
  assert.deepEqual(wrong, []);
});

test("a package that belongs to one layer is imported nowhere else", () => {
  const wrong = all.filter(
    ({ file, from, typeOnly }) => !typeOnly && ONLY.some(([name, where]) => name.test(from) && !where.test(file)),
  );
  assert.deepEqual(
    wrong.map(({ file, from }) => `${file} imports ${from}`),
    [],
  );
});

test("the clock, unseeded randomness and the environment are read in bin/ alone", () => {
  const wrong = sources
    .filter((file) => !file.startsWith("bin/"))
    .filter((file) =>
      /\bDate\.now\b|\bMath\.random\b|\bprocess\.env\b|new Date\(\)/.test(readFileSync(join(root, file), "utf8")),
    );
  assert.deepEqual(wrong, []);
});

test("the rule would catch a numerics file that reads a file", () => {
  assert.equal(
    ONLY.some(([name, where]) => name.test("node:fs") && !where.test("src/numerics/mean.ts")),
    true,
  );
  assert.equal(ALLOWED.numerics.includes("series"), false);
});
