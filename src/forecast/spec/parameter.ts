import * as z from "zod/mini";
import type { ObjectType } from "../component.ts";
import { type ComponentSpec, isComponentSpec, TYPE_WORDS } from "./spec.ts";

/** A parameter that holds a component of one of these types. */
export function componentOf(...types: ObjectType[]): z.ZodMiniType<ComponentSpec, ComponentSpec> {
  const words = types.map((type) => TYPE_WORDS[type]).join(" or ");
  const schema = z.custom<ComponentSpec>(
    (value) => isComponentSpec(value) && types.includes(value.component.object_type),
    { error: `expected ${words}` },
  );
  z.globalRegistry.add(schema, { component: types });
  return schema as unknown as z.ZodMiniType<ComponentSpec, ComponentSpec>;
}

/** A named part of a composition. */
export interface Step {
  name: string;
  spec: ComponentSpec;
}

/** A parameter that holds a list of components, each alone or as a tuple `("name", component)`; at least `least`. */
export function stepsOf(least: number, ...types: ObjectType[]): z.ZodMiniType<Step[], unknown> {
  const one = componentOf(...types);
  const named = z.tuple([z.string(), one]);
  const list = z.array(z.union([one, named])).check(z.minLength(least));
  const schema = z.pipe(
    list,
    z.transform((items) =>
      withNames(
        items.map((item) => (Array.isArray(item) ? { name: item[0], spec: item[1] } : { name: null, spec: item })),
      ),
    ),
  );
  z.globalRegistry.add(schema, { components: types });
  return schema as unknown as z.ZodMiniType<Step[], unknown>;
}

/** Parts without a name take their component's; a second one of the same name gets `_2`. */
function withNames(items: { name: string | null; spec: ComponentSpec }[]): Step[] {
  const seen = new Map<string, number>();
  return items.map(({ name, spec }) => {
    const base = name ?? spec.component.name;
    const n = (seen.get(base) ?? 0) + 1;
    seen.set(base, n);
    return { name: n === 1 ? base : `${base}_${n}`, spec };
  });
}

/** True for the list that `stepsOf` reads. */
export function isSteps(value: unknown): value is Step[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => isStep(item));
}

function isStep(value: unknown): value is Step {
  return (
    typeof value === "object" && value !== null && "name" in value && "spec" in value && isComponentSpec(value.spec)
  );
}

/** The season of a model: stated, or inferred from the calendar and a test when null. */
export const spField = z.nullable(z.int().check(z.gte(1), z.lte(10_000)));
