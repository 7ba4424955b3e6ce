import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder, metaJson } from "../support/folder.ts";
import { runJson } from "../support/run.ts";

const CSV = `timestamp,value,quality
2024-05-06T06:00:00Z,41.2,GOOD
2024-05-06T06:05:00Z,I/O Timeout,GOOD
2024-05-06T06:10:00Z,41.6,GOOD
2024-05-06T06:15:00Z,Bad Input,GOOD
2024-05-06T06:20:00Z,41.4,GOOD
2024-05-06T06:25:00Z,No Data,GOOD
2024-05-06T06:30:00Z,41.8,GOOD
2024-05-06T06:35:00Z,41.5,GOOD
`;
const CODES = { "I/O Timeout": "BAD", "Bad Input": "BAD", "No Data": "BAD" };
const META = { unit_raw: "degC", quality_assumed: true };

test("A01: declared digital states in the value column are BAD, each counted verbatim, and no statistic sees them", () =>
  inFolder({ "ti.csv": CSV, "ti.meta.json": metaJson("TI3101.PV", { ...META, quality_codes: CODES }) }, async () => {
    const { exit, document } = await runJson(["profile", "ti.csv", "--basis", "EVENT_WEIGHTED"]);
    assert.equal(exit, 0);
    const quality = document.quality as Record<string, unknown>;
    assert.deepEqual(quality.counts, { GOOD: 5, UNCERTAIN: 0, BAD: 3 });
    assert.equal(quality.assumed_at_ingest, true);
    const values = document.values as Record<string, unknown>;
    assert.deepEqual([values.n_good, values.n_samples], [5, 8]);
    assert.deepEqual(values.state_counts, [
      { state: "Bad Input", n: 1 },
      { state: "I/O Timeout", n: 1 },
      { state: "No Data", n: 1 },
    ]);
    assert.equal(values.mean, 41.5); // 207.5 / 5; with zeros in it 25.94
    assert.equal(values.median, 41.5);
    assert.equal(values.std, 0.22360679775); // squares 0.09+0.01+0.01+0.09+0 = 0.20, over 4, root
  }));

test("A01: undeclared text in the value column is refused, every string listed with its rows", () =>
  inFolder({ "ti.csv": CSV, "ti.meta.json": metaJson("TI3101.PV", META) }, async () => {
    const { exit, document, stderr } = await runJson(["profile", "ti.csv", "--basis", "EVENT_WEIGHTED"]);
    assert.equal(exit, 3);
    assert.equal(document.error_type, "SchemaError");
    for (const text of Object.keys(CODES)) assert.match(document.cause as string, new RegExp(`'${text}' \\(1 row\\)`));
    assert.match(stderr, /^refusal \[SchemaError\] test:TI3101\.PV/);
  }));
