import { didYouMean, nearest } from "../contract/closest.ts";
import { BadCall } from "../contract/outcome.ts";
import type { Component, ComponentFacts, ObjectType, Plain } from "./component.ts";

/** What is known of a component without importing it: the build writes one of these a component. */
export interface ListedComponent
  extends Pick<ComponentFacts, "name" | "summary" | "source" | "tags" | "refuses" | "example"> {
  aliases: string[];
  object_type: ObjectType;
  parameters: ListedParameter[];
}

/** A parameter as it is described to people. */
export interface ListedParameter {
  name: string;
  about: string;
  required: boolean;
  default: Plain;
  /** JSON Schema of its values; a nested component is `{component: "forecaster"}`. */
  schema: Record<string, unknown>;
}

interface Listed {
  facts: ListedComponent;
  load(): Promise<{ default: Component }>;
}

/** Every component, by name. */
export async function listComponents(): Promise<ListedComponent[]> {
  return (await listed()).map(({ facts }) => facts);
}

/** The component of a name or an alias. BadCall UnknownComponent with the three nearest names. */
export async function loadComponent(name: string): Promise<Component> {
  return (await (await findListed(name)).load()).default;
}

/** What is listed of the component of a name or an alias. BadCall as `loadComponent`. */
export async function describeNamed(name: string): Promise<ListedComponent> {
  return (await findListed(name)).facts;
}

async function listed(): Promise<Listed[]> {
  return (await import("liquet:components")).components;
}

async function findListed(name: string): Promise<Listed> {
  const all = await listed();
  const wanted = plain(name);
  const found = all.find(({ facts }) => [facts.name, ...facts.aliases].some((each) => plain(each) === wanted));
  if (found) return found;
  const names = all.flatMap(({ facts }) => [facts.name, ...facts.aliases]);
  throw new BadCall(
    `UnknownComponent: no component is named '${name}'; nearest are ${nearest(name, names, 3).join(", ")}; see 'liquet forecast query-registry'`,
  );
}

/** Case and underscores never matter, and `naive` is NaiveForecaster. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("_", "")
    .replace(/forecaster$/, "");
}

/** A parameter's name that a component does not have, as a bad call. */
export function unknownParameter(component: string, name: string, known: string[]): BadCall {
  const has = known.length === 0 ? "it has none" : `it has ${known.join(", ")}`;
  return new BadCall(`spec: ${component} has no parameter '${name}'${didYouMean(name, known)}; ${has}`);
}
