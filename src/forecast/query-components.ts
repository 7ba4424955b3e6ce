import { didYouMean } from "../contract/closest.ts";
import { BadCall } from "../contract/outcome.ts";
import type { ObjectType } from "./component.ts";
import { type ListedComponent, listComponents } from "./registry.ts";

/** The tags of components: what they mean and which kinds have them. */
const TAGS: Record<string, { description: string; applies_to: ObjectType[] }> = {
  object_type: { description: "what the component is for", applies_to: [] },
  "capability:pred_int": { description: "gives intervals and quantiles", applies_to: ["forecaster"] },
  "capability:exogenous": { description: "uses explaining columns", applies_to: ["forecaster", "transformer"] },
  "capability:missing_values": { description: "understands missing values", applies_to: ["forecaster", "transformer"] },
  "capability:forecasts_exogenous": {
    description: "forecasts the explaining columns itself",
    applies_to: ["forecaster"],
  },
  "capability:update": { description: "takes new rows without estimating anew", applies_to: ["forecaster"] },
};

/** A component as a search lists it. */
export interface FoundComponent {
  name: string;
  task: string;
  summary: string;
  /** The tags that it has. */
  tags: string[];
}

/** What a search asks for. */
export interface ComponentQuery {
  query: string | undefined;
  task: ObjectType | undefined;
  tags: Record<string, boolean | string>;
}

/** The tags, those that hold the word when one is given. */
export function describeTags(query: string | undefined) {
  const word = query?.toLowerCase() ?? "";
  return Object.entries(TAGS)
    .map(([tag, facts]) => ({ tag, ...facts }))
    .filter(({ tag, description }) => `${tag} ${description}`.toLowerCase().includes(word))
    .sort((a, b) => (a.tag < b.tag ? -1 : 1));
}

/** Components that match: exact names, then names that start with the word, hold it, then descriptions; each by name. */
export async function queryComponents({ query, task, tags }: ComponentQuery): Promise<FoundComponent[]> {
  for (const tag of Object.keys(tags))
    if (!Object.hasOwn(TAGS, tag))
      throw new BadCall(`tags: no tag is named '${tag}'${didYouMean(tag, Object.keys(TAGS))}; see --task tag`);
  return (await listComponents())
    .filter((component) => task === undefined || component.object_type === task)
    .filter((component) =>
      Object.entries(tags).every(([tag, value]) => String(tagOf(component, tag)) === String(value)),
    )
    .map((component) => ({ component, rank: rankOf(component, query?.toLowerCase()) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank || (a.component.name.toLowerCase() < b.component.name.toLowerCase() ? -1 : 1))
    .map(({ component: { name, object_type, summary, tags: own } }) => ({
      name,
      task: object_type,
      summary,
      tags: Object.entries(own).flatMap(([tag, has]) => (has ? [tag] : [])),
    }));
}

function tagOf(component: ListedComponent, tag: string): boolean | string {
  if (tag === "object_type") return component.object_type;
  return component.tags[tag as keyof ListedComponent["tags"]] ?? false;
}

const NO_MATCH = 5;

function rankOf({ name, aliases, summary, source }: ListedComponent, word: string | undefined): number {
  if (word === undefined) return 0;
  const names = [name, ...aliases].map((each) => each.toLowerCase());
  if (names.includes(word)) return 0;
  if (names.some((each) => each.startsWith(word))) return 1;
  if (names.some((each) => each.includes(word))) return 2;
  return `${summary} ${source}`.toLowerCase().includes(word) ? 3 : NO_MATCH;
}
