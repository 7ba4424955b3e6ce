import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

const ASSIGN = ["experiment", "assign-cells"];
const DESIGN = ["--salt", "WEEKEND_15", "--weights", "control=0.5,treatment=0.5"];
type Row = { unit_id: string; arm: string | null };

test("the same ids by argument, by file and by stdin get the same arms", async () => {
  await inFolder({ "ids.txt": "\ufeffC0001\r\nC0002\r\n\r\né\n" }, async () => {
    const args = await runJson([...ASSIGN, "C0001", "C0002", "é", ...DESIGN]);
    const file = await runJson([...ASSIGN, "--file", "ids.txt", ...DESIGN]);
    const stdin = await runJson([...ASSIGN, "-", ...DESIGN], { stdin: "C0001\nC0002\né" });
    assert.deepEqual(file.document.assignments, args.document.assignments);
    assert.deepEqual(stdin.document.assignments, args.document.assignments);
    assert.equal(file.document.n_blank, 1);
    const [read] = file.document.provenance as { archive: string; rows: number }[];
    assert.deepEqual([read.archive, read.rows], ["ids.txt", 3]);
    assert.deepEqual(args.document.provenance, []);
  });
});

test("a table's column, and its strata, in permuted blocks", async () => {
  const rows = Array.from({ length: 60 }, (_, i) => `C${i},${i % 3 ? "north" : "south"}`);
  await inFolder({ "c.csv": `customer_id,region\n${rows.join("\n")}\n` }, async () => {
    const table = ["--file", "c.csv", "--id-col", "customer_id", ...DESIGN, "--max-rows", "all"];
    const plain = await runJson([...ASSIGN, ...table]);
    assert.equal(plain.document.n_units, 60);
    const blocked = await runJson([...ASSIGN, ...table, "--strata-col", "region"]);
    assert.equal(blocked.exit, 0, blocked.stderr);
    assert.deepEqual(blocked.document.blocks, { n_strata: 2, block_size: 2, largest_imbalance: 0 });
    const arms = (blocked.document.assignments as Row[]).map(({ arm }) => arm);
    assert.equal(arms.filter((arm) => arm === "control").length, 30);
  });
});

test("--out holds every id in the order given, quoted where a cell needs it, and appears whole or not at all", async () => {
  await inFolder({}, async (dir) => {
    const call = [...ASSIGN, "b,1", "a", "b,1", ...DESIGN, "--out", "arms.csv", "--max-rows", "1"];
    const { document } = await runJson(call);
    assert.deepEqual([document.out, document.assignments_dropped], ["arms.csv", 2]);
    const lines = readFileSync("arms.csv", "utf8").split("\n");
    assert.equal(lines[0], "unit_id,arm");
    assert.match(lines[1], /^"b,1",(control|treatment)$/);
    assert.equal(lines[1], lines[3]);
    assert.equal(lines.length, 5);
    const again = await runCli(call);
    assert.equal(again.exit, 2);
    assert.match(again.stderr, /arms\.csv' exists/);
    assert.equal((await runCli([...call, "--overwrite"])).exit, 0);
    await runCli([...ASSIGN, "-", ...DESIGN, "--out", "broken.csv"], { stdin: "ok\nbad\u001fid\n" });
    assert.deepEqual(readdirSync(dir), ["arms.csv"]);
  });
});

test("salt and arms come from the record when an experiment is named", async () => {
  await inFolder({}, async () => {
    await runCli(["experiment", "create", "WEEKEND_15", "--arms", "control=0.5,treatment=0.5", "--db", "r.db"]);
    const recorded = await runJson([...ASSIGN, "C0001", "--experiment", "WEEKEND_15", "--db", "r.db"]);
    const stated = await runJson([...ASSIGN, "C0001", ...DESIGN]);
    assert.deepEqual(recorded.document.assignments, stated.document.assignments);
    assert.equal(recorded.document.experiment_id, "WEEKEND_15");
    const unknown = await runJson([...ASSIGN, "C0001", "--experiment", "nobody", "--db", "r.db"]);
    assert.equal(unknown.document.error_type, "UnknownExperiment");
  });
});

test("planout #43: what was hashed is shown byte by byte", async () => {
  const { document } = await runJson([...ASSIGN, "C0001", ...DESIGN, "--explain"]);
  const [{ explanation }] = document.assignments as { explanation: Record<string, unknown> }[];
  assert.deepEqual(explanation, {
    // "WEEKEND_15", 0x1f, "C0001".
    hashed_bytes: "5745454b454e445f31351f4330303031",
    sha256: "e36963389967c638c7c16071653cc3a9545e565045ca4434965ba4c274084dcb",
    number: "16386737813907293752",
    fraction: 0.888326836889,
    lower_bound: "9223372036854775808",
    upper_bound: "18446744073709551616",
  });
});

test("an id in a file that cannot be hashed is refused with its line; bytes that are not UTF-8 too", async () => {
  await inFolder({ "ids.txt": "a\nb\u001fc\n", "latin.txt": Uint8Array.of(0x61, 0x0a, 0xe9, 0x0a) }, async () => {
    const framed = await runJson([...ASSIGN, "--file", "ids.txt", ...DESIGN]);
    assert.equal(framed.exit, 3);
    assert.equal(framed.document.error_type, "AmbiguousUnitId");
    assert.match(framed.stderr, /ids\.txt: line 2: the unit id holds the byte 0x1f/);
    const latin = await runJson([...ASSIGN, "--file", "latin.txt", ...DESIGN]);
    assert.equal(latin.document.error_type, "SchemaError");
    assert.match(latin.stderr, /not UTF-8 at or after line 1/);
  });
});

const BAD: [string[], RegExp][] = [
  [["C1", "--weights", "a=1,b=1"], /^error: salt: missing; without one the same units come first in every experiment/],
  [["C1", "--salt", "s"], /^error: weights: missing/],
  [["--salt", "s", "--weights", "a=1,b=1"], /^error: ids: name unit ids/],
  [["C1", "--file", "x", "--salt", "s", "--weights", "a=1,b=1"], /not both/],
  [["a\u001fb", "--salt", "s", "--weights", "a=1,b=1"], /^error: ids: number 1 holds the byte 0x1f/],
  [["C1", "--salt", "s\u001f", "--weights", "a=1,b=1"], /^error: salt: holds a control character/],
  [["C1", "--salt", "s", "--weights", "a=0,b=0"], /all weights are 0/],
  [["C1", "--salt", "s", "--weights", "a=1,b=1", "--exposure", "0"], /exposure: expected more than 0/],
  [["C1", "--salt", "s", "--weights", "a=1,b=1", "--blocks", "--explain"], /^error: blocks: /],
  [["C1", "--salt", "s", "--weights", "a=1,b=1", "--strata-col", "x"], /strata_col: needs --file/],
  [["--file", "no.txt", "--salt", "s", "--weights", "a=1,b=1"], /cannot open 'no\.txt': no such file/],
  [["C1", "--experiment", "e", "--salt", "s"], /its record has salt and weights/],
];
for (const [words, message] of BAD) {
  test(`bad call: assign-cells ${JSON.stringify(words.join(" "))}`, async () => {
    await inFolder({}, async () => {
      const { exit, stderr } = await runCli([...ASSIGN, ...words]);
      assert.equal(exit, 2, stderr);
      assert.match(stderr, message);
    });
  });
}
