import { BadCall } from "../../contract/outcome.ts";
import { unknownParameter } from "../registry.ts";
import { isSteps, type Step } from "./parameter.ts";
import { withParameters } from "./resolve-spec.ts";
import { type ComponentSpec, isComponentSpec } from "./spec.ts";

/**
 * A specification with one parameter changed. The path joins names by two underscores, as in
 * `NaiveForecaster__sp` (a step by its name) or `forecaster__sp` (a part by its parameter); a step's name alone
 * replaces the step. BadCall for a path that leads nowhere.
 */
export function setParameter(spec: ComponentSpec, path: string, value: unknown): ComponentSpec {
  const { component, params } = spec;
  const keys = Object.keys(component.parameters.shape);
  if (keys.includes(path)) return withParameters(component, { ...given(params), [path]: value });
  for (const key of keys) {
    const part = params[key];
    if (isComponentSpec(part) && path.startsWith(`${key}__`))
      return withParameters(component, {
        ...given(params),
        [key]: setParameter(part, path.slice(key.length + 2), value),
      });
    if (!isSteps(part)) continue;
    const at = part.findIndex(({ name }) => path === name || path.startsWith(`${name}__`));
    if (at >= 0) return withParameters(component, { ...given(params), [key]: asGiven(changed(part, at, path, value)) });
  }
  throw unknownParameter(component.name, path, [...keys, ...keys.flatMap((key) => paths(key, params[key]))]);
}

function changed(steps: Step[], at: number, path: string, value: unknown): Step[] {
  const { name, spec } = steps[at];
  if (path !== name) return steps.with(at, { name, spec: setParameter(spec, path.slice(name.length + 2), value) });
  if (!isComponentSpec(value)) throw new BadCall(`spec: ${name} is a step, and can only become a component`);
  return steps.with(at, { name, spec: value });
}

/** Parameters as a specification states them: steps as tuples of name and component. */
function given(params: Record<string, unknown>): Record<string, unknown> {
  const stated = Object.entries(params).filter(([, value]) => value !== undefined);
  return Object.fromEntries(stated.map(([key, value]) => [key, isSteps(value) ? asGiven(value) : value]));
}

function asGiven(steps: Step[]): [string, ComponentSpec][] {
  return steps.map(({ name, spec }) => [name, spec]);
}

function paths(key: string, value: unknown): string[] {
  if (isComponentSpec(value)) return [`${key}__...`];
  return isSteps(value) ? value.map(({ name }) => `${name}__...`) : [];
}
