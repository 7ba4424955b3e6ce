import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { World } from "./cli.ts";
import { quietCtx } from "./invoke.ts";
import { type Changes, type Core, openChanges } from "./mcp/core.ts";
import { type ExperimentChanges, experimentChanges, type Known } from "./mcp/experiment-changes.ts";
import { liquetCore } from "./mcp/liquet-core.ts";
import { sdkServer } from "./mcp/sdk-v1.ts";
import type { ServerSettings } from "./mcp-settings.ts";
import { toolWorkers } from "./tool-workers.ts";
import { inStore, listTools, type Tool } from "./tools.ts";

export { mayWrite } from "./tools.ts";

/** What the connections of one process share: the settings, the table of tools and the worker threads. */
export interface Host {
  world: World;
  settings: ServerSettings;
  /** The tools on offer; their schemas are read when first asked for, not before a server answers. */
  offered(): Promise<Tool[]>;
  callInWorker: ReturnType<typeof toolWorkers>;
  /** Tells every connection of what calls of any of them have changed. */
  changes: Changes;
  experiments: ExperimentChanges;
  /** The folder of the store for who calls: a subject's handles and jobs are no other's. Null: the store itself. */
  storeOf(auth: AuthInfo | undefined): Promise<string | null>;
}

/** Opens what connections share; a call may compute for `callLimit` seconds, 0 for any number. */
export function openHost(world: World, settings: ServerSettings, callLimit = 0): Host {
  const inside = { ...world, env: inStore(world.env, settings.store) };
  let read: Promise<Tool[]> | undefined;
  const changes = openChanges();
  return {
    world: inside,
    settings,
    offered: () => (read ??= toolsOf(settings)),
    callInWorker: toolWorkers(inside, callLimit),
    changes,
    experiments: experimentChanges(
      () => readExperiments(inside),
      async (changed) => (await world.files()).watchRecords(inside.env, changed),
      changes.tell,
    ),
    async storeOf(auth) {
      const part = auth?.extra?.part;
      return typeof part === "string" ? (await world.files()).storePart(inside.env, part) : null;
    },
  };
}

async function readExperiments(world: World): Promise<Known> {
  const ctx = await quietCtx(world, { env: world.env, roots: [], signal: new AbortController().signal });
  const all = await ctx.records(null, "read", (records) => records.list("all"));
  return new Map(all.map((each) => [each.experiment_id, { status: each.status, row: JSON.stringify(each) }]));
}

async function toolsOf(settings: ServerSettings): Promise<Tool[]> {
  const { tools } = await import("liquet:tools");
  const shell = settings.allowShell ? [(await import("./mcp/shell-tool.ts")).SHELL] : [];
  return [...listTools(tools, settings), ...shell];
}

/** Why the caller may not make this call of a tool, or null when it may. */
export type Permit = (tool: Tool, args: Record<string, unknown>, auth: AuthInfo | undefined) => string | null;

/** What a connection offers to whoever `permit` lets; whoever may start a process may call every tool. */
export function coreOf(host: Host, permit: Permit = () => null): Core {
  return liquetCore(host, permit);
}

/** The SDK server of one connection, not yet connected to its transport. Whoever may start a process may call every tool. */
export function createServer(host: Host, permit: Permit = () => null): Server {
  return sdkServer(coreOf(host, permit));
}
