import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { formatInstant } from "../../../src/contract/instant.ts";
import { openCsvArchive } from "../../../src/io/archive-csv.ts";
import { writeSeries } from "../../../src/io/parquet/write.ts";
import type { Series } from "../../../src/series/series.ts";
import { inFolder, metaJson } from "../../support/folder.ts";
import { open, runIngest } from "../../support/ingest.ts";
import { metaOf, type Row, seriesOf } from "../../support/rows.ts";

const word = fc.constantFrom("AUTO", "I/O Timeout", 'say "hi"', "a,b", "é;ß", "two\nlines", " padded ", "NaN", "0x1F");
const code = fc.constantFrom("GOOD", "BAD", "192", "192.0", "Good, clamped", '\tquoted"', null);
const value = fc.oneof(
  { weight: 6, arbitrary: fc.double({ noNaN: true }).map((x) => x + 0) },
  { weight: 2, arbitrary: fc.integer({ min: -1000, max: 1000 }).map((n) => n / 100) },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: word },
);
/** Rows in time order, repeats among them: microseconds as seconds would round, so steps are whole seconds apart or 1 µs. */
const rows = fc
  .array(fc.tuple(fc.constantFrom(0, 1, 60_000_000), value, code), { maxLength: 40 })
  .chain((steps) => fc.tuple(fc.integer({ min: -1e15, max: 4e15 }), fc.constant(steps)))
  .map(([start, steps]) => {
    let us = start;
    const series = seriesOf(steps.map(([, v, q]): Row => [0, v, q]));
    series.t.forEach((_, i) => {
      us += steps[i][0];
      series.t[i] = us;
    });
    return series;
  });

function csvOf({ t, v, q, qualities, states }: Series): string {
  const quote = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = Array.from(t, (us, i) => {
    const cell =
      states && states.code[i] >= 0 ? quote(states.labels[states.code[i]]) : Number.isNaN(v[i]) ? "" : String(v[i]);
    return `${formatInstant(us)},${cell},${quote(qualities[q[i]] ?? "")}\n`;
  });
  return `timestamp,value,quality\n${lines.join("")}`;
}

/** As plain lists, so that NaN and subarrays compare. */
const plain = ({ t, v, q, qualities, states }: Series) => ({
  t: [...t],
  v: [...v],
  q: [...q],
  qualities,
  states: states && { code: [...states.code], labels: states.labels },
});

test("rows come back exactly from a CSV archive, from the parquet it is ingested to, and from parquet written directly", () =>
  inFolder({ "m.json": metaJson("X", { role: "MODE" }), "x.meta.json": metaJson("X", { role: "MODE" }) }, () =>
    fc.assert(
      fc.asyncProperty(rows, async (series) => {
        writeFileSync("x.csv", csvOf(series));
        assert.deepEqual(
          plain(await (await openCsvArchive({ path: resolve("x.csv") }, "x.csv")).read(null)),
          plain(series),
        );
        await runIngest({ source: "x.csv", out: "x.parquet", meta: "m.json", overwrite: true });
        assert.deepEqual(plain(await (await open("x.parquet")).read(null)), plain(series));
        await writeSeries(resolve("y.parquet"), metaOf({ role: "MODE" }), series, { overwrite: true });
        assert.deepEqual(plain(await (await open("y.parquet")).read(null)), plain(series));
      }),
      { numRuns: 150, seed: 1 },
    ),
  ));

test("a long ingest of many batches and row groups keeps every row", () =>
  inFolder({ "m.json": metaJson("X") }, async () => {
    const n = 300_000; // 11 MB: eleven pieces, three row groups
    const line = (i: number) => `${formatInstant(i * 1_000_000)},${(i * 7) % 1000},${i % 3 === 0 ? "BAD" : "GOOD"}\n`;
    writeFileSync("x.csv", `timestamp,value,quality\n${Array.from({ length: n }, (_, i) => line(i)).join("")}`);
    await runIngest({ source: "x.csv", out: "x.parquet", meta: "m.json" });
    const read = await (await open("x.parquet")).read(null);
    assert.equal(read.t.length, n);
    for (let i = 0; i < n; i++) {
      if (read.t[i] !== i * 1_000_000 || read.v[i] !== (i * 7) % 1000) assert.fail(`row ${i}`);
      if ((read.qualities[read.q[i]] === "BAD") !== (i % 3 === 0)) assert.fail(`quality of row ${i}`);
    }
  }));
