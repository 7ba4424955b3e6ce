import type { Ctx } from "../../contract/context.ts";
import { BadCall } from "../../contract/outcome.ts";
import type { RefusalName } from "../../contract/refusals.ts";
import type { CurveData } from "../../series/dataset/dataset.ts";
import { BASES, type BasisRequest, requireBasis } from "../basis-of.ts";
import type { CurveMatrix } from "../curve-matrix.ts";
import type { FourierPenalty } from "../fourier-basis.ts";

/** What a method of the loop may be told. */
export type ParameterName =
  | "lambda"
  | "n_basis"
  | "n_comp"
  | "k"
  | "seed"
  | "starts"
  | "basis"
  | "weights"
  | "criterion"
  | "penalty_order"
  | "period"
  | "band"
  | "max_iter"
  | "template_of";

export type ParameterValue = number | string;

/** Every parameter of a method with its value. */
export type Parameters = Partial<Record<ParameterName, ParameterValue>>;

export interface Parameter {
  name: ParameterName;
  default: ParameterValue;
  /** What it may be, in words. */
  range: string;
  about: string;
}

/** A number, flag or word that a run is judged by; null has a sibling `<key>_reason`. */
export type Diagnostic = number | boolean | string | null;

/** A table of numbers that a run leaves behind: one row a curve, component or cluster. */
export interface ResultField {
  rows: string;
  row_names: string[];
  columns: string;
  column_names: (string | number)[];
  values: number[][];
}

/** What a method computes, as plain data. */
export interface MethodResult {
  diagnostics: Record<string, Diagnostic>;
  fields: Record<string, ResultField>;
}

/** One piece of advice: the numbers that triggered it, and the parameters that it would change. */
export interface Recommendation {
  rule: string;
  kind: "parameter" | "method" | "data";
  action: string;
  because: Record<string, number | boolean | string>;
  parameters: Parameters;
  /** Another method to run on the same curves first. */
  first?: string;
}

/** Told after each piece of work; may yield. */
export type Step = (done: number, total: number) => Promise<void>;

/** A method of the loop: one file, found by `METHODS`. */
export interface Method {
  name: string;
  computes: string;
  parameters: Parameter[];
  /** Whether a smaller or a larger value of a diagnostic is better; others have no direction. */
  better: Record<string, "smaller" | "larger">;
  /** Diagnostics that a parameter moves by itself, so that neither way is better when it changed. */
  moves?: Partial<Record<ParameterName, string[]>>;
  /** The field that is shown when none is named. */
  main: string;
  /** The field whose rows are the curves made of the curves, for another method to take up; null where there is none. */
  leaves: string | null;
  refuses: RefusalName[];
  /** What is said of a stated parameter that has no effect beside all the others; null when each has one. */
  idle?(stated: Parameters, all: Parameters): string | null;
  /** The fewest curves and points that it can work on. BadCall for parameters that never fit together. */
  needs(parameters: Parameters): { curves: number; points: number; what: string };
  run(curves: CurveMatrix, parameters: Parameters, step: Step, ctx: Pick<Ctx, "pool">): Promise<MethodResult>;
  /**
   * Runs curves on grids of their own, and leaves them on one; only for a method that can, with parameters that can.
   * `rules` are those that `advise` checks of such a run.
   */
  ownGrids?(parameters: Parameters): { run(data: CurveData): MethodResult; rules: string[] } | null;
  /** True for a run and advice that never yield: where curves are many they are left to a thread. */
  blocks?: true;
  /** Names of the rules that `advise` checks. */
  rules: string[];
  advise(
    curves: CurveMatrix,
    parameters: Parameters,
    result: MethodResult,
    step: Step,
    ctx: Pick<Ctx, "pool">,
  ): Promise<Recommendation[]>;
}

/**
 * A method's defaults, or `base`, with what is given over them. BadCall for a parameter that the method does not
 * have, or that would have no effect.
 */
export function parametersOf(method: Method, given: Parameters, base: Parameters = {}): Parameters {
  const names = method.parameters.map(({ name }) => name);
  const stated = (Object.keys(given) as ParameterName[]).filter((name) => given[name] !== undefined);
  const idle = stated.find((name) => !names.includes(name));
  if (idle !== undefined)
    throw new BadCall(`${idle}: ${method.name} has no such parameter; it has ${names.join(", ") || "none"}`);
  const all: Parameters = Object.fromEntries(
    method.parameters.map((p) => [p.name, given[p.name] ?? base[p.name] ?? p.default] as const),
  );
  const without = method.idle?.(given, all) ?? null;
  if (without !== null) throw new BadCall(without);
  return all;
}

/** A parameter that is a number. BadCall for a word. */
export function numberOf(parameters: Parameters, name: ParameterName): number {
  const value = parameters[name];
  if (typeof value === "number") return value;
  throw new BadCall(`${name}: expected a number, got '${value}'`);
}

/** A parameter that is a number, or null for `auto`. */
export function numberOrAuto(parameters: Parameters, name: ParameterName): number | null {
  return parameters[name] === "auto" ? null : numberOf(parameters, name);
}

/** The parameter of a Fourier series' length. */
export const PERIOD: Parameter = {
  name: "period",
  default: "auto",
  range: "a length, or auto",
  about: "fourier: one cycle; auto: the grid's length",
};

/** The parameters of a basis. BadCall for what does not go together. */
export function basisOf(parameters: Parameters, penalty_order: FourierPenalty): BasisRequest {
  const basis = wordOf(parameters, "basis", BASES);
  const request = {
    basis,
    n_basis: numberOf(parameters, "n_basis"),
    penalty_order,
    period: numberOrAuto(parameters, "period"),
  };
  requireBasis(request);
  return request;
}

/** A parameter that is one of some words. BadCall for another. */
export function wordOf<W extends string>(parameters: Parameters, name: ParameterName, words: readonly W[]): W {
  const word = words.find((each) => each === parameters[name]);
  if (word !== undefined) return word;
  throw new BadCall(`${name}: expected one of ${words.join(", ")}, got '${parameters[name]}'`);
}

/** A table of one row a curve over the grid. */
export function overGrid(
  curves: Pick<CurveMatrix, "t">,
  rows: string,
  row_names: string[],
  values: ArrayLike<number>[],
): ResultField {
  return {
    rows,
    row_names,
    columns: "grid",
    column_names: Array.from(curves.t),
    values: values.map((row) => Array.from(row)),
  };
}
