import type * as z from "zod/mini";
import { isSteps, type Step } from "./parameter.ts";
import { type ComponentSpec, isComponentSpec } from "./spec.ts";

/** Compositions that print as their operator where nothing but their parts is stated, with how tightly it binds. */
const OPERATORS: Record<string, { key: string; op: string; binds: number }> = {
  MultiplexForecaster: { key: "forecasters", op: " | ", binds: 1 },
  FeatureUnion: { key: "transformer_list", op: " + ", binds: 2 },
  TransformerPipeline: { key: "steps", op: " * ", binds: 3 },
  TransformedTargetForecaster: { key: "steps", op: " * ", binds: 3 },
  ForecastingPipeline: { key: "steps", op: " ** ", binds: 4 },
};

/**
 * The one text of a specification: registry order of parameters, defaults left out, single quotes, tuples as
 * `(1, 1, 1)`. Reading it gives the same component and prints the same text.
 */
export function printSpec(spec: ComponentSpec, within = 0): string {
  const stated = Object.keys(spec.component.parameters.shape).filter((key) => isStated(spec, key));
  const operator = OPERATORS[spec.component.name];
  if (operator !== undefined && stated.length === 1 && stated[0] === operator.key) {
    const text = withOperator(spec.params[operator.key] as Step[], operator);
    if (text !== null) return operator.binds <= within ? `(${text})` : text;
  }
  const args = stated.map((key) => `${key}=${printValue(spec.params[key], spec.component.parameters.shape[key])}`);
  return `${spec.component.name}(${args.join(", ")})`;
}

function withOperator(steps: Step[], { op, binds }: { op: string; binds: number }): string | null {
  const plain = unnamed(steps);
  if (plain === null || plain.length < 2 || (op === " ** " && plain.length !== 2)) return null;
  return plain.map((spec) => printSpec(spec, binds)).join(op);
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
