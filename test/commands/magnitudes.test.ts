import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder, metaJson, seriesCsv } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

// Squares of 1e200 and of 1e-200 are Infinity and 0 in double precision: no variance or correlation can be computed.
const minutes = (values: number[]) => seriesCsv({ start: "2024-01-01T00:00:00Z", step_s: 60, values });
const saw = Array.from({ length: 480 }, (_, i) => (i % 7) - (i % 11) / 3);
const tag = (name: string, scale: number) => ({
  [`${name}.csv`]: minutes(saw.map((x) => x * scale)),
  [`${name}.meta.json`]: metaJson(name, { sample_rate_s: 60 }),
});
const FILES = { ...tag("huge", 1e200), ...tag("tiny", 1e-200), ...tag("plain", 1) };
const SPANS = ["--baseline", "2024-01-01T00:00:00Z/PT3H", "--window", "2024-01-01T04:00:00Z/PT3H"];
const PERIODS = ["--before", "2024-01-01T00:00:00Z/PT3H", "--after", "2024-01-01T04:00:00Z/PT3H"];
const PLAN = ["switchback", "plan", "--window", "2024-01-01T00:00:00Z/PT8H", "--block", "PT1H", "--washout", "PT0S"];

test("values too large to compute with are refused with their count, whatever is asked of them", async () => {
  await inFolder(FILES, async () => {
    assert.equal((await runCli([...PLAN, "--seed", "7", "--out", "plan.json"])).exit, 0);
    for (const argv of [
      ["screen", "huge.csv", ...SPANS],
      ["spc", "huge.csv", ...SPANS, "--sigma", "moving-range"],
      ["mspc", "huge.csv", "plain.csv", ...SPANS],
      ["switchback", "analyze", "plan.json", "huge.csv", "--target", "huge"],
    ]) {
      const { exit, document, stderr } = await runJson(argv);
      assert.equal(exit, 3, stderr);
      const { error_type, details } = document as { error_type: string; details: Record<string, unknown> };
      assert.deepEqual([error_type, details.check, details.tag], ["InsufficientQuality", "magnitude", "test:huge"]);
    }
  });
});

test("compare lists such a tag as refused and compares the others", async () => {
  const run = await inFolder(FILES, () => runJson(["compare", "huge.csv", "plain.csv", "tiny.csv", ...PERIODS]));
  assert.equal(run.exit, 0, run.stderr);
  const f = run.document as unknown as { tags: { tag: string; quality: string; spread_ratio: number | null }[] };
  assert.deepEqual(
    f.tags.map((row) => [row.tag, row.quality]),
    [
      ["test:huge", "[InsufficientQuality]"],
      ["test:plain", "ok"],
      ["test:tiny", "ok"],
    ],
  );
  assert.equal(f.tags[2].spread_ratio, null);
  const fields = run.document as unknown as { pairs_undefined: number; joint: unknown; joint_reason: string };
  assert.deepEqual([fields.pairs_undefined, fields.joint], [1, null]);
  assert.match(fields.joint_reason, /^InsufficientQuality: test:tiny: its baseline values differ by less than 1e-75/);
});

test("a half-width beyond a million scales is a bad call: no limit may overflow", async () => {
  const run = await inFolder(FILES, () => runCli(["screen", "plain.csv", ...SPANS, "--k", "1e308"]));
  assert.deepEqual([run.exit, run.stderr], [2, "error: k: expected at most 1000000, got 1e+308\n"]);
});
