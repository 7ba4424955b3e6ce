import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

test("the folder is made whole, says what was planted, and is not written over", async () => {
  await inFolder({}, async () => {
    const { document, exit } = await runJson(["experiment", "demo"]);
    assert.equal(exit, 0);
    assert.deepEqual(readdirSync("liquet-offer").sort(), [
      "SYNTHETIC.md",
      "customers.csv",
      "exposures.csv",
      "metadata.json",
    ]);
    assert.equal((document.planted as { spend_shift: number }).spend_shift, 2.5);
    const again = await runCli(["experiment", "demo"]);
    assert.equal(again.exit, 2);
    assert.match(again.stderr, /'liquet-offer\/customers\.csv' exists already, and nothing was written/);
  });
});

test("the commands it names next run as they stand, and find the planted effects", async () => {
  await inFolder({}, async () => {
    const { document } = await runJson(["experiment", "demo"]);
    for (const line of document.next as string[]) {
      const { exit, stderr } = await runCli(line.split(" ").slice(1));
      assert.equal(exit, 0, `${line}: ${stderr}`);
    }
  });
});

test("its customers get their arms again from the file", async () => {
  await inFolder({}, async () => {
    await runCli(["experiment", "demo"]);
    const design = ["--salt", "WEEKEND_15", "--weights", "control=0.5,treatment=0.5"];
    const { document } = await runJson([
      "experiment",
      "assign-cells",
      "--file",
      "liquet-offer/customers.csv",
      "--id-col",
      "customer_id",
      ...design,
    ]);
    const arms = document.arms as { arm: string; n_units: number }[];
    // SHA-256 of C0001 … C4000 under this salt: 1998 first bytes below 128.
    assert.deepEqual(
      arms.map(({ n_units }) => n_units),
      [1998, 2002],
    );
  });
});
