import type * as z from "zod/mini";
import { isSteps, type Step } from "./parameter.ts";
import { type ComponentSpec, isComponentSpec } from "./spec.ts";

/** Compositions that print as their operator where nothing but their parts is stated, with how tightly it binds. */
const OPERATORS: Record<string, Operator> = {
  MultiplexForecaster: { key: "forecasters", op: " | ", binds: 1, types: /^(f ){2,}$/ },
  FeatureUnion: { key: "transformer_list", op: " + ", binds: 2, types: /^(t ){2,}$/ },
  TransformerPipeline: { key: "steps", op: " * ", binds: 3, types: /^(t ){2,}$/ },
  TransformedTargetForecaster: { key: "steps", op: " * ", binds: 3, types: /^(t )*f (t )*$/ },
  ForecastingPipeline: { key: "steps", op: " ** ", binds: 4, types: /^t f $/ },
};

interface Operator {
  /** The parameter that holds the parts. */
  key: string;
  op: string;
  binds: number;
  /** Which transformers (t) and forecasters (f) the operator stands between. */
  types: RegExp;
}

/** Compositions whose parts become parts of an outer one when its operator is read. */
const FLATTENED: Record<string, string[]> = {
  TransformedTargetForecaster: ["TransformedTargetForecaster", "TransformerPipeline"],
};

/** `-T` and `~T` bind tighter than `*` and less than `**`. */
const MINUS = 3.5;

/** `T[columns]` binds tightest, and may stand behind another one. */
const SUBSET = 5;

/**
 * The one text of a specification: registry order of parameters, defaults left out, single quotes, tuples as
 * `(1, 1, 1)`. Reading it gives the same component and prints the same text.
 */
export function printSpec(spec: ComponentSpec, within = 0): string {
  const stated = Object.keys(spec.component.parameters.shape).filter((key) => isStated(spec, key));
  const found = withOperator(spec, stated);
  if (found !== null) return found.binds <= within ? `(${found.text})` : found.text;
  const args = stated.map((key) => `${key}=${printValue(spec.params[key], spec.component.parameters.shape[key])}`);
  return `${spec.component.name}(${args.join(", ")})`;
}

/** A composition as its operator writes it, where reading that gives the same again; else null. */
function withOperator({ component, params }: ComponentSpec, stated: string[]): { text: string; binds: number } | null {
  const { name } = component;
  const only = stated.join(" ");
  if (name === "OptionalPassthrough" && only === "transformer")
    return { text: `-${printSpec(params.transformer as ComponentSpec, 3)}`, binds: MINUS };
  if (name === "InvertTransform" && !isInvert(params.transformer as ComponentSpec))
    return { text: `~${printSpec(params.transformer as ComponentSpec, 3)}`, binds: MINUS };
  if (name === "ColumnSubset" && stated.length > 1) return { text: withColumns(params), binds: SUBSET };
  if (name === "PluginParamsForecaster" && only === "param_est forecaster") {
    const parts = [params.param_est, params.forecaster] as ComponentSpec[];
    return { text: parts.map((part) => printSpec(part, 3)).join(" * "), binds: 3 };
  }
  const operator = OPERATORS[name];
  if (operator === undefined || only !== operator.key) return null;
  const parts = unnamed(params[operator.key] as Step[]);
  if (parts === null || parts.length < 2 || !operator.types.test(letters(parts))) return null;
  if (parts.some((part) => (FLATTENED[name] ?? [name]).includes(part.component.name))) return null;
  return { text: parts.map((part) => printSpec(part, operator.binds)).join(operator.op), binds: operator.binds };
}

/** `~~T` reads as T, so one turned round twice is written by name. */
const isInvert = ({ component }: ComponentSpec) => component.name === "InvertTransform";

/** `T['a']`, `T[['a', 'b']]`, `T['a', 'out']` and `T[:, 'out']`: what goes in, and what is kept of what comes out. */
function withColumns({ transformer, columns, columns_out: out }: Record<string, unknown>): string {
  const print = (names: unknown) => {
    if (!Array.isArray(names)) return ":";
    return printValue(names.length === 1 ? names[0] : names, null);
  };
  const inner = printSpec(transformer as ComponentSpec, SUBSET - 1);
  return `${inner}[${print(columns)}${Array.isArray(out) ? `, ${print(out)}` : ""}]`;
}

function letters(parts: ComponentSpec[]): string {
  return parts.map(({ component }) => `${component.object_type[0]} `).join("");
}

/** The components of parts that have the names they would be given anyway; null where one was named by the caller. */
function unnamed(steps: Step[]): ComponentSpec[] | null {
  const seen = new Map<string, number>();
  for (const { name, spec } of steps) {
    const n = (seen.get(spec.component.name) ?? 0) + 1;
    seen.set(spec.component.name, n);
    if (name !== (n === 1 ? spec.component.name : `${spec.component.name}_${n}`)) return null;
  }
  return steps.map(({ spec }) => spec);
}

function isStated({ component, params }: ComponentSpec, key: string): boolean {
  const value = params[key];
  if (value === undefined) return false;
  const schema = component.parameters.shape[key] as z.core.$ZodType;
  const def = schema._zod.def as { type: string; defaultValue?: unknown };
  return def.type !== "default" || JSON.stringify(value) !== JSON.stringify(def.defaultValue);
}

function printValue(value: unknown, schema: z.core.$ZodType | null): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return quoted(value);
  if (isComponentSpec(value)) return printSpec(value);
  if (isSteps(value)) return printSteps(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => printValue(item, null));
    if (schema !== null && isTuple(schema)) return `(${items.join(", ")}${items.length === 1 ? "," : ""})`;
    return `[${items.join(", ")}]`;
  }
  return `{${Object.entries(value as object)
    .map(([key, item]) => `${quoted(key)}: ${printValue(item, null)}`)
    .join(", ")}}`;
}

function printSteps(steps: Step[]): string {
  const plain = unnamed(steps);
  const items =
    plain === null
      ? steps.map(({ name, spec }) => `(${quoted(name)}, ${printSpec(spec)})`)
      : plain.map((spec) => printSpec(spec));
  return `[${items.join(", ")}]`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t").replaceAll("\r", "\\r")}'`;
}

/** True where the schema, or an alternative of it, is a tuple. */
function isTuple(schema: z.core.$ZodType): boolean {
  const def = schema._zod.def as { type: string; innerType?: z.core.$ZodType; options?: z.core.$ZodType[] };
  if (def.type === "tuple") return true;
  if (def.innerType) return isTuple(def.innerType);
  return def.options?.some(isTuple) ?? false;
}
