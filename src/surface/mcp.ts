import { version } from "liquet:version";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { Command as Commander, CommanderError } from "commander";
import { didYouMean } from "../contract/closest.ts";
import { BadCall } from "../contract/outcome.ts";
import type { World } from "./cli.ts";
import type { JsonSchema } from "./describe.ts";
import { toolsetNames } from "./registry.ts";
import { toolWorkers } from "./tool-workers.ts";
import { callTool, listTools, type Tool, type ToolOptions } from "./tools.ts";

const INSTRUCTIONS =
  "Numbers from time series and experiments that can be defended. Read result_kind first: 'evidence' holds computed numbers " +
  "with their method and counts; 'refusal' is the answer that no honest number exists: tell the user its cause and remedy, do not retry unchanged.";

/** `liquet mcp`: serves until the client goes. Only protocol lines reach stdout. */
export async function serve(words: string[], world: World): Promise<number> {
  const flags = serverFlags(words);
  if (typeof flags === "string") {
    world.stdout(flags);
    return 0;
  }
  for (const method of ["log", "info", "warn", "debug"] as const) {
    console[method] = (...parts: unknown[]) => world.stderr(`${parts.map(String).join(" ")}\n`);
  }
  const transport = new StdioServerTransport();
  const { store } = flags;
  const server = toolServer(store === null ? world : { ...world, env: { ...world.env, LIQUET_STORE: store } }, flags);
  await new Promise<void>((gone) => {
    // The client is gone when its end of stdin closes or the transport gives up (a line over its limit, a closed stdout).
    process.stdin.on("end", gone);
    process.stdin.on("close", gone);
    process.stdout.on("error", gone);
    server.onclose = gone;
    // A line that is no message, or longer than the transport takes, has no id to answer to: the log tells of it.
    server.onerror = (error) => world.stderr(`liquet mcp: ${error.message.replace(/\s+/g, " ").slice(0, 300)}\n`);
    world.signal.addEventListener("abort", () => gone());
    server.connect(transport).catch((error: unknown) => {
      world.stderr(`liquet mcp: ${String(error)}\n`);
      gone();
    });
  });
  await server.close().catch(() => {});
  // Whatever a cancelled call still holds must not keep an orphan alive.
  process.exit(0);
}

/** The SDK server of one connection. */
function toolServer(world: World, flags: ServerFlags): Server {
  const server = new Server({ name: "liquet", version }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  const inWorker = toolWorkers(world);
  let read: Promise<Tool[]> | undefined;
  // The schemas of all tools are read when a client asks, not before the server answers.
  const offered = () => (read ??= import("liquet:tools").then(({ tools }) => listTools(tools, flags)));
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: (await offered()).map(({ command, ...tool }) => tool),
  }));
  server.setRequestHandler(CallToolRequestSchema, async (request, extra): Promise<CallToolResult> => {
    const tool = (await offered()).find(({ name }) => name === request.params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, await whyUnknown(request.params.name));
    const token = request.params._meta?.progressToken;
    let last = -1;
    const options: ToolOptions = {
      roots: flags.root,
      allowWrite: flags.allowWrite,
      allowNetwork: flags.allowNetwork,
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
    const args = request.params.arguments ?? {};
    // What writes is not cut off in the middle: it runs here and stops between two steps.
    const result = mayWrite(tool, args)
      ? callTool(tool.command, args, world, options)
      : inWorker(tool.command, args, options);
    return (await result) as CallToolResult;
  });
  return server;
}

function mayWrite({ annotations, inputSchema }: Tool, args: Record<string, unknown>): boolean {
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

interface ServerFlags {
  root: string[];
  toolsets: string[] | null;
  allowWrite: boolean;
  allowNetwork: boolean;
  store: string | null;
}

/** Reads the words after `mcp`; a string is the help page. Throws BadCall. */
function serverFlags(words: string[]): ServerFlags | string {
  const collect = (value: string, before: string[] | undefined) => [...(before ?? []), value];
  const toolsets = toolsetNames();
  const program = new Commander("liquet mcp")
    .description("Serve the commands as MCP tools over stdio.")
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .allowExcessArguments(false)
    .option(
      "--root <dir>",
      "Folder that every path must lie in, links resolved. Repeatable. Default: anywhere.",
      collect,
    )
    .option("--toolsets <names>", `Comma-separated families to offer (${toolsets.join(", ")}). Default: all.`)
    .option("--allow-write", "Offer the tools and fields that write files.", false)
    .option("--allow-network", "Let tools read URLs and database servers.", false)
    .option("--store <dir>", "Folder of liquet's own store. Default: LIQUET_STORE, else in the user's cache folder.");
  try {
    program.parse(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.helpDisplayed") return program.helpInformation();
    throw new BadCall(`${error.message.replace(/^error: /, "").replace(/\s*\n\s*/g, " ")}; see 'liquet mcp --help'`);
  }
  const {
    root = [],
    toolsets: chosen,
    allowWrite,
    allowNetwork,
    store = null,
  } = program.opts<{
    root?: string[];
    toolsets?: string;
    allowWrite: boolean;
    allowNetwork: boolean;
    store?: string;
  }>();
  const names =
    chosen
      ?.split(",")
      .map((name) => name.trim())
      .filter(Boolean) ?? null;
  const unknown = names?.find((name) => !toolsets.includes(name));
  if (unknown !== undefined) throw new BadCall(`toolsets: '${unknown}' is none of ${toolsets.join(", ")}`);
  return { root, toolsets: names, allowWrite, allowNetwork, store };
}
