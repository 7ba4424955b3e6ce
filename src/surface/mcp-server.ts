import { version } from "liquet:version";
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { didYouMean } from "../contract/closest.ts";
import type { World } from "./cli.ts";
import type { JsonSchema } from "./describe.ts";
import type { ServerSettings } from "./mcp-settings.ts";
import { toolWorkers } from "./tool-workers.ts";
import { callTool, listTools, type Tool, type ToolOptions } from "./tools.ts";

const INSTRUCTIONS =
  "Numbers from time series and experiments that can be defended. Read result_kind first: 'evidence' holds computed numbers " +
  "with their method and counts; 'refusal' is the answer that no honest number exists: tell the user its cause and remedy, do not retry unchanged.";

/** What the connections of one process share: the settings, the table of tools and the worker threads. */
export interface Host {
  world: World;
  settings: ServerSettings;
  /** The tools on offer; their schemas are read when first asked for, not before a server answers. */
  offered(): Promise<Tool[]>;
  callInWorker: ReturnType<typeof toolWorkers>;
}

/** Opens what connections share. */
export function openHost(world: World, settings: ServerSettings): Host {
  const { store } = settings;
  const inside = store === null ? world : { ...world, env: { ...world.env, LIQUET_STORE: store } };
  let read: Promise<Tool[]> | undefined;
  return {
    world: inside,
    settings,
    offered: () => (read ??= import("liquet:tools").then(({ tools }) => listTools(tools, settings))),
    callInWorker: toolWorkers(inside),
  };
}

/** Why the caller may not make this call of a tool, or null when it may. */
export type Permit = (tool: Tool, args: Record<string, unknown>, auth: AuthInfo | undefined) => string | null;

/** The SDK server of one connection, not yet connected to its transport. Whoever may start a process may call every tool. */
export function createServer(host: Host, permit: Permit = () => null): Server {
  const { world, settings } = host;
  const server = new Server({ name: "liquet", version }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: (await host.offered()).map(({ command, ...tool }) => tool),
  }));
  server.setRequestHandler(CallToolRequestSchema, async (request, extra): Promise<CallToolResult> => {
    const tool = (await host.offered()).find(({ name }) => name === request.params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, await whyUnknown(request.params.name));
    const args = request.params.arguments ?? {};
    const forbidden = permit(tool, args, extra.authInfo);
    if (forbidden !== null) throw new McpError(ErrorCode.InvalidRequest, forbidden);
    const token = request.params._meta?.progressToken;
    let last = -1;
    const options: ToolOptions = {
      roots: settings.roots,
      allowWrite: settings.allowWrite,
      allowNetwork: settings.allowNetwork,
      signal: extra.signal,
      progress(done, total, label) {
        if (token === undefined || done <= last) return;
        last = done;
        void extra
          .sendNotification({
            method: "notifications/progress",
            params: { progressToken: token, progress: done, total, message: label },
          })
          .catch(() => {});
      },
    };
    // What writes is not cut off in the middle: it runs here and stops between two steps.
    const result = mayWrite(tool, args)
      ? callTool(tool.command, args, world, options)
      : host.callInWorker(tool.command, args, options);
    return (await result) as CallToolResult;
  });
  return server;
}

/** Whether this call of a tool changes something of the caller's: all of it does, or a field that is given does. */
export function mayWrite({ annotations, inputSchema }: Tool, args: Record<string, unknown>): boolean {
  const properties = (inputSchema as JsonSchema).properties ?? {};
  return !annotations.readOnlyHint || Object.keys(args).some((key) => properties[key]?.writes);
}

/** Why a tool is not offered: it writes and this server may not, it is of another toolset, or there is none. */
async function whyUnknown(name: string): Promise<string> {
  const { tools } = await import("liquet:tools");
  const all = listTools(tools, { toolsets: null, allowWrite: true });
  const there = all.find((tool) => tool.name === name);
  if (!there)
    return `unknown tool '${name}'${didYouMean(
      name,
      all.map((tool) => tool.name),
    )}`;
  return there.annotations.readOnlyHint
    ? `tool '${name}' is of a toolset that this server leaves out; start it with other --toolsets`
    : `tool '${name}' writes, and writing is not allowed on this server; start it with --allow-write`;
}
