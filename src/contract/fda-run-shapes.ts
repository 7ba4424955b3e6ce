import * as z from "zod/mini";
import { curvesShape } from "./fda-shapes.ts";
import { field } from "./field.ts";
import { parseInput } from "./parse.ts";
import { labelled, partLines } from "./text.ts";

const count = z.int();
const cap = z.union([z.int().check(z.nonnegative()), z.literal("all")]);
const nonnegative = z.number().check(z.nonnegative());
const auto = z.literal("auto");
const positive = z.int().check(z.positive());
const optional = <S extends z.ZodMiniType>(schema: S, about: string) => field(z.optional(schema), about);

/** The methods of the loop, in the order of its registry. */
export const METHOD_NAMES = ["alignment", "fpca", "basis", "smoothing", "clustering", "depth"] as const;

/** The input field of a method. */
export const methodField = () => field(z.enum(METHOD_NAMES), "See 'fda list-capabilities'.");

/** The input field of curves that may come from a run. */
export const madeCurvesField = () => field(z.string(), "Curves: data_…, demo:NAME, a file, or a run (res_…).");

/** The input field of a run. */
export const runField = () => field(z.string(), "res_… handle, or METHOD:DATA for its default run.");

/** Parameters of all methods; each method takes its own and refuses the others. */
export const parameterFields = () => ({
  lambda: optional(z.union([nonnegative, auto]), "Price of roughness or warping."),
  n_basis: optional(z.int().check(z.gte(3), z.lte(500)), "smoothing: functions; basis: most tried."),
  n_comp: optional(positive, "fpca: components."),
  k: optional(positive, "clustering: clusters."),
  seed: optional(z.int().check(z.nonnegative()), "clustering: seed."),
  starts: optional(z.int().check(z.positive(), z.lte(1000)), "clustering: starts."),
  basis: optional(z.enum(["bspline", "fdars", "fourier"]), "smoothing, basis."),
  period: optional(z.union([z.number().check(z.positive()), auto]), "fourier: one cycle."),
  weights: optional(z.enum(["trapezoid", "simpson"]), "Rule for integrals."),
  criterion: optional(z.enum(["gcv", "aic", "bic", "cv"]), "smoothing; basis, which has cv too."),
  penalty_order: optional(z.union([z.int().check(z.gte(1), z.lte(3)), z.literal("harmonic")]), "smoothing: order."),
  band: optional(z.union([nonnegative, auto]), "alignment: steps or share."),
  max_iter: optional(positive, "alignment: rounds."),
  template_of: optional(z.union([positive, auto]), "alignment: curves of the mean."),
});

/** BadCall for values that the fields of parameters would not take; a name that is none of them is the method's to judge. */
export function requireParameters(given: Record<string, unknown>): void {
  const fields = parameterFields();
  const known = Object.entries(given).filter(([name]) => Object.hasOwn(fields, name));
  parseInput(z.strictObject(fields), Object.fromEntries(known));
}

/** The longest lists of a result. */
export const maxRowsField = () => field(z._default(cap, 20), "Most rows to give.");
export const maxColumnsField = () => field(z._default(cap, 21), "Most columns to give, evenly spread.");

const valueShape = z.union([z.number(), z.string()]);

/** Diagnostics by name. */
export const diagnosticsShape = z.record(z.string(), z.nullable(z.union([z.number(), z.boolean(), z.string()])));

/** A method's parameters by name. */
export const parametersShape = z.record(z.string(), valueShape);

/** What every answer about a run says of it. */
export const runShape = {
  result_id: z.string(),
  method: z.enum(METHOD_NAMES),
  parameters: parametersShape,
  ...curvesShape,
};

/** What a run has left behind its handle. */
export const fieldsShape = z.array(
  z.strictObject({ field: z.string(), n_rows: count, rows: z.string(), n_columns: count, columns: z.string() }),
);

/** `n_basis 15, lambda auto`, labelled, on as many lines as it needs. */
export function parameterLines(parameters: Record<string, number | string>): string[] {
  const said = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  return partLines(said.length === 0 ? ["defaults"] : said, 69).map((line, i) => labelled(i === 0 ? "with" : "", line));
}

/** A diagnostic for a person: six significant digits. */
export function shown(value: number | boolean | string | null | undefined): string {
  if (typeof value === "number") return String(Number(value.toPrecision(6)));
  return value === null || value === undefined ? "n/a" : String(value);
}

/** Diagnostics as lines of name and value; reasons stand in place of the values that are missing. */
export function diagnosticLines(diagnostics: Record<string, number | boolean | string | null>): string[] {
  const keys = Object.keys(diagnostics).filter((key) => !key.endsWith("_reason"));
  const width = Math.max(...keys.map((key) => key.length));
  return keys.map((key) => {
    const value = diagnostics[key];
    return `${key.padEnd(width)}  ${value === null ? `n/a: ${diagnostics[`${key}_reason`]}` : shown(value)}`;
  });
}
