import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Refusal } from "../../../src/contract/outcome.ts";
import { jsonTable } from "../../../src/io/data/json-table.ts";
import { runCli } from "../../support/run.ts";

async function numbers(text: string): Promise<Record<string, (number | null)[]>> {
  const table = jsonTable(text, "x.json", new Set(["NA"]));
  const out: Record<string, (number | null)[]> = Object.create(null);
  for await (const batch of table.batches()) {
    for (const [c, name] of table.columns.entries()) {
      const { v } = await batch.values(c, { list: [], of: () => 0 });
      out[name] = Array.from(v, (value) => (Number.isNaN(value) ? null : value));
    }
  }
  return out;
}
const refuses = (text: string, check: string) =>
  assert.throws(
    () => jsonTable(text, "x.json", new Set()),
    (error) => error instanceof Refusal && error.details.check === check,
  );

test("records, columns, split and a bare list are the same table", async () => {
  const want = { a: [1, 2], b: [null, 4] };
  for (const value of [
    [{ a: 1 }, { a: "2", b: 4 }],
    { a: [1, 2], b: ["NA", 4] },
    {
      columns: ["a", "b"],
      data: [
        [1, null],
        [2, 4],
      ],
    },
  ]) {
    assert.deepEqual({ ...(await numbers(JSON.stringify(value))) }, want);
  }
  assert.deepEqual({ ...(await numbers("[1, 2.5, null]")) }, { value: [1, 2.5, null] });
});

test("what is no table is refused and says what it is", () => {
  refuses("{", "json");
  refuses("3", "json_layout");
  refuses("[]", "json_layout");
  refuses("{}", "json_layout");
  refuses('[{"a":1},2]', "json_layout");
  refuses('{"a":[1],"b":[1,2]}', "json_layout");
  refuses('{"a":1}', "json_layout");
  refuses('[{"a":{"b":1}}]', "json_cell");
  refuses('{"columns":["a"],"data":[[1,2]]}', "json_layout");
});

test("curves over a shared grid are a column each", async () => {
  assert.deepEqual(
    { ...(await numbers('{"n":2,"argvals":[0,1],"data":[[1,2],[3,4]]}')) },
    { t: [0, 1], "curve 1": [1, 2], "curve 2": [3, 4] },
  );
  refuses('{"argvals":[0,1],"data":[[1,2],[3]]}', "json_layout");
});

test("a key may be any text, __proto__ too", async () => {
  assert.deepEqual(Object.keys(await numbers('[{"__proto__":1,"constructor":2,"":3}]')), [
    "__proto__",
    "constructor",
    "",
  ]);
});

test("whatever the JSON, a table or a refusal comes of it", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json({ maxDepth: 4 }),
        fc.string(),
        fc.json().map((text) => text.slice(0, -1)),
      ),
      (text) => {
        try {
          const { columns } = jsonTable(text, "x.json", new Set());
          assert.ok(Array.isArray(columns));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      },
    ),
    { numRuns: 500 },
  );
});

test("records of any cells load, or are refused in one line", async () => {
  const cell = fc.oneof(
    fc.double(),
    fc.string({ maxLength: 6 }),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom("2024-01-01", "2024-02", "NA", "1e400"),
  );
  const records = fc.array(fc.dictionary(fc.constantFrom("date", "y", "z", ""), cell), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(records, async (rows) => {
      const { exit, stdout, stderr } = await runCli(["data", "load", "-", "--format", "json", "--json"], {
        stdin: JSON.stringify(rows),
      });
      assert.ok(exit === 0 || exit === 3, stderr);
      assert.equal(JSON.parse(stdout).result_kind, exit === 0 ? "evidence" : "refusal");
    }),
    { numRuns: 120 },
  );
});
