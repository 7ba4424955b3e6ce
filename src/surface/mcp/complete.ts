import type { Ctx } from "../../contract/context.ts";
import { isHandle, kindOf } from "../../contract/handle.ts";
import { quietCtx } from "../invoke.ts";
import type { Host } from "../mcp-server.ts";
import { inStore } from "../tools.ts";
import { archivesLike } from "./archives-like.ts";
import { type ClientSide, type Completing, type Core, Fault, INVALID_PARAMS } from "./core.ts";
import { PROMPTS } from "./prompts.ts";
import { templatesOf } from "./resources.ts";

/** Every value there is for an argument; what has been typed chooses among them. */
type Source = (ctx: Ctx, about: Completing, host: Host, client: ClientSide) => Promise<string[]>;

const experiments =
  (key: "experiment_id" | "metric" | "population" | "audience"): Source =>
  async (ctx) => {
    const all = await ctx.records(null, "read", (records) => records.list("all"));
    // The latest first: they are what is being worked on.
    return all.reverse().flatMap((experiment) => experiment[key] ?? []);
  };

const handles =
  (kind: "data" | "res"): Source =>
  async (ctx) =>
    (await (await ctx.store()).list(kind)).map(({ handle }) => handle);

const demos =
  (layout: "series" | "curves"): Source =>
  async (ctx) => {
    const { demos } = await ctx.invoke("data list", { only: "demos" });
    return (demos as { ref: string; layout: string }[]).filter((demo) => demo.layout === layout).map(({ ref }) => ref);
  };

const files: Source = (ctx, { argument }, { settings }) => archivesLike(ctx, argument.value, settings.roots);

const several =
  (...sources: Source[]): Source =>
  async (...asked) =>
    (await Promise.all(sources.map((source) => source(...asked)))).flat();

const offerMetrics: Source = async () => ["redeemed", "post_spend"];

/** By the name of a prompt's argument or of a template's variable; `field` depends on which run is meant. */
const SOURCES: Record<string, Source> = {
  experiment_id: experiments("experiment_id"),
  metric: several(experiments("metric"), offerMetrics),
  population: experiments("population"),
  audience: experiments("audience"),
  archive: files,
  data: several(handles("data"), demos("series"), files),
  curves: several(handles("data"), demos("curves"), files),
  "liquet://data/{id}": several(handles("data"), demos("series"), demos("curves")),
  "liquet://result/{id}/{field}": handles("res"),
  tool: async (_ctx, _about, host) => (await host.offered()).map(({ name }) => name),
  field: async (_ctx, { context }, host, client) => fieldsOf(context.id, host, client),
  forecaster: async (ctx) => forecasters(ctx),
};

/** Completes arguments of the prompts and variables of the templates that are offered. */
export function completer(host: Host, commands: () => Promise<Set<string>>): Core["complete"] {
  return async (about, client) => {
    const source = await sourceOf(about, await commands());
    if (source === undefined) return [];
    const typed = about.argument.value.toLowerCase();
    const all = await source(await ctxOf(host, client), about, host, client).catch(() => []);
    const like = all.filter((value) => value.toLowerCase().includes(typed));
    const starts = (value: string) => value.toLowerCase().startsWith(typed);
    return [...like.filter(starts), ...like.filter((value) => !starts(value))];
  };
}

/** Fault when the prompt, the template or its argument is not there; undefined when nothing is known of its values. */
async function sourceOf({ ref, argument }: Completing, offered: Set<string>): Promise<Source | undefined> {
  const known =
    ref.type === "ref/prompt"
      ? PROMPTS.find(
          ({ name, commands }) => name === ref.name && commands.every((command) => offered.has(command)),
        )?.arguments.map(({ name }) => name)
      : templatesOf(offered)
          .find(({ uriTemplate }) => uriTemplate === ref.uri)
          ?.uriTemplate.match(/(?<=\{)\w+(?=\})/g);
  const what = ref.type === "ref/prompt" ? `prompt '${ref.name}'` : `resource template '${ref.uri}'`;
  if (!known) throw new Fault(INVALID_PARAMS, `unknown ${what}`);
  if (!known.includes(argument.name)) throw new Fault(INVALID_PARAMS, `${what} has no argument '${argument.name}'`);
  if (argument.name === "id" && ref.type === "ref/resource") return SOURCES[ref.uri];
  return SOURCES[argument.name];
}

async function ctxOf({ world, settings, storeOf }: Host, { signal, auth }: ClientSide): Promise<Ctx> {
  return quietCtx(world, { env: inStore(world.env, await storeOf(auth)), roots: settings.roots, signal });
}

/** What a run has left behind its handle. The run may be computed for it, so it is a call like another. */
async function fieldsOf(run: string | undefined, host: Host, { signal, auth }: ClientSide): Promise<string[]> {
  if (run === undefined || !isHandle(run) || kindOf(run) !== "res") return [];
  const { roots } = host.settings;
  const store = await host.storeOf(auth);
  const options = { roots, store, signal, allowWrite: false, allowNetwork: false, progress: () => {} };
  const subject = String(auth?.extra?.subject ?? "");
  const { structuredContent } = await host.callInWorker("fda build-diagnostics", { subject: run }, options, subject);
  return ((structuredContent?.tables ?? []) as { field: string }[]).map(({ field }) => field);
}

async function forecasters(ctx: Ctx): Promise<string[]> {
  const { results } = await ctx.invoke("forecast query-registry", { task: "forecaster", limit: 200 });
  return ((results ?? []) as { name: string }[]).map(({ name }) => name);
}
