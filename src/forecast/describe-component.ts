import * as z from "zod/mini";
import type { Component, Plain } from "./component.ts";
import type { ListedComponent, ListedParameter } from "./registry.ts";

/** The facts of a component that can be listed without loading it; run by the build. */
export function describeComponent(component: Component): ListedComponent {
  const { name, aliases = [], object_type, summary, source, tags, refuses, example } = component;
  return { name, object_type, summary, source, aliases, tags, refuses, example, parameters: parametersOf(component) };
}

function parametersOf({ parameters }: Component): ListedParameter[] {
  const whole = z.toJSONSchema(parameters, { io: "input", unrepresentable: "any" });
  const required = new Set(whole.required);
  return Object.entries(whole.properties ?? {}).map(([name, property]) => {
    const { description = "", default: value = null, ...schema } = property as Record<string, unknown>;
    return {
      name,
      about: String(description),
      required: required.has(name),
      default: value as Plain,
      schema: tidied(schema) as Record<string, unknown>,
    };
  });
}

/** What says nothing that JSON does not say. */
function tidied(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tidied);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([, value]) => value !== Number.MAX_SAFE_INTEGER && value !== Number.MIN_SAFE_INTEGER)
      .map(([key, value]) => [key, tidied(value)]),
  );
}
