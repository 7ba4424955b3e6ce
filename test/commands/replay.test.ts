import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

const CSV = "timestamp,value,quality\n2024-01-01T00:00:00Z,1,GOOD\n2024-01-01T00:01:00Z,2,GOOD\n";

async function withAnswer(body: () => Promise<void>): Promise<void> {
  await inFolder({ "a.csv": CSV }, async () => {
    writeFileSync("answer.json", (await runCli(["profile", "a.csv", "--json"])).stdout);
    await body();
  });
}

test("an untouched archive replays to the same bytes", () =>
  withAnswer(async () => {
    const { document, exit } = await runJson(["replay", "answer.json"]);
    assert.equal(exit, 0);
    assert.equal(document.verdict, "same");
    assert.deepEqual(document.differing_fields, []);
  }));

test("a changed cell is told as changed data, with the archive named", () =>
  withAnswer(async () => {
    writeFileSync("a.csv", CSV.replace(",2,", ",3,"));
    const { document } = await runJson(["replay", "answer.json"]);
    assert.equal(document.verdict, "data_changed");
    assert.deepEqual(document.archives, [{ archive: "a.csv", rows_then: 2, rows_now: 2, same_rows: false }]);
    assert.ok((document.differing_fields as string[]).includes("values"));
  }));

test("another encoding of the same rows is no change", () =>
  withAnswer(async () => {
    writeFileSync("a.csv", CSV.replaceAll("\n", "\r\n").replace("00:01:00Z", "02:01:00+02:00"));
    assert.equal((await runJson(["replay", "answer.json"])).document.verdict, "same");
  }));

test("an answer of another version that differs only in its version replays as version_changed", () =>
  withAnswer(async () => {
    writeFileSync(
      "answer.json",
      readFileSync("answer.json", "utf8").replace(/"liquet_version":"[^"]*"/, '"liquet_version":"0.0.1"'),
    );
    const { document } = await runJson(["replay", "answer.json"]);
    assert.equal(document.verdict, "version_changed");
    assert.deepEqual([document.version_then, document.differing_fields], ["0.0.1", ["liquet_version"]]);
  }));

test("data that are now refused are told with the refusal", () =>
  withAnswer(async () => {
    writeFileSync("a.csv", "timestamp,value\n2024-01-01T00:00:00Z,1\n");
    const { document } = await runJson(["replay", "answer.json"]);
    assert.equal(document.verdict, "now_refused");
    assert.equal((document.refusal as { error_type: string }).error_type, "SchemaError");
  }));

test("a file that holds no evidence is refused; one that is gone is a bad call", () =>
  inFolder({ "x.json": "{}", "y.json": "not json", "r.json": '{"result_kind":"refusal"}' }, async () => {
    for (const file of ["x.json", "y.json", "r.json"]) {
      const { exit, document } = await runJson(["replay", file]);
      assert.deepEqual([exit, document.error_type], [3, "NotAnAnswer"], file);
    }
    const gone = await runCli(["replay", "gone.json"]);
    assert.deepEqual([gone.exit, gone.stderr], [2, "error: cannot open 'gone.json': no such file\n"]);
  }));

test("an answer that names an unknown command or argument is a bad call, not a crash", () =>
  inFolder({}, async () => {
    const saved = (call: object) =>
      JSON.stringify({ result_kind: "evidence", liquet_version: "1", call, provenance: [] });
    writeFileSync("a.json", saved({ command: "no-such", arguments: {} }));
    writeFileSync("b.json", saved({ command: "doctor", arguments: { zz: 1 } }));
    assert.equal((await runCli(["replay", "a.json"])).exit, 2);
    assert.equal((await runCli(["replay", "b.json"])).exit, 2);
  }));

test("a provenance that is no list of records is no evidence", () =>
  inFolder({}, async () => {
    const call = { command: "units", arguments: { spelling: "barg" } };
    writeFileSync("a.json", JSON.stringify({ result_kind: "evidence", liquet_version: "1", call, provenance: [null] }));
    const { exit, document } = await runJson(["replay", "a.json"]);
    assert.deepEqual([exit, document.error_type], [3, "NotAnAnswer"]);
  }));

test("a call that wrote is not run again: a replay only reads", () =>
  inFolder({ "a.csv": CSV }, async () => {
    const made = await runJson([
      "segment",
      "a.csv",
      "--min-size",
      "1",
      "--scale",
      "none",
      "--penalty",
      "1",
      "--mode-out",
      "m.parquet",
    ]);
    assert.equal(made.exit, 0, made.stderr);
    for (const [name, call] of [
      ["segment.json", made.document.call],
      ["demo.json", { command: "demo", arguments: { directory: "d" } }],
    ] as const) {
      writeFileSync(name, JSON.stringify({ ...made.document, call }));
      const { exit, document } = await runJson(["replay", name]);
      assert.deepEqual([exit, document.error_type], [3, "GatedCall"], name);
    }
  }));
