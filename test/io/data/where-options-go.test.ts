import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder } from "../../support/folder.ts";
import { runJson } from "../../support/run.ts";

test("advice to state an option of reading says whose option it is, where the command at hand has none", () =>
  inFolder({ "semi.csv": "t;a;b\n0;1,5;2\n1;2,5;3\n" }, async () => {
    for (const argv of [
      ["fda", "fpca", "semi.csv"],
      ["forecast", "fit", "semi.csv", "--spec", "naive"],
    ]) {
      const { document } = await runJson(argv);
      assert.equal(document.error_type, "SchemaError");
      assert.match(
        String(document.cause),
        /--sep ';': that is an option of 'liquet data load semi.csv', and the handle it gives/,
      );
    }
    const { document } = await runJson(["data", "load", "semi.csv"]);
    assert.doesNotMatch(String(document.cause), /an option of/);
  }));
