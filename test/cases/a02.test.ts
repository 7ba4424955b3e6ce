import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { inFolder, metaJson } from "../support/folder.ts";
import { runJson } from "../support/run.ts";

const CSV = `\uFEFFZeitstempel;Wert;Status
2024-05-06T06:00:00Z;12,5;Good
2024-05-06T06:05:00Z;12,75;Good
2024-05-06T06:10:00Z;1.234,5;Good
2024-05-06T06:15:00Z;13,0;Good
2024-05-06T06:20:00Z;12,25;Good
`;
const FILES = { "de.csv": CSV, "de.meta.json": metaJson("X.PV", { unit_raw: null }) };
const COLUMNS = ["--timestamp-col", "Zeitstempel", "--value-col", "Wert", "--quality-col", "Status"];
const ingest = (...more: string[]) =>
  runJson(["ingest", "de.csv", "--out", "de.parquet", "--meta", "de.meta.json", ...COLUMNS, ...more]);

test("A02: a German Excel export is read as it is meant: mark, separator, decimal comma, thousands point", () =>
  inFolder(FILES, async () => {
    assert.equal((await ingest("--sep", ";", "--decimal", ",", "--thousands", ".")).exit, 0);
    const { document } = await runJson(["profile", "de.parquet", "--basis", "EVENT_WEIGHTED"]);
    const values = document.values as Record<string, number>;
    assert.deepEqual([values.n_good, values.mean, values.median, values.max], [5, 257, 12.75, 1234.5]); // 1285 / 5
  }));

test("A02: without --thousands the grouped number is refused with its spelling; nothing is written", () =>
  inFolder(FILES, async () => {
    const { exit, document } = await ingest("--sep", ";", "--decimal", ",");
    assert.deepEqual([exit, document.error_type], [3, "SchemaError"]);
    assert.match(document.cause as string, /'1\.234,5' in data row 3 .*--decimal ',' --thousands '\.'/);
    assert.equal(existsSync("de.parquet"), false);
  }));

test("A02: without --sep the header is recognised as one column, and the separator named", () =>
  inFolder(FILES, async () => {
    const { exit, document } = await ingest();
    assert.deepEqual([exit, document.error_type], [3, "SchemaError"]);
    assert.match(document.cause as string, /the header reads as one column .*--sep ';'/);
  }));
