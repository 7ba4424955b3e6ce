import { pcg64 } from "../../numerics/pcg64.ts";
import { drawObserved, settingsOf } from "./assignments.ts";
import { type Design, designOf, requireUsableDesign } from "./design.ts";
import { type Plan, planDigest, planOf } from "./plan.ts";
import type { Schedule } from "./schedule.ts";

/** A plan with what follows from it. */
export interface PlannedTrial {
  plan: Plan;
  digest: string;
  design: Design;
  settings: ("A" | "B")[];
}

/** Draws the settings of a schedule from a seed. Refuses DesignTooSmall when the trial could not show anything. */
export function planTrial(schedule: Schedule, seed: number, label: string): PlannedTrial {
  const design = designOf(schedule.blocks);
  requireUsableDesign(design, label);
  const settings = settingsOf(drawObserved(design, pcg64(seed)));
  const plan = planOf(schedule, seed, settings);
  return { plan, digest: planDigest(plan), design, settings };
}
