import { createHash } from "node:crypto";
import { formatInstant } from "../../contract/instant.ts";
import { blockStart, type Schedule } from "./schedule.ts";

/** One row of a plan's schedule, as the document states it. Times in microseconds. */
export interface PlannedBlock {
  block: number;
  start: number;
  end: number;
  washout_end: number;
  setting: string;
}

/** What a plan document states and its digest covers. */
export interface Plan {
  format: PlanFormat;
  /** The requested window, microseconds. */
  start: number;
  end: number;
  block_s: number;
  washout_s: number;
  seed: number;
  schedule: PlannedBlock[];
}

/** What a plan document states that its digest does not cover; undefined where it says nothing. Times in microseconds. */
export interface DerivedFacts {
  generator?: unknown;
  blocks?: unknown;
  schedule_end?: unknown;
  assignments?: unknown;
  log10_assignments?: unknown;
  reference?: unknown;
  reference_size?: unknown;
  smallest_p?: unknown;
}

/** A plan as a document states it, not yet verified. */
export interface PlanStatement {
  plan: Plan;
  digest: string;
  facts: DerivedFacts;
}

export const PLAN_FORMATS = ["liquet-switchback-plan", "tsdive-switchback-plan"] as const;
export type PlanFormat = (typeof PLAN_FORMATS)[number];
export const PLAN_VERSION = 1;
/** The generator that settings are drawn with, seeded as numpy's default_rng. */
export const GENERATOR = "PCG64" as const;

/** The plan of a schedule under an assignment ("A" and "B", one a block). */
export function planOf(schedule: Schedule, seed: number, settings: readonly string[]): Plan {
  const { start, end, block_s, washout_s } = schedule;
  const rows = settings.map((setting, block) => ({ ...plannedTimes(schedule, block), setting }));
  return { format: PLAN_FORMATS[0], start, end, block_s, washout_s, seed, schedule: rows };
}

/** When a block starts and ends and from when it counts. */
export function plannedTimes(schedule: Pick<Schedule, "start" | "block_s" | "washout_s">, block: number) {
  const start = blockStart(schedule, block);
  return { block, start, end: blockStart(schedule, block + 1), washout_end: start + schedule.washout_s * 1_000_000 };
}

/**
 * SHA-256 of the plan's canonical text: the format and version, `start`, `end`, `block_s`, `washout_s`, `seed`, then
 * `block i start end washout_end setting` for each block, by number however the document lists them; lines joined by a
 * line feed, none after the last.
 */
export function planDigest(plan: Plan): string {
  const head = [
    `${plan.format} ${PLAN_VERSION}`,
    `start ${iso(plan.start)}`,
    `end ${iso(plan.end)}`,
    `block_s ${plan.block_s}`,
    `washout_s ${plan.washout_s}`,
    `seed ${plan.seed}`,
  ];
  const byNumber = [...plan.schedule].sort((a, b) => a.block - b.block);
  const blocks = byNumber.map(
    (b) => `block ${b.block} ${iso(b.start)} ${iso(b.end)} ${iso(b.washout_end)} ${b.setting}`,
  );
  return createHash("sha256")
    .update([...head, ...blocks].join("\n"))
    .digest("hex");
}

/** The digest is over `+00:00` and six digits of a fraction, so that plans of the reference implementation verify too. */
function iso(us: number): string {
  return formatInstant(us)
    .replace(/\.(\d+)Z$/, (_, digits: string) => `.${digits.padEnd(6, "0")}Z`)
    .replace("Z", "+00:00");
}
