import * as z from "zod/mini";
import { BadCall } from "../../contract/outcome.ts";
import { parseInput } from "../../contract/parse.ts";
import type { Component, ObjectType } from "../component.ts";
import { reversibleOf } from "../compose/reversible.ts";
import { loadComponent, unknownParameter } from "../registry.ts";
import { parseSpec, type SpecNode } from "./parse-spec.ts";
import { type ComponentSpec, isComponentSpec, type SpecValue, TYPE_WORDS } from "./spec.ts";

/** Reads a specification to a component with all of its parameters. BadCall says what is wrong and where. */
export async function readSpec(text: string): Promise<ComponentSpec> {
  const value = await valueAt(parseSpec(text));
  if (isComponentSpec(value)) return value;
  throw new BadCall(`spec: '${text}' is a value, not a component; give one such as NaiveForecaster(sp=12)`);
}

/** The specification of a component of a type. BadCall where it is of another. */
export async function readSpecOf(text: string, type: ObjectType): Promise<ComponentSpec> {
  const spec = await readSpec(text);
  if (spec.component.object_type === type) return spec;
  throw new BadCall(
    `spec: ${spec.component.name} is ${TYPE_WORDS[spec.component.object_type]}, and ${TYPE_WORDS[type]} is needed`,
  );
}

async function valueAt(node: SpecNode): Promise<SpecValue> {
  switch (node.kind) {
    case "literal":
      return node.value;
    case "list":
      return Promise.all(node.items.map(valueAt));
    case "dict":
      return dictOf(node.entries);
    case "call":
      return called(node);
    case "unary":
      return unaryOf(node);
    case "binary":
      return binaryOf(node);
    case "subset":
      return subsetOf(node);
  }
}

async function dictOf(entries: [string, SpecNode][]): Promise<SpecValue> {
  const pairs = await Promise.all(entries.map(async ([key, value]) => [key, await valueAt(value)] as const));
  if (pairs.some(([key]) => key === "__proto__")) throw new BadCall("spec: '__proto__' cannot be a key");
  return Object.fromEntries(pairs);
}

async function called({ name, args }: Extract<SpecNode, { kind: "call" }>): Promise<ComponentSpec> {
  const component = await loadComponent(name);
  const order = Object.keys(component.parameters.shape);
  const given: Record<string, SpecValue> = {};
  let place = 0;
  for (const argument of args) {
    if (argument.name === null && Object.keys(given).length > place)
      throw new BadCall(`spec: ${component.name}: unnamed values come before named ones`);
    if (argument.name === null && place >= order.length)
      throw new BadCall(`spec: ${component.name} takes at most ${order.length} values`);
    const key = argument.name ?? order[place++];
    if (!order.includes(key)) throw unknownParameter(component.name, key, order);
    if (Object.hasOwn(given, key)) throw new BadCall(`spec: ${component.name} is given ${key} twice`);
    given[key] = await valueAt(argument.value);
  }
  return withParameters(component, given);
}

/** A component with stated parameters, checked by its schema, and defaults for the rest. */
export function withParameters(component: Component, given: Record<string, unknown>): ComponentSpec {
  // A null is a value here (None), where a command's null means "not stated".
  const nulls = Object.entries(given).filter(([, value]) => value === null);
  for (const [key] of nulls) {
    if (!z.safeParse(component.parameters.shape[key], null, { jitless: true }).success)
      throw new BadCall(`spec: ${component.name}: ${key}: cannot be None`);
  }
  try {
    const params = parseInput(component.parameters, given) as Record<string, unknown>;
    return { component, params: { ...params, ...Object.fromEntries(nulls) } };
  } catch (error) {
    if (error instanceof BadCall) throw new BadCall(`spec: ${component.name}: ${error.message}`);
    throw error;
  }
}

const isA = (spec: ComponentSpec, ...types: ObjectType[]) => types.includes(spec.component.object_type);

async function unaryOf({ op, of }: Extract<SpecNode, { kind: "unary" }>): Promise<ComponentSpec> {
  const inner = await componentFrom(of, `'${op}'`);
  const does = op === "-" ? "makes a transformer optional" : "turns a transformer round";
  if (!isA(inner, "transformer"))
    throw new BadCall(
      `spec: '${op}' ${does}, and ${inner.component.name} is ${TYPE_WORDS[inner.component.object_type]}`,
    );
  if (op === "-") return withParameters(await loadComponent("OptionalPassthrough"), { transformer: inner });
  if (inner.component.name === "InvertTransform") return inner.params.transformer as ComponentSpec;
  reversibleOf(inner);
  return withParameters(await loadComponent("InvertTransform"), { transformer: inner });
}

async function subsetOf({ of, columns, at }: Extract<SpecNode, { kind: "subset" }>): Promise<ComponentSpec> {
  const inner = await valueAt(of);
  const where = `'[' (character ${at + 1})`;
  if (!isComponentSpec(inner)) throw new BadCall(`spec: ${where} stands behind a transformer, not behind a value`);
  if (!isA(inner, "transformer"))
    throw new BadCall(
      `spec: ${where} chooses columns of a transformer, and ${inner.component.name} is ${TYPE_WORDS[inner.component.object_type]}`,
    );
  if (columns.length < 1 || columns.length > 2)
    throw new BadCall(
      `spec: ${where} holds the columns that go in and, after a comma, those that come out, not ${columns.length} parts; several are a list: [['a', 'b']]`,
    );
  const [into, out = null] = await Promise.all(columns.map(valueAt));
  if (into === null && out === null) return inner;
  const given = { transformer: inner, columns: into, columns_out: out };
  return withParameters(await loadComponent("ColumnSubset"), given);
}

async function binaryOf({ op, left, right }: Extract<SpecNode, { kind: "binary" }>): Promise<ComponentSpec> {
  const a = await componentFrom(left, `'${op}'`);
  const b = await componentFrom(right, `'${op}'`);
  const composite = compositeOf(op, a, b);
  if (composite === null)
    throw new BadCall(
      `spec: ${a.component.name} ${op} ${b.component.name} means nothing: ${TYPE_WORDS[a.component.object_type]} and ${TYPE_WORDS[b.component.object_type]}`,
    );
  return withParameters(await loadComponent(composite.name), composite.given);
}

async function componentFrom(node: SpecNode, where: string): Promise<ComponentSpec> {
  const value = await valueAt(node);
  if (isComponentSpec(value)) return value;
  throw new BadCall(`spec: ${where} stands between components, not beside ${JSON.stringify(value)}`);
}

/** What an operator makes of two components. */
function compositeOf(
  op: string,
  a: ComponentSpec,
  b: ComponentSpec,
): { name: string; given: Record<string, SpecValue> } | null {
  const bothTransform = isA(a, "transformer") && isA(b, "transformer");
  const flat = (name: string, key: string) => ({
    name,
    given: { [key]: [...partsOf(a, name, key), ...partsOf(b, name, key)] },
  });
  if (op === "*" && bothTransform) return flat("TransformerPipeline", "steps");
  if (
    op === "*" &&
    [a, b].every((s) => isA(s, "transformer", "forecaster")) &&
    !(isA(a, "forecaster") && isA(b, "forecaster"))
  )
    return flat("TransformedTargetForecaster", "steps");
  if (op === "**" && isA(a, "transformer") && isA(b, "forecaster")) return flat("ForecastingPipeline", "steps");
  if (op === "*" && isA(a, "param_est") && isA(b, "forecaster"))
    return { name: "PluginParamsForecaster", given: { param_est: a, forecaster: b } };
  if (op === "+" && bothTransform) return flat("FeatureUnion", "transformer_list");
  if (op === "|" && isA(a, "forecaster") && isA(b, "forecaster")) return flat("MultiplexForecaster", "forecasters");
  return null;
}

/** The parts of a composition of the same name, else the component itself: a * b * c is one list. */
function partsOf(spec: ComponentSpec, name: string, key: string): SpecValue[] {
  const inner = spec.component.name;
  const pipeline = name === "TransformedTargetForecaster" && inner === "TransformerPipeline";
  if (inner !== name && !pipeline) return [spec];
  const steps = spec.params[pipeline ? "steps" : key] as { spec: ComponentSpec }[];
  return steps.map((step) => step.spec);
}
