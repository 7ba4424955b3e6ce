import { dirname, normalize } from "node:path/posix";
import { BadCall } from "../contract/outcome.ts";
import { FILE_OPTIONS, PLAN_WIDE, type RunPlan, STEPS, type Step } from "./run-units.ts";

/** A plan as its file states it: archives are patterns, options are not yet looked at. */
export type PlanFile = Omit<RunPlan, "options"> & { options: Record<string, Record<string, unknown>> };

/**
 * Checks what a plan's parts must be to each other. Returns the folder of the plan and its options, with the files that
 * they name relative to that folder. Throws BadCall.
 */
export function checkPlan(plan: PlanFile, path: string): { folder: string; options: RunPlan["options"] } {
  const { steps, before, after, baseline, window } = plan;
  if (new Set(steps).size < steps.length) throw new BadCall("steps: one is named twice");
  if ((before === undefined) !== (after === undefined)) throw new BadCall("before and after go together");
  if (steps.includes("compare") && before === undefined) throw new BadCall("compare needs before and after");
  const charted = (["screen", "spc", "mspc"] as const).find((step) => steps.includes(step));
  if (charted && (baseline === undefined || window === undefined))
    throw new BadCall(`${charted} needs baseline and window`);
  const options = Object.entries(plan.options).map(([step, stated]) => [step, checkOptions(step, stated, path)]);
  return { folder: dirname(slashes(path)), options: Object.fromEntries(options) };
}

function checkOptions(step: string, stated: Record<string, unknown>, path: string): Record<string, unknown> {
  if (!isStep(step)) throw new BadCall(`options.${step}: the steps are ${STEPS.join(", ")}`);
  const wide = PLAN_WIDE.find((key) => key in stated);
  if (wide !== undefined) throw new BadCall(`options.${step}.${wide}: the plan states it for all steps`);
  const files = FILE_OPTIONS[step] ?? [];
  const placed = Object.entries(stated).map(([key, value]) => [
    key,
    files.includes(key) ? placedFiles(value, path) : value,
  ]);
  return Object.fromEntries(placed);
}

function isStep(name: string): name is Step {
  return (STEPS as readonly string[]).includes(name);
}

/** A file or a list of files; JSON text in a file's place is left as it is. */
function placedFiles(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map((item) => placedFiles(item, path));
  return typeof value === "string" && !value.trimStart().startsWith("{") ? besidePlan(path, value) : value;
}

/** The path of a file that is named relative to the plan; an absolute one stays. */
export function besidePlan(plan: string, name: string): string {
  const to = slashes(name);
  return /^\/|^[A-Za-z]:\//.test(to) ? to : normalize(`${dirname(slashes(plan))}/${to}`);
}

function slashes(path: string): string {
  return path.replaceAll("\\", "/");
}
