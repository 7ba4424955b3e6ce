import { BadCall, Refusal } from "../contract/outcome.ts";
import { type Method, type ParameterName, type Parameters, parametersOf } from "./methods/method.ts";
import type { Run } from "./run.ts";

/** Throws BadCall for a value out of its parameter's range. */
export type Check = (given: Parameters) => void;

/** `n_basis=15,lambda=0.1` as parameters of a method. BadCall for text that is none, or a parameter it does not have. */
export function parametersFromText(method: Method, text: string, check: Check): Parameters {
  const given: Parameters = {};
  for (const part of text.split(",").filter((each) => each.trim() !== "")) {
    const [, name, value] = /^\s*([a-z_-]+)\s*=\s*(\S+)\s*$/.exec(part) ?? [];
    if (name === undefined) throw new BadCall(`'${text}': expected PARAMETER=VALUE,… such as n_basis=15,lambda=0.1`);
    given[name.replaceAll("-", "_") as ParameterName] = Number.isNaN(Number(value)) ? value : Number(value);
  }
  check(given);
  return parametersOf(method, given);
}

/** The metric that runs of a method are held against each other by. BadCall where there is none, or it has no better side. */
export function metricOf(method: Method, stated: string | undefined): { metric: string; better: "smaller" | "larger" } {
  const known = Object.keys(method.better);
  if (known.length === 0) throw new BadCall(`method: no number of ${method.name} says which of two runs is better`);
  const metric = stated ?? known[0];
  const better = method.better[metric];
  if (better === undefined)
    throw new BadCall(`metric: ${method.name} is judged by ${known.join(", ")}, not '${metric}'`);
  return { metric, better };
}

/** What a reader of a ranking should know: that a parameter which differs among the candidates moves the metric by itself. */
export function caveatOf(
  { moves = {}, better }: Method,
  metric: string,
  candidates: Parameters[],
): { caveat?: string } {
  const names = Object.keys(moves) as ParameterName[];
  const moving = names.find(
    (name) => moves[name]?.includes(metric) && new Set(candidates.map((each) => each[name])).size > 1,
  );
  if (moving === undefined) return {};
  const others = Object.keys(better).filter((each) => !moves[moving]?.includes(each));
  return { caveat: `more ${moving} moves ${metric} by itself; ${others.join(" and ")} can rank them` };
}

/** A run that was tried, or why there is no number of it. */
export interface Tried {
  parameters: Parameters;
  result_id: string | null;
  value: number | null;
  reason: string;
}

/** A run's metric; a refusal of one candidate is its reason, not the end of the others. */
export async function tried(parameters: Parameters, metric: string, run: () => Promise<Run>): Promise<Tried> {
  try {
    const { result_id, result } = await run();
    const found = result.diagnostics[metric];
    const value = typeof found === "number" || typeof found === "boolean" ? Number(found) : null;
    const reason = String(result.diagnostics[`${metric}_reason`] ?? `this run has no ${metric}`);
    return { parameters, result_id, value, reason };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { parameters, result_id: null, value: null, reason: `${error.name}: ${error.message}` };
  }
}

/** Best first; equal ones in their order, those without a value last. */
export function ranked<T extends Tried>(runs: T[], better: "smaller" | "larger"): T[] {
  const worth = ({ value }: T) => (value === null ? Number.POSITIVE_INFINITY : better === "smaller" ? value : -value);
  return runs
    .map((run, i) => ({ run, i }))
    .sort((a, b) => (worth(a.run) === worth(b.run) ? a.i - b.i : worth(a.run) - worth(b.run)))
    .map(({ run }) => run);
}
