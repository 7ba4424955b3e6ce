import assert from "node:assert/strict";
import { test } from "node:test";
import { BadCall, Refusal } from "../../../src/contract/outcome.ts";
import { parseWindow } from "../../../src/contract/window.ts";
import { type AnalysisRequest, analyzeTrial } from "../../../src/process/switchback/analysis.ts";
import { analysisText } from "../../../src/process/switchback/analysis-text.ts";
import { planTrial } from "../../../src/process/switchback/plan-trial.ts";
import { scheduleOf, scheduleWindow } from "../../../src/process/switchback/schedule.ts";
import { chooseTags } from "../../../src/process/switchback/trial-tags.ts";
import { verifyPlan } from "../../../src/process/switchback/verify.ts";
import oracle from "../../oracles/switchback.json" with { type: "json" };
import { close } from "../../support/close.ts";
import { metaOf } from "../../support/rows.ts";

const START = Date.parse(oracle.trial.start) * 1000;
const MINUTE = 60_000_000;
const schedule = scheduleOf(parseWindow("2024-06-03"), 60 * MINUTE, 15 * MINUTE);
const { plan, digest } = planTrial(schedule, 7, "plan");
const verified = verifyPlan({ plan, digest, facts: {} }, "plan");

/** A tag of the reference trial over the schedule. */
function tagRows(name: keyof typeof oracle.trial.tags, unit_raw: string) {
  const { start } = scheduleWindow(schedule);
  const first = (start - START) / MINUTE;
  const v = Float64Array.from(oracle.trial.tags[name].slice(first, first + 1440));
  const t = Float64Array.from(v, (_, i) => start + i * MINUTE);
  const rows = { t, v, q: new Uint16Array(1440), qualities: ["GOOD"], states: null, subMicrosecondCollisions: 0 };
  return { tag: `demo:${name}`, meta: metaOf({ unit_raw }), rows };
}

const analyze = (asked: AnalysisRequest) => analyzeTrial(asked, async () => {});

const request = {
  verified,
  target: tagRows("TI201.PV", "degC"),
  covariates: [tagRows("FI200.PV", "m3/h"), tagRows("TT001.PV", "degC")],
  unused: [],
  max_blocks: 200,
};

test("the reference's trial gives the reference's estimates, p-values and intervals", async () => {
  const f = await analyze(request);
  const { direct, adjusted, checks } = oracle.trial_results;
  for (const [ours, theirs] of [
    [f.direct, direct],
    [f.adjusted!, adjusted],
  ] as const) {
    close(ours.estimate!, theirs.estimate, 1e-9);
    assert.equal(ours.p_value, theirs.p_value);
    close(ours.interval!.lo!, theirs.lo, 1e-9);
    close(ours.interval!.hi!, theirs.hi, 1e-9);
  }
  f.covariate_checks.forEach((check, i) => {
    close(check.estimate!, checks[i].estimate, 1e-9);
    assert.equal(check.p_value, checks[i].p_value);
    assert.equal(check.moves_with_setting, false);
  });
  // As its documentation prints them.
  close(f.direct.estimate!, 0.6024194444, 1e-9);
  close(f.direct.interval!.lo!, -0.22225815, 1e-7);
  close(f.direct.interval!.hi!, 1.50010711, 1e-7);
  assert.equal(f.direct.p_value, 0.15384615384615385);
  close(f.adjusted!.estimate!, 0.2846572471, 1e-9);
  close(f.adjusted!.interval!.lo!, 0.2214145937, 1e-9);
  close(f.adjusted!.interval!.hi!, 0.3443982791, 1e-9);
  assert.deepEqual(
    f.covariate_checks.map(({ p_value }) => p_value!.toFixed(5)),
    ["0.43057", "0.68132"],
  );
});

test("the answer counts what it used: kept samples by setting and block, rows that were GOOD", async () => {
  const { direct, quality, plan: shown, settings, blocks_dropped } = await analyze(request);
  assert.deepEqual(
    [direct.n_kept, direct.n_kept_a, direct.n_kept_b, direct.fewest_per_block, direct.most_per_block],
    [1080, 540, 540, 45, 45],
  );
  assert.deepEqual([quality.n_good, quality.n_samples, quality.censored], [1440, 1440, null]);
  assert.equal(quality.censored_reason, "the instrument's range is not declared");
  assert.deepEqual([shown.assignments, shown.reference, shown.reference_size], [2704156, "sampled", 1001]);
  assert.equal(settings.join(""), "AAABBABAABBBBBBAAAAABBAB");
  assert.equal(blocks_dropped, 0);
});

test("lists of blocks are cut at max_blocks, and what was cut is counted", async () => {
  const f = await analyze({ ...request, max_blocks: 5 });
  assert.deepEqual([f.settings.length, f.direct.kept_per_block.length, f.adjusted!.kept_per_block.length], [5, 5, 5]);
  assert.equal(f.blocks_dropped, 19);
});

test("a covariate that the setting moves is warned of", async () => {
  const moved = structuredClone(request.covariates[0]);
  for (let i = 0; i < 1440; i++)
    moved.rows.v[i] = (verified.settings[Math.floor(i / 60)] === "B" ? 3 : 0) + Math.sin(i);
  const f = await analyze({ ...request, covariates: [moved] });
  assert.equal(f.covariate_checks[0].moves_with_setting, true);
  assert.ok(analysisText(f).some((line) => line.includes("WARNING moves with the setting")));
});

test("an adjusted estimate that cannot be is a reason beside the direct one", async () => {
  const copy = { ...request.target, tag: "demo:COPY.PV" };
  const f = await analyze({ ...request, covariates: [copy] });
  assert.notEqual(f.direct.estimate, null);
  assert.deepEqual([f.adjusted!.estimate, f.adjusted!.interval, f.adjusted!.reason], [null, null, "no_spread"]);
  assert.ok(analysisText(f).some((line) => line.includes("refused   no_spread")));
});

test("text lines stay below 80 columns", async () => {
  for (const line of analysisText(await analyze(request))) assert.ok(line.length < 80, line);
});

test("tags are named in full or by a point id that one archive carries", () => {
  const tags = ["a:T", "b:T", "a:F", "a:G"];
  assert.deepEqual(chooseTags(tags, "a:T", ["F"]), { target: 0, covariates: [2], unused: [1, 3] });
  const wrong: [string, string[], RegExp][] = [
    ["T", [], /target: 2 archives carry 'T'; write it as source:point \(given: a:T, b:T, a:F, a:G\)/],
    ["X", [], /target: no archive carries 'X' \(given:/],
    ["a:T", ["a:T"], /covariates: 'a:T' is the target/],
    ["a:T", ["F", "a:F"], /covariates: a:F is named twice/],
  ];
  for (const [target, covariates, message] of wrong) {
    assert.throws(
      () => chooseTags(tags, target, covariates),
      (e) => e instanceof BadCall && message.test(e.message),
    );
  }
  assert.throws(
    () => chooseTags(["a:T", "a:T"], "a:T", []),
    (e) => e instanceof Refusal && e.name === "DuplicateTag",
  );
});
