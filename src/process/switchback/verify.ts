import { formatInstant } from "../../contract/instant.ts";
import { refusal } from "../../contract/outcome.ts";
import { windowFields } from "../../contract/window.ts";
import { pcg64 } from "../../numerics/pcg64.ts";
import { drawObserved, settingsOf } from "./assignments.ts";
import { type Design, designFields, designOf, requireUsableDesign } from "./design.ts";
import { type DerivedFacts, GENERATOR, type Plan, type PlanStatement, planDigest, plannedTimes } from "./plan.ts";
import { countBlocks, type Schedule, scheduleWindow } from "./schedule.ts";

/** A plan that says of itself what it should: only such a plan is analysed. */
export interface VerifiedPlan {
  plan: Plan;
  digest: string;
  schedule: Schedule;
  design: Design;
  settings: ("A" | "B")[];
  /** The checks it passed. */
  checks: string[];
}

/** What is compared, in this order. */
const CHECKS = ["digest", "blocks", "times", "settings", "balance", "design", "seed", "derived fields"];

/**
 * Checks a plan in the order of CHECKS. Refuses ScheduleMismatch (DesignTooSmall for a trial that could not show
 * anything) at the first that fails, with the two values that differ.
 */
export function verifyPlan({ plan, digest: stated, facts }: PlanStatement, label: string): VerifiedPlan {
  const digest = planDigest(plan);
  if (digest !== stated) {
    throw mismatch(label, "digest", `the digest is ${stated}, but what it covers has ${digest}`, stated, digest);
  }
  const { start, end, block_s, washout_s, seed } = plan;
  const blocks = countBlocks(end - start, block_s * 1_000_000);
  if (plan.schedule.length !== blocks) {
    const found = `${plan.schedule.length} blocks are listed, the window holds ${blocks}`;
    throw mismatch(label, "blocks", found, plan.schedule.length, blocks);
  }
  const schedule = { start, end, block_s, washout_s, blocks };
  for (let i = 0; i < blocks; i++) checkBlock(plan, schedule, i, label);
  const settings = plan.schedule.map(({ setting }) => setting as "A" | "B");
  checkBalance(settings, label);
  const design = designOf(blocks);
  requireUsableDesign(design, label);
  checkSeed(settings, settingsOf(drawObserved(design, pcg64(seed))), seed, label);
  const schedule_end = scheduleWindow(schedule).end;
  checkFacts(facts, { generator: GENERATOR, blocks, schedule_end, ...designFields(design) }, label);
  return { plan, digest, schedule, design, settings, checks: CHECKS };
}

export type PlanFields = ReturnType<typeof planFields>;

/** What answers say of a verified plan. */
export function planFields({ plan, digest, schedule, design }: VerifiedPlan) {
  const { blocks, block_s, washout_s } = schedule;
  return {
    digest,
    verified: true,
    format: plan.format,
    seed: plan.seed,
    generator: GENERATOR,
    blocks,
    block_s,
    washout_s,
    schedule: windowFields(scheduleWindow(schedule)),
    ...designFields(design),
  } as const;
}

function checkBlock(plan: Plan, schedule: Schedule, i: number, label: string): void {
  const found = plan.schedule[i];
  const wanted = plannedTimes(schedule, i);
  if (found.block !== i) throw mismatch(label, "block_index", `row ${i} is block ${found.block}`, found.block, i);
  for (const key of ["start", "end", "washout_end"] as const) {
    if (found[key] === wanted[key]) continue;
    const [is, should] = [formatInstant(found[key]), formatInstant(wanted[key])];
    throw mismatch(
      label,
      `block_${key}`,
      `${key} of block ${i} is ${is}, the window and block length give ${should}`,
      is,
      should,
    );
  }
  if (found.setting !== "A" && found.setting !== "B") {
    throw mismatch(label, "setting", `the setting of block ${i} is '${found.setting}'`, found.setting, "A or B");
  }
}

function checkBalance(settings: readonly string[], label: string): void {
  const b = settings.filter((setting) => setting === "B").length;
  const a = settings.length - b;
  if (a !== b) throw mismatch(label, "balance", `${a} blocks have A and ${b} have B`, { A: a, B: b }, "as many A as B");
}

function checkSeed(settings: readonly string[], drawn: readonly string[], seed: number, label: string): void {
  const block = settings.findIndex((setting, i) => setting !== drawn[i]);
  if (block < 0) return;
  const differing = settings.filter((setting, i) => setting !== drawn[i]).length;
  const found = `${differing} of ${drawn.length} settings are not those that seed ${seed} draws (the first is block ${block})`;
  throw mismatch(label, "seed", found, settings.join(""), drawn.join(""));
}

function checkFacts(stated: DerivedFacts, derived: DerivedFacts, label: string): void {
  for (const [key, wanted] of Object.entries(derived)) {
    const found = stated[key as keyof DerivedFacts];
    if (found === undefined || same(found, wanted)) continue;
    throw mismatch(
      label,
      key,
      `${key} is ${JSON.stringify(shown(key, found))}, the schedule gives ${JSON.stringify(shown(key, wanted))}`,
      shown(key, found),
      shown(key, wanted),
    );
  }
}

/** An instant as a plan states it; anything else as it is. */
function shown(key: string, value: unknown): unknown {
  return key === "schedule_end" && typeof value === "number" ? formatInstant(value) : value;
}

/** Answers are rounded to 12 digits, and an answer may be saved as a plan. */
function same(found: unknown, wanted: unknown): boolean {
  if (typeof found !== "number" || typeof wanted !== "number") return found === wanted;
  return Math.abs(found - wanted) <= 1e-11 * Math.abs(wanted);
}

function mismatch(label: string, check: string, found: string, observed: unknown, required: unknown) {
  const remedy = "use the plan file as it was written, or plan again before the trial starts";
  return refusal("ScheduleMismatch", `${label}: ${found}; ${remedy}`, { check, observed, required, remedy });
}
