import type { Ctx } from "../contract/context.ts";
import { BadCall } from "../contract/outcome.ts";
import type { CurveData } from "../series/dataset/dataset.ts";
import { requireCurves } from "../series/dataset/require.ts";
import { type CurveMatrix, curveMatrix } from "./curve-matrix.ts";
import { type Given, isMatrix, matrixLeft } from "./given.ts";
import {
  type Method,
  type MethodResult,
  type Parameters,
  parametersOf,
  type Recommendation,
  type Step,
} from "./methods/method.ts";
import { METHODS, methodNamed } from "./methods/registry.ts";
import { isWorthAThread, onThread } from "./on-thread.ts";

/** The name of kept results: it changes when what a method computes does. */
const KEPT = "run.3";
const OP = "fda_run";

/** A run of a method: what went in, its handle, and what came out. */
export interface Run {
  result_id: string;
  /** Of the data. */
  handle: string;
  method: Method;
  parameters: Parameters;
  data: CurveData;
  /** `data` as rows over their grid; where each has its own, as the run left them on one. */
  curves: CurveMatrix;
  result: MethodResult;
}

/** Runs a method with all of its parameters, or finds that run in the store. Refuses as the method does. */
export async function runMethod(ctx: Ctx, data: CurveData, method: Method, parameters: Parameters): Promise<Run> {
  const own = ownGridsOf(data, method, parameters);
  const given = own ?? curveMatrix(data, method.needs(parameters));
  const store = await ctx.store();
  const recipe = { op: OP, method: method.name, parameters: { ...parameters }, of: data.handle };
  const result_id = store.handleOf("res", recipe);
  const bytes = await store.result(result_id, KEPT, async () =>
    Buffer.from(JSON.stringify(await resultOf(ctx, method, given, parameters))),
  );
  // After the work: what is refused gets no handle.
  await store.put("res", recipe);
  const result = JSON.parse(Buffer.from(bytes).toString("utf8")) as MethodResult;
  const curves = isMatrix(given) ? given : matrixLeft(given, result.fields[method.leaves ?? method.main]);
  return { result_id, handle: data.handle, method, parameters, data, curves, result };
}

/** Names of the rules that are checked of a run. */
export function rulesOf({ data, method, parameters }: Run): string[] {
  return ownGridsOf(data, method, parameters) === null
    ? method.rules
    : (method.ownGrids?.(parameters)?.rules ?? method.rules);
}

/** The curves where each has a grid of its own and the method can take that; else null. */
export function ownGridsOf(data: CurveData, method: Method, parameters: Parameters): CurveData | null {
  return data.shared_grid || !method.ownGrids?.(parameters) ? null : data;
}

/** What `runHere` is given. */
export interface RunPiece {
  method: string;
  given: Given;
  parameters: Parameters;
}

/** What `adviseHere` is given. */
export interface AdvicePiece {
  method: string;
  curves: CurveMatrix;
  parameters: Parameters;
  result: MethodResult;
}

const NO_STEP = async () => {};
const NO_POOL = { pool: () => Promise.reject(new Error("a thread has no threads of its own")) };

/** A method's run as a task of threads: for methods that never yield. */
export function runHere({ method, given, parameters }: RunPiece): Promise<MethodResult> {
  return runGiven(methodNamed(method), given, parameters, NO_STEP, NO_POOL);
}

async function runGiven(
  method: Method,
  given: Given,
  parameters: Parameters,
  step: Step,
  ctx: Pick<Ctx, "pool">,
): Promise<MethodResult> {
  if (isMatrix(given)) return method.run(given, parameters, step, ctx);
  const own = method.ownGrids?.(parameters);
  if (!own) throw new Error(`${method.name} needs one grid`);
  return own.run(given);
}

/** A method's advice as a task of threads. */
export function adviseHere({ method, curves, parameters, result }: AdvicePiece): Promise<Recommendation[]> {
  return methodNamed(method).advise(curves, parameters, result, NO_STEP, NO_POOL);
}

/** The rules that fire on a run. */
export function adviceOf(ctx: Ctx, { method, curves, parameters, result }: Run): Promise<Recommendation[]> {
  if (!onOwnThread(method, curves, parameters))
    return method.advise(curves, parameters, result, stepOf(ctx, method.name), ctx);
  const task = { command: "fda run-method", task: "advise" };
  return onThread<AdvicePiece, Recommendation[]>(ctx, task, { method: method.name, curves, parameters, result });
}

function onOwnThread({ blocks }: Method, given: Given, { n_basis }: Parameters): boolean {
  const rows = isMatrix(given) ? given.rows : given.curves.map(({ v }) => v);
  const values = rows.reduce((sum, row) => sum + row.length, 0);
  return blocks === true && isWorthAThread(values, typeof n_basis === "number" ? n_basis : 0);
}

function resultOf(ctx: Ctx, method: Method, given: Given, parameters: Parameters): Promise<MethodResult> {
  if (!onOwnThread(method, given, parameters))
    return runGiven(method, given, parameters, stepOf(ctx, method.name), ctx);
  const task = { command: "fda run-method", task: "run" };
  return onThread<RunPiece, MethodResult>(ctx, task, { method: method.name, given, parameters });
}

/**
 * The run that a text names: a `res_` handle, or METHOD:DATA for a method's run with its defaults. Refuses UnknownHandle
 * and what reading the data refuses (DataChanged); BadCall when the handle is of no run.
 */
export async function openRun(ctx: Ctx, ref: string): Promise<Run> {
  const spec = specOf(ref);
  if (spec !== undefined) {
    const data = await curvesOf(ctx, ref.slice(spec.name.length + 1));
    return runMethod(ctx, data, spec, parametersOf(spec, {}));
  }
  if (!/^[a-z]+_[0-9a-f]{12}$/.test(ref))
    throw new BadCall(`'${ref}' is neither the handle of a run (res_…) nor METHOD:DATA such as smoothing:demo:bumps`);
  const recipe = await (await ctx.store()).recipe(ref);
  if (recipe.op !== OP) throw new BadCall(`'${ref}' is no run of 'fda run-method'`);
  const method = methodNamed(String(recipe.method));
  const parameters = parametersOf(method, {}, recipe.parameters as Parameters);
  return runMethod(ctx, await curvesOf(ctx, String(recipe.of)), method, parameters);
}

/**
 * The curves that a text names: data, or a run that leaves curves behind. Refuses WrongLayout, and as `ctx.data` and
 * `openRun` do; BadCall for a run that leaves none.
 */
export async function curvesOf(ctx: Ctx, ref: string): Promise<CurveData> {
  if (!ref.startsWith("res_") && specOf(ref) === undefined) return requireCurves(await ctx.data(ref, { as: "curves" }));
  const run = await openRun(ctx, ref);
  const { name, leaves } = run.method;
  if (leaves === null) throw new BadCall(`'${ref}': ${name} leaves no curves behind, only tables of them`);
  return leftBy(run, leaves);
}

/** The rows of a run's field as curves, under the run's handle. */
export function leftBy({ result, result_id, curves }: Run, field: string): CurveData {
  const { values } = result.fields[field];
  return {
    layout: "curves",
    label: `${result_id} (${field})`,
    handle: result_id,
    curves: curves.names.map((name, i) => ({
      name,
      t: curves.t,
      v: Float64Array.from(values[i]),
      group: curves.groups[i],
    })),
    shared_grid: true,
  };
}

/** True for a text that names a run rather than data. */
export function isRun(ref: string): boolean {
  return ref.startsWith("res_") || specOf(ref) !== undefined;
}

function specOf(ref: string): Method | undefined {
  return METHODS.find(({ name }) => ref.toLowerCase().startsWith(`${name}:`));
}

/** Progress and cancellation for a method. */
export function stepOf(ctx: Ctx, what: string): Step {
  return async (done, total) => {
    ctx.progress(done, total, what);
    await ctx.tick();
  };
}
