import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder, seriesCsv } from "../support/folder.ts";
import { runJson } from "../support/run.ts";

const baseline = Array.from({ length: 30 }, (_, i) => (i === 16 ? 5.2 : 5.0));
const z = seriesCsv({ start: "2024-01-01T00:00:00Z", step_s: 60, values: [...baseline, 5.0, 5.3, 5.0] });

test("A09: a baseline whose MAD is 0 is refused with its counts, never screened", async () => {
  const argv = ["screen", "z.csv", "--baseline", "2024-01-01T00:00:00Z/PT30M", "--window", "2024-01-01T00:30:00Z/PT3M"];
  const run = await inFolder({ "z.csv": z }, () => runJson([...argv, "--method", "mad"]));
  assert.equal(run.exit, 3);
  assert.equal(run.document.error_type, "ZeroSpreadBaseline");
  assert.match(String(run.document.cause), /30 GOOD samples hold 2 distinct values and 5 makes up 29 of 30/);
  const details = run.document.details as Record<string, unknown>;
  assert.deepEqual([details.n_good, details.distinct, details.modal_value, details.modal_count], [30, 2, 5, 29]);
});
