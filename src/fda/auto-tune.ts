import { BadCall, refusal } from "../contract/outcome.ts";
import { type Tried, tried } from "./candidates.ts";
import type { CurveMatrix } from "./curve-matrix.ts";
import { type Diagnostic, type Method, numberOf, type ParameterName, type Parameters } from "./methods/method.ts";
import type { Run } from "./run.ts";

/** What of a method can be searched for, and when a step is not taken whatever its target says. */
interface Tuning {
  parameter: ParameterName;
  target: string;
  range(curves: Extent): [number, number];
  /** The distance of values that may be tried; 1 unless stated. */
  grid?(start: Parameters): number;
  guard(diagnostics: Record<string, Diagnostic>, curves: Extent): string | null;
}

/** How much there is to go by: curves, and points of their grid (where each has its own, of the one that they share). */
type Extent = Pick<CurveMatrix, "label" | "t" | "rows">;

/** A Fourier series has odd numbers of functions. */
const odd = ({ basis }: Parameters) => (basis === "fourier" ? 2 : 1);

const TUNED: Record<string, Tuning> = {
  fpca: {
    parameter: "n_comp",
    target: "ic_p1",
    range: ({ rows, t }) => [1, Math.max(1, Math.min(20, rows.length - 1, t.length))],
    guard: () => null,
  },
  basis: {
    parameter: "n_basis",
    target: "optimal_gcv",
    range: ({ t }) => [7, Math.max(7, Math.min(61, t.length))],
    grid: odd,
    guard: ({ optimal_edf }, { t }) =>
      Number(optimal_edf) > 0.9 * t.length ? `optimal_edf ${sixDigits(optimal_edf)} > 0.9 x ${t.length} points` : null,
  },
  smoothing: {
    parameter: "n_basis",
    target: "bic",
    range: ({ t }) => [6, Math.max(6, Math.min(60, t.length - 1))],
    grid: odd,
    guard: ({ edf }, { t }) =>
      Number(edf) > 0.9 * t.length ? `edf ${sixDigits(edf)} > 0.9 x ${t.length} points` : null,
  },
  clustering: {
    parameter: "k",
    target: "silhouette",
    range: ({ rows }) => [2, Math.max(2, Math.min(15, rows.length - 1))],
    guard: ({ smallest_cluster }) => (Number(smallest_cluster) < 2 ? `smallest_cluster ${smallest_cluster} < 2` : null),
  },
};

function sixDigits(value: Diagnostic): string {
  return String(Number(Number(value).toPrecision(6)));
}

const NOT_TUNED: Record<string, string> = {
  alignment: "no number says by itself how much warping is right; compare runs with several lambdas",
  depth: "it has nothing to tune",
};

/** One step of a search. */
export interface TuningStep {
  step: number;
  from: number;
  to: number;
  target_before: number | null;
  target_after: number | null;
  target_after_reason?: string;
  accepted: boolean;
  guard: string;
}

/** A search and where it ended. */
export interface Tuned {
  parameter: ParameterName;
  target: string;
  low: number;
  high: number;
  first: Tried;
  best: Tried;
  steps: TuningStep[];
  stop_reason: "converged" | "budget";
}

/** How a method is tuned. BadCall with the reason for a method that is not, or a target that it is not judged by. */
export function tuningOf(method: Method, target: string | undefined): Tuning {
  const tuning = TUNED[method.name];
  if (tuning === undefined) throw new BadCall(`method: ${method.name} is not tuned: ${NOT_TUNED[method.name]}`);
  if (target !== undefined && !Object.hasOwn(method.better, target))
    throw new BadCall(
      `target_metric: ${method.name} is judged by ${Object.keys(method.better).join(", ")}, not '${target}'`,
    );
  return { ...tuning, target: target ?? tuning.target };
}

/**
 * A search along one parameter: the first step is a tenth of the range; it goes on while the target gets strictly better,
 * and turns and halves where it does not or a guard holds. No value is tried twice. It has converged when no least step is
 * left to try on either side. `run` runs the method; a refused value counts as no better. Refuses NotIdentifiable where no
 * run has the target: there is nothing that one value is better by.
 */
export async function autoTune(
  method: Method,
  tuning: Tuning,
  start: Parameters,
  { curves, max_steps, run }: { curves: Extent; max_steps: number; run(parameters: Parameters): Promise<Run> },
): Promise<Tuned> {
  const { parameter, target } = tuning;
  const least = tuning.grid?.(start) ?? 1;
  const [low, high] = rangeOn(tuning.range(curves), least);
  const inside = (value: number) => Math.min(high, Math.max(low, value));
  const sign = method.better[target] === "smaller" ? 1 : -1;
  const tryAt = (value: number) => guarded({ ...start, [parameter]: value }, tuning, curves, run);
  let at = inside(numberOf(start, parameter));
  const { found: first } = await tryAt(at);
  let best = first;
  const seen = new Set([at]);
  const steps: TuningStep[] = [];
  let stride = least * Math.max(1, Math.round((high - low) / (10 * least)));
  let turned = 0;
  while (steps.length < max_steps) {
    const to = inside(at + stride);
    if (!seen.has(to)) {
      seen.add(to);
      const { found, guard } = await tryAt(to);
      const better = found.value !== null && (best.value === null || sign * found.value < sign * best.value);
      const accepted = better && guard === null;
      steps.push(stepOf(steps.length + 1, at, to, best, found, accepted, guard));
      if (accepted) {
        [at, best, turned] = [to, found, 0];
        continue;
      }
    }
    // Both sides at the least stride hold nothing better.
    if (Math.abs(stride) === least && turned >= 1) break;
    turned = Math.abs(stride) === least ? turned + 1 : 0;
    stride = -Math.sign(stride) * least * Math.max(1, Math.floor(Math.abs(stride) / (2 * least)));
  }
  if (best.value === null) throw nothingToGoBy(curves.label, target, first, 1 + steps.length);
  const stop_reason = steps.length < max_steps ? "converged" : "budget";
  return { parameter, target, low, high, first, best, steps, stop_reason };
}

function nothingToGoBy(label: string, target: string, first: Tried, n: number): Error {
  const remedy = "give other curves, or another --target-metric";
  const cause = `${label}: none of the ${n} runs tried has a ${target} (the first: ${first.reason}), so none is better; ${remedy}`;
  return refusal("NotIdentifiable", cause, { check: "target", observed: 0, required: "1 run with a number", remedy });
}

/** The range from its first value that may be tried (odd for steps of 2) to its last. */
function rangeOn([from, to]: [number, number], least: number): [number, number] {
  const low = least === 2 && from % 2 === 0 ? from + 1 : from;
  return [low, low + least * Math.max(0, Math.floor((to - low) / least))];
}

async function guarded(
  parameters: Parameters,
  { target, guard }: Tuning,
  curves: Extent,
  run: (parameters: Parameters) => Promise<Run>,
): Promise<{ found: Tried; guard: string | null }> {
  let held: string | null = null;
  const found = await tried(parameters, target, async () => {
    const made = await run(parameters);
    held = guard(made.result.diagnostics, curves);
    return made;
  });
  return { found, guard: held };
}

function stepOf(
  step: number,
  from: number,
  to: number,
  before: Tried,
  after: Tried,
  accepted: boolean,
  guard: string | null,
): TuningStep {
  return {
    step,
    from,
    to,
    target_before: before.value,
    target_after: after.value,
    ...(after.value === null ? { target_after_reason: after.reason } : {}),
    accepted,
    guard: guard ?? "none",
  };
}
