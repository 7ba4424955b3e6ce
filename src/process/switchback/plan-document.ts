import { formatInstant, parseCivil } from "../../contract/instant.ts";
import { refusal } from "../../contract/outcome.ts";
import { type Design, designFields } from "./design.ts";
import {
  type DerivedFacts,
  GENERATOR,
  PLAN_FORMATS,
  PLAN_VERSION,
  type Plan,
  type PlannedBlock,
  type PlanStatement,
} from "./plan.ts";
import type { PowerReadout } from "./power.ts";
import { blockStart, type Schedule } from "./schedule.ts";

/** A plan as JSON holds it, in file order. */
export function planDocument(
  plan: Plan,
  digest: string,
  schedule: Schedule,
  design: Design,
  power: PowerReadout | null,
) {
  return {
    format: plan.format,
    version: PLAN_VERSION,
    window: { start: formatInstant(plan.start), end: formatInstant(plan.end) },
    block_s: plan.block_s,
    washout_s: plan.washout_s,
    seed: plan.seed,
    generator: GENERATOR,
    blocks: schedule.blocks,
    schedule_end: formatInstant(blockStart(schedule, schedule.blocks)),
    ...designFields(design),
    digest,
    schedule: plan.schedule.map((row) => ({
      block: row.block,
      start: formatInstant(row.start),
      end: formatInstant(row.end),
      setting: row.setting,
      washout_end: formatInstant(row.washout_end),
    })),
    power,
  };
}

type Json = Record<string, unknown>;

/**
 * Reads a plan document (also the reference implementation's, and a saved answer of `switchback plan`). Nothing is
 * verified. Refuses NotAPlan when the text is no such document, or a part that matters is missing or of another kind.
 */
export function readPlanDocument(text: string, label: string): PlanStatement {
  const doc = readObject(text, label);
  const format = PLAN_FORMATS.find((known) => known === doc.format);
  if (!format) throw notAPlan(label, "format", doc.format, PLAN_FORMATS.join(" or "));
  if (doc.version !== PLAN_VERSION) throw notAPlan(label, "version", doc.version, PLAN_VERSION);
  const cut = doc.schedule_dropped;
  if (typeof cut === "number" && cut > 0) throw cutShort(label, cut);
  if (!Array.isArray(doc.schedule)) throw notAPlan(label, "schedule", doc.schedule, "a list of blocks");
  const whole = (value: unknown, key: string, least: number) => wholeNumber(value, key, least, label);
  const window = objectAt(doc.window, "window", label);
  const block_s = whole(doc.block_s, "block_s", 1);
  const plan = {
    format,
    start: instant(window.start, "window.start", label),
    end: instant(window.end, "window.end", label),
    block_s,
    washout_s: whole(doc.washout_s, "washout_s", 0),
    seed: whole(doc.seed, "seed", 0),
    schedule: doc.schedule.map((row: unknown, i) => plannedBlock(row, i, label)),
  };
  if (plan.end <= plan.start) throw notAPlan(label, "window.end", formatInstant(plan.end), "after window.start");
  if (plan.washout_s >= block_s) throw notAPlan(label, "washout_s", plan.washout_s, `below block_s, ${block_s}`);
  if (typeof doc.digest !== "string") throw notAPlan(label, "digest", doc.digest, "a text");
  return { plan, digest: doc.digest, facts: derivedFacts(doc) };
}

function derivedFacts(doc: Json): DerivedFacts {
  const { generator, blocks, assignments, log10_assignments, reference, reference_size, smallest_p } = doc;
  const at = typeof doc.schedule_end === "string" ? parseCivil(doc.schedule_end) : null;
  const stated = typeof doc.schedule_end === "number" ? String(doc.schedule_end) : doc.schedule_end;
  const schedule_end = at === null || at.offset_s === null ? stated : at.us - at.offset_s * 1_000_000;
  return { generator, blocks, schedule_end, assignments, log10_assignments, reference, reference_size, smallest_p };
}

function plannedBlock(value: unknown, i: number, label: string): PlannedBlock {
  const at = `schedule[${i}]`;
  const row = objectAt(value, at, label);
  if (typeof row.setting !== "string") throw notAPlan(label, `${at}.setting`, row.setting, "a text");
  return {
    block: wholeNumber(row.block, `${at}.block`, 0, label),
    start: instant(row.start, `${at}.start`, label),
    end: instant(row.end, `${at}.end`, label),
    washout_end: instant(row.washout_end, `${at}.washout_end`, label),
    setting: row.setting,
  };
}

function readObject(text: string, label: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw notAPlan(label, "json", "not JSON", "a JSON object");
  }
  return objectAt(value, "document", label);
}

function objectAt(value: unknown, key: string, label: string): Json {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Json;
  throw notAPlan(label, key, value, "an object");
}

function wholeNumber(value: unknown, key: string, least: number, label: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= least) return value as number;
  throw notAPlan(label, key, value, `a whole number from ${least} to ${Number.MAX_SAFE_INTEGER}`);
}

function instant(value: unknown, key: string, label: string): number {
  const at = typeof value === "string" ? parseCivil(value) : null;
  if (at === null || at.offset_s === null) throw notAPlan(label, key, value, "an ISO 8601 instant with an offset");
  return at.us - at.offset_s * 1_000_000;
}

function notAPlan(label: string, check: string, value: unknown, required: unknown) {
  const shown = value === undefined ? "missing" : (JSON.stringify(value) ?? String(value)).slice(0, 80);
  const remedy = "name a file that 'liquet switchback plan' wrote";
  return refusal("NotAPlan", `${label}: ${check} is ${shown}, required is ${required}; ${remedy}`, {
    check,
    observed: value === undefined ? null : shown,
    required,
    remedy,
  });
}

function cutShort(label: string, dropped: number) {
  const remedy = "plan again with --out FILE, or save the answer with --max-blocks all";
  return refusal("NotAPlan", `${label}: the saved answer leaves out ${dropped} blocks of its schedule; ${remedy}`, {
    check: "schedule_dropped",
    observed: dropped,
    required: 0,
    remedy,
  });
}
