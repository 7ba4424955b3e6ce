import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { globFiles } from "../../src/io/folder.ts";
import { realPathOf } from "../../src/io/paths.ts";
import { inFolder } from "../support/folder.ts";
import { PATIENCE_MS } from "../support/patience.ts";

const { signal } = new AbortController();

test("within roots a pattern starts and stays in them, and names nothing outside", () =>
  inFolder({ "in/a.csv": "1", "in/deep/b.csv": "2", "out/secret.csv": "3" }, async (dir) => {
    const root = join(realPathOf(dir), "in");
    symlinkSync(join(realPathOf(dir), "out"), join(root, "link"));
    const find = (pattern: string) => globFiles([pattern], root, { roots: [root], signal });
    for (const pattern of [
      "../out/*.csv",
      "../*/*.csv",
      `${dir}/out/*.csv`,
      "/**/*.csv",
      "deep/../../out/*",
      "link/*.csv",
    ])
      await assert.rejects(find(pattern), (error: Error) => {
        assert.match(error.message, /outside the folders/);
        assert.doesNotMatch(error.message, /secret/);
        return true;
      });
    for (const pattern of ["{..,.}/*/*.csv", "*/../../out/*.csv", "@(..)/out/*.csv"])
      assert.deepEqual(await find(pattern).catch(() => "refused"), "refused", pattern);
    assert.deepEqual((await find("**/*.csv"))[0].paths, ["a.csv", "deep/b.csv"]);
    assert.deepEqual((await find(`${root}/{a,b}*.csv`))[0].paths.length, 1);
    mkdirSync(join(root, "empty"));
    assert.deepEqual((await find("empty/*.csv"))[0].paths, []);
  }));

test("a pattern whose matching would not end is a bad call, with roots and without", { timeout: PATIENCE_MS }, () =>
  inFolder({ [`${"a".repeat(100)}.csv`]: "1" }, async (dir) => {
    for (const pattern of ["*a".repeat(20), "{a,aa}".repeat(25), "**/".repeat(20)])
      await assert.rejects(globFiles([pattern], dir, { roots: [], signal }), /has more than 4 wildcards/);
    assert.deepEqual((await globFiles(["+(+(+(a)))b"], dir, { roots: [], signal }))[0].paths, []);
  }),
);
