/** The steps of a run, in the order they are done and reported. */
export const STEPS = ["profile", "segment", "screen", "spc", "mspc", "compare", "switchback"] as const;
export type Step = (typeof STEPS)[number];

/** What a plan states once for all its steps; a step's options cannot state it again. */
export const PLAN_WIDE = ["archive", "archives", "window", "baseline", "before", "after"];

/** Options that name files; in a plan they are relative to it, as its archives are. */
export const FILE_OPTIONS: Partial<Record<Step, readonly string[]>> = {
  profile: ["peer"],
  screen: ["mode"],
  switchback: ["plan"],
};

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
  return [...units, ...plan.archives.map((archive) => figureOf(archive, plan))];
}

function unitsOf(step: Step, plan: RunPlan): PlannedUnit[] {
  const { archives, window, baseline, before, after } = plan;
  const unit = (over: string[], named: Record<string, unknown>, command: string = step): PlannedUnit => ({
    step,
    archives: over,
    command,
    arguments: defined({ ...named, ...plan.options[step] }),
  });
  switch (step) {
    case "profile":
    case "segment":
      return archives.map((archive) => unit([archive], { archive, window }));
    case "screen":
    case "spc":
      return archives.map((archive) => unit([archive], { archive, baseline, window }));
    case "mspc":
      return [unit(archives, { archives, baseline, window })];
    case "compare":
      return [unit(archives, { archives, before, after })];
    case "switchback":
      return [unit(archives, { archives }, "switchback analyze")];
  }
}

/** The figure shows the chart that the plan makes, made the same way: spc's, or screen's where there is no spc. */
function figureOf(archive: string, { window, baseline, steps, options }: RunPlan): PlannedUnit {
  const chart = (["spc", "screen"] as const).find((step) => steps.includes(step));
  const limits = chart && {
    baseline,
    chart,
    options: Object.fromEntries(
      Object.entries(options[chart] ?? {}).filter(([key]) => key !== "max_events" && key !== "max_runs"),
    ),
  };
  return {
    step: "plot",
    archives: [archive],
    command: "plot",
    arguments: defined({ archive, window, ...limits, svg: true }),
  };
}

/** Leaves out what the plan does not state: an absent key takes the command's default. */
function defined(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}
