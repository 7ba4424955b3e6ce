/** The steps of a run, in the order they are done and reported. */
export const STEPS = ["profile", "segment", "screen", "spc", "mspc", "compare", "switchback"] as const;
export type Step = (typeof STEPS)[number];

/** A run's plan after its archives were found. Window texts are as typed. */
export interface RunPlan {
  /** Paths, in the order of the plan's patterns. */
  archives: string[];
  window?: string;
  baseline?: string;
  before?: string;
  after?: string;
  steps: Step[];
  /** Further arguments of each step, as its command names them. */
  options: Partial<Record<Step, Record<string, unknown>>>;
}

/** One unit and what it stands for in the ledger. `plot` draws the report's figure and is no finding. */
export interface PlannedUnit {
  step: Step | "plot";
  archives: string[];
  command: string;
  arguments: Record<string, unknown>;
}

/** Every unit of a plan: each step over each archive, or once over all of them; then one figure an archive. */
export function planUnits(plan: RunPlan): PlannedUnit[] {
  const units = STEPS.filter((step) => plan.steps.includes(step)).flatMap((step) => unitsOf(step, plan));
  const limits = plan.steps.includes("spc") && plan.baseline !== undefined && plan.window !== undefined;
  const figures = plan.archives.map((archive) => ({
    step: "plot" as const,
    archives: [archive],
    command: "plot",
    arguments: defined({ archive, window: plan.window, baseline: limits ? plan.baseline : undefined, svg: true }),
  }));
  return [...units, ...figures];
}

function unitsOf(step: Step, plan: RunPlan): PlannedUnit[] {
  const options = plan.options[step] ?? {};
  const { archives, window, baseline, before, after } = plan;
  const over = (named: Record<string, unknown>) => defined({ ...named, ...options });
  switch (step) {
    case "profile":
    case "segment":
      return archives.map((archive) => ({
        step,
        archives: [archive],
        command: step,
        arguments: over({ archive, window }),
      }));
    case "screen":
    case "spc":
      return archives.map((archive) => ({
        step,
        archives: [archive],
        command: step,
        arguments: over({ archive, baseline, window }),
      }));
    case "mspc":
      return [{ step, archives, command: step, arguments: over({ archives, baseline, window }) }];
    case "compare":
      return [{ step, archives, command: step, arguments: over({ archives, before, after }) }];
    case "switchback":
      return [{ step, archives, command: "switchback analyze", arguments: over({ archives }) }];
  }
}

/** Leaves out what the plan does not state: an absent key takes the command's default. */
function defined(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}
