import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Refusal } from "../../src/contract/outcome.ts";
import { countModeStates, countStates, RANK, rowQuality } from "../../src/series/row-quality.ts";
import { metaOf, type Row, seriesOf } from "../support/rows.ts";

const read = (rows: Row[], meta = {}) => rowQuality(seriesOf(rows), metaOf(meta));
const refuses = (body: () => unknown, pattern: RegExp) =>
  assert.throws(
    body,
    (error: unknown) => error instanceof Refusal && error.name === "SchemaError" && pattern.test(error.message),
  );

test("valid is GOOD and finite: null and infinity are not, and infinity is counted", () => {
  const quality = read([
    [0, 1],
    [1, null],
    [2, Number.POSITIVE_INFINITY],
    [3, Number.NEGATIVE_INFINITY, "BAD"],
    [4, 2, "BAD"],
    [5, 3],
  ]);
  assert.deepEqual([...quality.valid], [1, 0, 0, 0, 0, 1]);
  assert.equal(quality.n_valid, 2);
  assert.equal(quality.n_non_finite, 2); // the reference takes the GOOD one as a value
  assert.deepEqual(quality.counts, { GOOD: 4, UNCERTAIN: 0, BAD: 2 });
});

test("declared text in the value column takes the worse of its own and the row's severity", () => {
  const meta = { quality_codes: { "Bad Input": "BAD", Manual: "UNCERTAIN", Held: "GOOD" } } as const;
  const quality = read(
    [
      [0, "Bad Input"],
      [1, "manual "],
      [2, "Manual", "BAD"],
      [3, "Held"],
      [4, 7],
    ],
    meta,
  );
  assert.deepEqual([...quality.severity], [RANK.BAD, RANK.UNCERTAIN, RANK.BAD, RANK.GOOD, RANK.GOOD]);
  assert.deepEqual([...quality.valid], [0, 0, 0, 0, 1]); // a text, even a GOOD one, is no number
});

test("undeclared text is refused with every string and its rows, most frequent first", () => {
  refuses(
    () =>
      read([
        [0, "Shutdown"],
        [1, "I/O Timeout"],
        [2, "I/O Timeout"],
        [3, 1],
      ]),
    /^test:X: .*'I\/O Timeout' \(2 rows\), 'Shutdown' \(1 row\); .*"quality_codes":\{"I\/O Timeout":"BAD","Shutdown":"BAD"\}/,
  );
});

test("only what is undeclared is named in the refusal, and a long list is cut with its count", () => {
  const rows: Row[] = Array.from({ length: 25 }, (_, i) => [i, `state ${String(i).padStart(2, "0")}`]);
  refuses(() => read(rows, { quality_codes: { "state 00": "BAD" } }), /'state 01'.*'state 20' \(1 row\) and 4 more;/);
  refuses(() => read(rows, { quality_codes: { "state 00": "BAD" } }), /^(?!.*'state 00')/);
});

test("a MODE tag's text is its value; declared text is still a state of the quality", () => {
  const meta = { role: "MODE", quality_codes: { "No Data": "BAD" } } as const;
  const series = seriesOf([
    [0, "AUTO"],
    [1, "MAN"],
    [2, "AUTO"],
    [3, "No Data"],
    [4, 3],
    [5, "AUTO", "BAD"],
  ]);
  const quality = rowQuality(series, metaOf(meta));
  assert.deepEqual([...quality.valid], [1, 1, 1, 0, 1, 0]);
  assert.deepEqual(countModeStates(series, quality.valid), [
    { state: "AUTO", n: 2 },
    { state: "3", n: 1 },
    { state: "MAN", n: 1 },
  ]);
});

test("text is counted verbatim, blanks and case kept apart", () => {
  assert.deepEqual(
    countStates(
      seriesOf([
        [0, "off"],
        [1, "OFF"],
        [2, "off"],
      ]),
    ),
    [
      { state: "off", n: 2 },
      { state: "OFF", n: 1 },
    ],
  );
});

test("a digital state that the tag declares GOOD is refused; declared BAD or UNCERTAIN it stands", () => {
  // The reference nulls the value and keeps the row GOOD.
  refuses(
    () =>
      read(
        [
          [0, 5, "249"],
          [1, 5, "249.0"],
        ],
        { quality_codes: { "249": "GOOD" } },
      ),
    /'249' GOOD, but 249 is the digital state Comms Outage/,
  );
  assert.deepEqual(read([[0, 5, "249"]], { quality_codes: { "249": "UNCERTAIN" } }).counts, {
    GOOD: 0,
    UNCERTAIN: 1,
    BAD: 0,
  });
  assert.equal(read([[0, 5, "GOOD"]], { quality_codes: { "249": "GOOD" } }).n_valid, 1); // no row carries it
});

test("unmapped codes are sorted, an empty cell last", () => {
  assert.deepEqual(
    read([
      [0, 1, null],
      [1, 1, "WARN"],
      [2, 1, "192"],
      [3, 1, "BAD"],
    ]).unmapped_codes,
    ["192", "WARN", null],
  );
});

test("the codes' rows add up to the rows, and the severities too", () => {
  const code = fc.constantFrom("GOOD", "BAD", "192", "0", "249", null, "x", "1073741824");
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.double(), code), { maxLength: 40 }), (cells) => {
      const quality = read(cells.map(([value, q], i): Row => [i, value, q]));
      const { GOOD, UNCERTAIN, BAD } = quality.counts;
      assert.equal(GOOD + UNCERTAIN + BAD, cells.length);
      assert.equal(
        quality.code_rows.reduce((a, b) => a + b, 0),
        cells.length,
      );
      assert.equal(
        quality.n_valid,
        quality.valid.reduce((a, b) => a + b, 0),
      );
    }),
    { numRuns: 200 },
  );
});
