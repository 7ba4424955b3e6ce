import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BadCall, Refusal } from "../../../src/contract/outcome.ts";
import { parseWindow } from "../../../src/contract/window.ts";
import { pcg64 } from "../../../src/numerics/pcg64.ts";
import { drawObserved, settingsOf } from "../../../src/process/switchback/assignments.ts";
import { designOf } from "../../../src/process/switchback/design.ts";
import { planDigest } from "../../../src/process/switchback/plan.ts";
import { planDocument, readPlanDocument } from "../../../src/process/switchback/plan-document.ts";
import { planTrial } from "../../../src/process/switchback/plan-trial.ts";
import { scheduleOf } from "../../../src/process/switchback/schedule.ts";
import { verifyPlan } from "../../../src/process/switchback/verify.ts";
import oracle from "../../oracles/switchback.json" with { type: "json" };

const HOUR = 3_600_000_000;
const day = scheduleOf(parseWindow("2024-06-03"), HOUR, HOUR / 4);

type Document = ReturnType<typeof planDocument>;

function documentOf(schedule = day, seed = 7): Document {
  const { plan, digest, design } = planTrial(schedule, seed, "plan");
  return planDocument(plan, digest, schedule, design, null);
}

function verify(document: unknown) {
  return verifyPlan(readPlanDocument(JSON.stringify(document), "plan.json"), "plan.json");
}

/** The name and check of what a changed document is refused for. */
function refusalOf(document: unknown): [string, string] | null {
  try {
    verify(document);
    return null;
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return [error.name, error.details.check];
  }
}

/** The document with the digest that its content has, so that the checks after the first are reached. */
function resealed(document: Document): Document {
  const { plan } = readPlanDocument(JSON.stringify(document), "plan.json");
  return { ...document, digest: planDigest(plan) };
}

test("settings are those of numpy's default_rng with the same seed (sorted uniforms; enumerated up to 12 blocks)", () => {
  for (const { blocks, seed, settings } of oracle.settings) {
    const observed = drawObserved(designOf(blocks), pcg64(seed));
    assert.equal(settingsOf(observed).join(""), settings, `K = ${blocks}, seed ${seed}`);
  }
});

test("the digest is SHA-256 of the canonical text; with the reference's first line it is the reference's digest", () => {
  const { plan, digest } = planTrial(day, 7, "plan");
  assert.equal(digest, oracle.digest_seed_7.liquet);
  const theirs = planDigest({ ...plan, format: "tsdive-switchback-plan" });
  assert.equal(theirs, oracle.digest_seed_7.tsdive);
  assert.equal(theirs, "66da65ede04f559234b1ea909e683bb7821cb06adb08940a9f578565d4c59803");
});

test("a plan of the reference's format verifies by its own first line", () => {
  const document = { ...documentOf(), format: "tsdive-switchback-plan", digest: oracle.digest_seed_7.tsdive };
  assert.equal(verify(document).plan.format, "tsdive-switchback-plan");
  assert.deepEqual(refusalOf({ ...document, digest: oracle.digest_seed_7.liquet }), ["ScheduleMismatch", "digest"]);
});

test("a window that starts on a fraction of a second keeps it in the digest and in the document", () => {
  const schedule = scheduleOf(parseWindow("2024-06-03T00:00:00.5Z/P1D"), HOUR, 0);
  const document = documentOf(schedule);
  assert.equal(document.schedule[0].start, "2024-06-03T00:00:00.5Z");
  assert.equal(verify(document).digest, document.digest);
});

test("an odd number of blocks loses the last, and the rest of the window is in no block", () => {
  const schedule = scheduleOf(parseWindow("2024-06-03T00:00Z/PT9H30M"), HOUR, 0);
  assert.equal(schedule.blocks, 8);
  assert.equal(documentOf(schedule).schedule_end, "2024-06-03T08:00:00Z");
  assert.equal(documentOf(schedule).window.end, "2024-06-03T09:30:00Z");
});

test("block and washout must be whole seconds, the washout shorter than the block, the blocks at most 50000", () => {
  const window = parseWindow("2024-06-03");
  const wrong: [number, number, RegExp][] = [
    [HOUR + 1, 0, /^block: .* whole number of seconds/],
    [HOUR, 500_000, /^washout: 0.5 s is not a whole number of seconds/],
    [0, 0, /^block: 0 s is shorter/],
    [HOUR, HOUR, /^washout: 3600 s leaves nothing/],
    [1_000_000, 0, /^block: the window holds 86400 blocks of 1 s, more than 50000/],
  ];
  for (const [block, washout, message] of wrong) {
    assert.throws(
      () => scheduleOf(window, block, washout),
      (error) => error instanceof BadCall && message.test(error.message),
    );
  }
});

test("plan, write, read and verify is the identity", () => {
  const plans = fc.record({
    seed: fc.oneof(fc.nat(100), fc.maxSafeNat()),
    blocks: fc.integer({ min: 4, max: 40 }).map((half) => 2 * half),
    block_s: fc.integer({ min: 2, max: 100_000 }),
    start_s: fc.integer({ min: -1e9, max: 4e9 }),
    rest_s: fc.nat(3),
  });
  fc.assert(
    fc.property(plans, ({ seed, blocks, block_s, start_s, rest_s }) => {
      const start = start_s * 1e6;
      const end = start + (blocks * block_s + Math.min(rest_s, block_s - 1)) * 1e6;
      const schedule = scheduleOf({ start, end, end_inclusive: true }, block_s * 1e6, 1e6);
      const made = planTrial(schedule, seed, "plan");
      const verified = verify(planDocument(made.plan, made.digest, schedule, made.design, null));
      assert.deepEqual(verified.schedule, schedule);
      assert.deepEqual(verified.settings, made.settings);
      assert.equal(verified.digest, made.digest);
    }),
    { numRuns: 100 },
  );
});

test("the digest does not depend on the order in which the blocks are listed; the listing itself must be in order", () => {
  const document = documentOf();
  const order = fc.shuffledSubarray(document.schedule, { minLength: document.schedule.length });
  fc.assert(
    fc.property(order, (schedule) => {
      const { plan } = readPlanDocument(JSON.stringify({ ...document, schedule }), "plan.json");
      assert.equal(planDigest(plan), document.digest);
      const inOrder = schedule.every((row, i) => row.block === i);
      assert.deepEqual(refusalOf({ ...document, schedule }), inOrder ? null : ["ScheduleMismatch", "block_index"]);
    }),
    { numRuns: 50 },
  );
});

/** Every leaf of a document as a path. */
function leaves(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

function changed(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  const text = String(value);
  if (/^\d{4}-/.test(text)) return text.replace(/^\d{4}/, (year) => String(Number(year) + 1));
  return text === "A" ? "B" : text === "B" ? "A" : `${text}x`;
}

test("a plan with any one value changed is refused", () => {
  const document = documentOf();
  for (const path of leaves({ ...document, power: undefined }).filter((path) => path[0] !== "power")) {
    const copy = structuredClone(document) as unknown as Record<string | number, unknown>;
    let at = copy;
    for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
    const last = path[path.length - 1];
    at[last] = changed(at[last]);
    assert.notEqual(refusalOf(copy), null, path.join("."));
  }
});

test("a plan with a block or a field taken out is refused", () => {
  const document = documentOf();
  for (const i of [0, 11, 23]) {
    const schedule = document.schedule.filter((row) => row.block !== i);
    assert.deepEqual(refusalOf({ ...document, schedule }), ["ScheduleMismatch", "digest"]);
  }
  for (const key of ["format", "version", "window", "block_s", "washout_s", "seed", "digest", "schedule"]) {
    assert.deepEqual(refusalOf({ ...document, [key]: undefined }), ["NotAPlan", key]);
  }
});

test("each check after the digest is reached by a plan that was sealed again, in their order", () => {
  const document = documentOf();
  const withRow = (i: number, row: Partial<Document["schedule"][number]>) => {
    return { ...document, schedule: document.schedule.map((r, j) => (j === i ? { ...r, ...row } : r)) };
  };
  const cases: [Document, string][] = [
    [{ ...document, schedule: document.schedule.slice(0, 22) }, "blocks"],
    [withRow(3, { block: 30 }), "block_index"],
    [withRow(3, { start: "2024-06-03T03:00:01Z" }), "block_start"],
    [withRow(3, { end: "2024-06-03T04:00:01Z" }), "block_end"],
    [withRow(3, { washout_end: "2024-06-03T03:20:00Z" }), "block_washout_end"],
    [withRow(3, { setting: "C" }), "setting"],
    [withRow(3, { setting: "A" }), "balance"],
    [{ ...document, seed: 8 }, "seed"],
  ];
  for (const [wrong, check] of cases) assert.deepEqual(refusalOf(resealed(wrong)), ["ScheduleMismatch", check]);
  assert.deepEqual(refusalOf({ ...document, smallest_p: 0.05 }), ["ScheduleMismatch", "smallest_p"]);
  assert.deepEqual(refusalOf({ ...document, schedule_end: "2024-06-04T01:00:00Z" }), [
    "ScheduleMismatch",
    "schedule_end",
  ]);
});

test("settings exchanged between two blocks are refused with the seed that they do not come from", () => {
  const document = documentOf();
  const schedule = structuredClone(document.schedule);
  [schedule[0].setting, schedule[3].setting] = [schedule[3].setting, schedule[0].setting];
  assert.deepEqual(refusalOf(resealed({ ...document, schedule })), ["ScheduleMismatch", "seed"]);
});

test("a sealed plan of too few blocks is DesignTooSmall", () => {
  const document = documentOf(scheduleOf(parseWindow("2024-06-03T00:00Z/PT8H"), HOUR, 0));
  const schedule = [
    ...document.schedule.filter(({ setting }) => setting === "A").slice(0, 2),
    ...document.schedule.filter(({ setting }) => setting === "B").slice(0, 2),
  ];
  const rows = schedule.map((row, i) => ({ ...document.schedule[i], setting: row.setting }));
  const short = { ...document, window: { ...document.window, end: "2024-06-03T04:00:00Z" }, schedule: rows };
  assert.deepEqual(refusalOf(resealed(short)), ["DesignTooSmall", "assignments"]);
});

test("what is no plan is NotAPlan: other JSON, naive stamps, fractions, a cut answer", () => {
  const document = documentOf();
  const cases: [unknown, string][] = [
    [[], "document"],
    [{ result_kind: "evidence" }, "format"],
    [{ ...document, version: 2 }, "version"],
    [{ ...document, seed: 7.5 }, "seed"],
    [{ ...document, seed: "7" }, "seed"],
    [{ ...document, window: { ...document.window, start: "2024-06-03T00:00:00" } }, "window.start"],
    [{ ...document, window: { start: document.window.end, end: document.window.start } }, "window.end"],
    [{ ...document, washout_s: 3600 }, "washout_s"],
    [{ ...document, schedule: [{ ...document.schedule[0], block: 0.5 }] }, "schedule[0].block"],
    [{ ...document, schedule: document.schedule.slice(0, 10), schedule_dropped: 14 }, "schedule_dropped"],
  ];
  for (const [value, check] of cases) assert.deepEqual(refusalOf(value), ["NotAPlan", check]);
  assert.throws(
    () => readPlanDocument("window: 2024", "plan.json"),
    (error) => error instanceof Refusal && error.details.check === "json",
  );
});
