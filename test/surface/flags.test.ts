import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { field } from "../../src/contract/field.ts";
import { BadCall, evidence } from "../../src/contract/outcome.ts";
import { parseInput } from "../../src/contract/parse.ts";
import { inputSchema } from "../../src/surface/describe.ts";
import { parseFlags } from "../../src/surface/flags.ts";

const sample = command({
  summary: "A command with one field of every form.",
  args: ["archive", "more"],
  input: z.strictObject({
    archive: field(z.string(), "a positional"),
    more: field(z._default(z.array(z.string()), []), "the other positionals"),
    k: field(z._default(z.number().check(z.positive()), 3), "a number"),
    min_size: field(z.optional(z.int().check(z.minimum(1))), "an integer"),
    basis: field(z._default(z.enum(["A", "B"]), "A"), "a choice"),
    stepped: field(z._default(z.boolean(), false), "off by default"),
    header: field(z._default(z.boolean(), true), "on by default"),
    tz: field(z._default(z.array(z.string()), []), "repeatable"),
    max_events: field(z._default(z.union([z.int().check(z.minimum(0)), z.literal("all")]), 0), "a number or a word"),
    tags: field(z.optional(z.record(z.string(), z.string())), "a record"),
    arms: field(z.optional(z.record(z.string(), z.number())), "a record of numbers"),
    options: field(z.optional(z.record(z.string(), z.unknown())), "a record of anything"),
    looks: field(z.optional(z.array(z.number())), "several numbers"),
    fh: field(z.optional(z.union([z.int(), z.array(z.int())])), "one number or several"),
    assume_that_takes_a_long_word: field(z.optional(z.string()), "words that must go on in a second line"),
  }),
  evidence: z.strictObject({}),
  examples: ["sample x"],
  run: async () => evidence({}),
  text: () => [],
});

const schema = inputSchema(sample);
const parse = (...words: string[]) => parseInput(sample.input, parseFlags("sample", sample, schema, words).raw);
const bad = (pattern: RegExp) => (error: unknown) =>
  error instanceof BadCall && pattern.test(error.message) && !error.message.includes("\n");

test("strings become what the schema declares; absent fields take the schema's defaults", () => {
  assert.deepEqual(parse("a.csv"), {
    archive: "a.csv",
    more: [],
    k: 3,
    basis: "A",
    stepped: false,
    header: true,
    tz: [],
    max_events: 0,
  });
  assert.deepEqual(
    parse(
      "a.csv",
      "b",
      "c",
      "--k",
      "2.5",
      "--min-size",
      "7",
      "--basis",
      "B",
      "--stepped",
      "--no-header",
      "--tz",
      "X",
      "--tz",
      "Y",
      "--max-events",
      "all",
      "--tags",
      "u=1",
      "--tags",
      "v=x=y",
    ),
    {
      archive: "a.csv",
      more: ["b", "c"],
      k: 2.5,
      min_size: 7,
      basis: "B",
      stepped: true,
      header: false,
      tz: ["X", "Y"],
      max_events: "all",
      tags: { u: "1", v: "x=y" },
    },
  );
  assert.equal(parse("a", "--max-events", "12").max_events, 12);
  assert.deepEqual(parse("a", "--tags", '{"p":"q"}').tags, { p: "q" });
});

test("a negative value is a value, not a flag", () => {
  assert.throws(() => parse("a", "--k", "-1"), bad(/^k: expected more than 0, got -1$/));
});

test("a path that starts with a dash can be given after --", () => {
  assert.equal(parse("--", "-odd.csv").archive, "-odd.csv");
  assert.equal(parse("-").archive, "-");
});

test("where the file to write is the last argument, --out names it too", () => {
  const saving = command({
    ...sample,
    args: ["archive", "path"],
    input: z.strictObject({ archive: field(z.string(), "a positional"), path: field(z.string(), "a file") }),
    examples: ["sample x y"],
    writes: true,
  });
  const parsed = (...words: string[]) => parseFlags("sample", saving, inputSchema(saving), words).raw;
  for (const words of [
    ["a", "b"],
    ["a", "--out", "b"],
    ["--out", "b", "a"],
    ["a", "-o", "b"],
    ["--out=b", "a"],
  ])
    assert.deepEqual(parsed(...words), { archive: "a", path: "b" });
  assert.throws(() => parsed("a", "--out"), bad(/missing required argument 'path'/));
  assert.throws(() => parsed("a", "b", "--out", "c"), bad(/too many arguments/));
});

for (const [words, pattern] of [
  [[], /missing required argument 'archive'; see 'liquet sample --help'/],
  [
    ["a", "--stepp"],
    /unknown option '--stepp'; did you mean '--stepped\?'|unknown option '--stepp'; did you mean '--stepped'/,
  ],
  [["a", "--k", "abc"], /^k: 'abc' is not a number$/],
  [["a", "--k", ""], /^k: '' is not a number$/],
  [["a", "--k", "0x10"], /is not a number/],
  [["a", "--k"], /argument missing/],
  [["a", "--min-size", "2.5"], /^min_size: expected a whole number, got 2.5$/],
  [["a", "--min-size", "0"], /^min_size: expected at least 1, got 0$/],
  [["a", "--basis", "C"], /^basis: expected one of A, B, got "C"$/],
  [["a", "--max-events", "some"], /^max_events: expected a number or all, got "some"$/],
  [["a", "--tags", "nokey"], /^tags: 'nokey' is not key=value; name what it belongs to, as in NAME=nokey$/],
  [["a", "--tags", "u=1", "--tags", "u=2"], /^tags: 'u' is given twice$/],
  [["a", "--tags", "{"], /is not a JSON object$/],
  [["a", "--arms", "0.95,0.05"], /^arms: '0.95' is not key=value; name /],
  [["a", "--arms", '{"__proto__":1,"b":2}'], /^arms: '__proto__' cannot be a name$/],
  [["a", "--arms", "control=half"], /^arms.control: 'half' is not a number$/],
] as const) {
  test(`${JSON.stringify(words)} is a bad call of one line`, () => {
    assert.throws(() => parse(...words), bad(pattern));
  });
}

test("the same parse judges both surfaces: an unknown argument is named with the nearest known one", () => {
  assert.throws(
    () => parseInput(sample.input, { archive: "a", min_sise: 3 }),
    bad(/^unknown argument 'min_sise'; did you mean 'min_size'\?$/),
  );
  assert.throws(() => parseInput(sample.input, {}), bad(/^archive: missing$/));
  assert.throws(() => parseInput(sample.input, { archive: 3 }), bad(/^archive: expected a string, got 3$/));
  assert.throws(() => parseInput(sample.input, { archive: "a", k: "3" }), bad(/^k: expected a number, got "3"$/));
});

test("null is read as not stated, as many clients send it", () => {
  assert.deepEqual(parseInput(sample.input, { archive: "a", k: null, tags: null }), parse("a"));
  assert.throws(() => parseInput(sample.input, { archive: null }), bad(/^archive: missing$/));
});

test("help shows the positionals, each flag, defaults and examples", () => {
  const { help } = parseFlags("sample", sample, schema, ["--help"]);
  for (const part of [
    "<archive>",
    "[more...]",
    "--k <number>",
    "(default: 3)",
    "--basis <A|B>",
    "--no-header",
    "--max-events <n|all>",
    "--fh <n> ",
    "liquet sample x",
  ]) {
    assert.ok(help?.includes(part), `${part} is not in\n${help}`);
  }
  assert.match(help ?? "", /--no-header\s+on by default\s+On\s+unless\s+this\s+flag\s+is\s+given\./);
});

test("a help page fits 80 columns, whatever its longest flag; a command or a list in columns is not broken", () => {
  const copy = `From a pipe: cat ids.txt | liquet sample - ${"--tz Europe/Berlin ".repeat(4).trim()}`;
  const notes = [`One sentence ${"goes on ".repeat(12)}here and`, "ends here. Another.", "Apart.", copy, "a   column"];
  const { help } = parseFlags("sample", { ...sample, notes }, schema, ["--help"]);
  const lines = help?.split("\n") ?? [];
  assert.deepEqual(
    lines.filter((line) => line.length > 80),
    [copy],
  );
  assert.match(help ?? "", /here and\s+ends here\. Another\.\nApart\.\n/);
  assert.ok(lines.includes("a   column"));
});

test("numbers may share one word, names with text values may not", () => {
  assert.deepEqual(parse("a", "--arms", "control=0.95,treatment=.05").arms, { control: 0.95, treatment: 0.05 });
  assert.deepEqual(parse("a", "--arms", "control=1", "--arms", "treatment=2").arms, { control: 1, treatment: 2 });
  assert.deepEqual(parse("a", "--arms", '{"a,b":1}').arms, { "a,b": 1 });
  assert.deepEqual(parse("a", "--looks", "1,2.5", "--looks", "4").looks, [1, 2.5, 4]);
  assert.deepEqual(parse("a", "--tags", "note=one,two").tags, { note: "one,two" });
});

test("where a record takes any value, a word that is JSON is that value and any other is text", () => {
  const { options } = parse(
    "a",
    ...["k=4", "all=true", "tz=2024-01-01", "list=[1,2]", "empty="].flatMap((word) => ["--options", word]),
  );
  assert.deepEqual(options, { k: 4, all: true, tz: "2024-01-01", list: [1, 2], empty: "" });
});
