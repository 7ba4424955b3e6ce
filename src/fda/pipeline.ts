import type { Ctx } from "../contract/context.ts";
import type { CurveData } from "../series/dataset/dataset.ts";
import { type Check, parametersFromText } from "./candidates.ts";
import type { Method, Parameters, Recommendation } from "./methods/method.ts";
import { methodNamed } from "./methods/registry.ts";
import { adviceOf, leftBy, type Run, runMethod } from "./run.ts";

/** A method and its parameters. */
export interface Stage {
  method: Method;
  parameters: Parameters;
}

/** `smoothing:n_basis=25` or `smoothing` as a stage. BadCall for a method, a parameter or a value that there is none of. */
export function stageOf(text: string, check: Check): Stage {
  const [name, ...rest] = text.split(":");
  const method = methodNamed(name.trim());
  return { method, parameters: parametersFromText(method, rest.join(":"), check) };
}

/** Runs stages in order, each with the rules that fire on it. Chained, a stage works on the curves that the last left. */
export async function runStages(
  ctx: Ctx,
  data: CurveData,
  stages: Stage[],
  chain: boolean,
): Promise<{ run: Run; advice: Recommendation[] }[]> {
  const found = [];
  let on = data;
  for (const { method, parameters } of stages) {
    const run = await runMethod(ctx, on, method, parameters);
    const advice = await adviceOf(ctx, run);
    found.push({ run, advice });
    if (chain && method.leaves !== null) on = leftBy(run, method.leaves);
  }
  return found;
}
