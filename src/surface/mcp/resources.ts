import { isHandle, kindOf } from "../../contract/handle.ts";
import {
  type CallResult,
  Fault,
  INVALID_PARAMS,
  RESOURCE_NOT_FOUND,
  type Resource,
  type ResourceContents,
  type ResourceTemplate,
} from "./core.ts";
import { SCHEMA_TEMPLATE } from "./schema-resource.ts";

/** Runs a reading command for the client at hand; null when this server does not offer it. */
export type CallCommand = (command: string, args: Record<string, unknown>) => Promise<CallResult | null>;

const JSON_TYPE = "application/json";

/** The command that describes an offer. */
export const DATASET = "experiment dataset";

/** Resources with an address of their own. The text of each is the answer of a command, byte for byte. */
export const STATIC_RESOURCES: (Resource & { command: string; arguments: Record<string, unknown> })[] = [
  {
    uri: "dataset://schema",
    name: "dataset-schema",
    title: "Columns of the offer data",
    description: "Tables, columns and what they mean, and where the rows come from.",
    mimeType: JSON_TYPE,
    command: DATASET,
    arguments: { part: "schema" },
  },
  {
    uri: "dataset://summary",
    name: "dataset-summary",
    title: "Summary of the offer data",
    description: "Units, redemption and spend of each arm of the offer, counted, not tested.",
    mimeType: JSON_TYPE,
    command: DATASET,
    arguments: { part: "summary" },
  },
  {
    uri: "experiment://index",
    name: "experiment-index",
    title: "Recorded experiments",
    description: "Every recorded experiment with its arms, looks and state.",
    mimeType: JSON_TYPE,
    command: "experiment list",
    arguments: { max_rows: "all" },
  },
];

type Variables = Record<string, string>;

interface TemplateRow extends ResourceTemplate {
  command: string;
  /** The arguments of the command, or null when the variables cannot name anything. */
  arguments(variables: Variables): Record<string, unknown> | null;
}

const TEMPLATES: TemplateRow[] = [
  {
    uriTemplate: "experiment://{experiment_id}",
    name: "experiment",
    title: "One recorded experiment",
    description: "Its definition, state and the looks taken at it.",
    mimeType: JSON_TYPE,
    command: "experiment show",
    arguments: ({ experiment_id }) => ({ experiment_id, results: "none" }),
  },
  {
    uriTemplate: "experiment://{experiment_id}/results",
    name: "experiment-results",
    title: "Results of one experiment",
    description: "The last look at each outcome, in full.",
    mimeType: JSON_TYPE,
    command: "experiment show",
    arguments: ({ experiment_id }) => ({ experiment_id, results: "last" }),
  },
  {
    uriTemplate: "liquet://data/{id}",
    name: "data",
    title: "Data behind a handle",
    description: "Labels, spacing, first and last rows and statistics of a data_… handle or demo:NAME.",
    mimeType: JSON_TYPE,
    command: "data inspect",
    arguments: ({ id }) =>
      (isHandle(id) && kindOf(id) === "data") || /^demo:[a-z0-9-]+$/.test(id) ? { data_handle: id } : null,
  },
  {
    uriTemplate: "liquet://result/{id}/{field}",
    name: "result",
    title: "A table of a functional run",
    description: "One field of a res_… handle, whole: every row and column.",
    mimeType: JSON_TYPE,
    command: "fda result",
    arguments: ({ id, field }) =>
      isHandle(id) && kindOf(id) === "res" ? { result_id: id, field, max_rows: "all", max_columns: "all" } : null,
  },
];

/** The templates whose command is offered, and the one that is about the tools themselves. */
export function templatesOf(offered: Set<string>): ResourceTemplate[] {
  const rows = TEMPLATES.filter(({ command }) => offered.has(command));
  return [...rows.map(({ command, arguments: _, ...template }) => template), SCHEMA_TEMPLATE];
}

/** The address of an experiment. */
export function experimentUri(id: string): string {
  return `experiment://${encodeURIComponent(id)}`;
}

/** One resource for each recorded experiment; none where experiments are not offered or their records cannot be read. */
export async function experimentResources(call: CallCommand): Promise<Resource[]> {
  const result = await call("experiment list", { max_rows: "all" });
  const experiments = (result?.structuredContent?.experiments ?? []) as { experiment_id: string; status: string }[];
  return experiments.map(({ experiment_id, status }) => ({
    uri: experimentUri(experiment_id),
    name: `experiment-${experiment_id}`,
    title: experiment_id,
    description: `Recorded experiment, ${status}.`,
    mimeType: JSON_TYPE,
  }));
}

/** What stands at an address. Fault when nothing does; a refusal for any other reason is an answer and is the text. */
export async function readResource(uri: string, call: CallCommand): Promise<ResourceContents[]> {
  const target = targetOf(uri);
  const result = target === null ? null : await call(target.command, target.arguments);
  if (result === null) throw new Fault(RESOURCE_NOT_FOUND, `no resource at ${uri}`, { uri });
  const [first] = result.content;
  const text = String(first.text ?? "");
  if (result.isError) throw new Fault(INVALID_PARAMS, text.replace(/^error: /, ""), { uri });
  const { error_type, cause } = result.structuredContent ?? {};
  if (error_type === "UnknownExperiment" || error_type === "UnknownHandle")
    throw new Fault(RESOURCE_NOT_FOUND, String(cause), { uri });
  return [{ uri, mimeType: JSON_TYPE, text }];
}

function targetOf(uri: string): { command: string; arguments: Record<string, unknown> } | null {
  const fixed = STATIC_RESOURCES.find((resource) => resource.uri === uri);
  if (fixed) return fixed;
  for (const { uriTemplate, command, arguments: argumentsOf } of TEMPLATES) {
    const variables = matched(uriTemplate, uri);
    const args = variables === null ? null : argumentsOf(variables);
    if (args !== null) return { command, arguments: args };
  }
  return null;
}

/** The variables of an address that a template fits; each is one segment, percent-decoded. */
function matched(template: string, uri: string): Variables | null {
  const names: string[] = [];
  const pattern = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return "([^/?#]+)";
  });
  const found = new RegExp(`^${pattern}$`).exec(uri);
  if (found === null) return null;
  try {
    return Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(found[i + 1])]));
  } catch {
    // A stray percent sign is no address.
    return null;
  }
}
