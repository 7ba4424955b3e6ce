import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { Refusal } from "../../../src/contract/outcome.ts";
import { openParquetArchive } from "../../../src/io/archive-parquet.ts";
import { assertRows, expectedOf, fixtureFolder, fixtures, readParquet } from "../../support/parquet.ts";

for (const name of fixtures.filter((file) => !file.startsWith("refused-"))) {
  test(`${name} reads as its dataset, row by row`, async () => {
    assertRows(await readParquet(join(fixtureFolder, name)), expectedOf(name));
  });

  test(`any window of ${name} is the same rows, cut`, async () => {
    const expected = expectedOf(name);
    for (const [from, to] of cuts(expected.t_us.length)) {
      const [start, end] = [expected.t_us[from], expected.t_us[to]];
      const rows = await readParquet(join(fixtureFolder, name), { start, end, end_inclusive: true });
      const inside = expected.t_us.map((t) => t >= start && t <= end);
      const cut = <T>(column: T[]): T[] => column.filter((_, i) => inside[i]);
      const collisions = rows.subMicrosecondCollisions;
      const states = expected.states && cut(expected.states);
      assertRows(rows, { collisions, t_us: cut(expected.t_us), v: cut(expected.v), q: cut(expected.q), states });
    }
  });
}

/** First row, last row, a middle third, and a stretch of two rows. */
function cuts(n: number): [number, number][] {
  if (n === 0) return [];
  const third = Math.floor(n / 3);
  return [
    [0, 0],
    [n - 1, n - 1],
    [third, 2 * third],
    [n - 2, n - 1],
    [0, n - 1],
  ];
}

for (const name of fixtures.filter((file) => file.startsWith("refused-"))) {
  const check = name.slice("refused-".length).split(".")[0];
  test(`${name} is refused`, async () => {
    const path = join(fixtureFolder, name);
    await assert.rejects(
      async () => (await openParquetArchive(path, name)).read(null),
      (error: unknown) => {
        assert.ok(error instanceof Refusal, String(error));
        assert.equal(error.details.check, check);
        assert.match(error.message, check === "time_order" ? /^fixture:TI100\.PV: / : /^refused-[\w.-]+\.parquet: /);
        assert.doesNotMatch(error.message, /\n/);
        JSON.stringify(error.details);
        return true;
      },
    );
  });
}
