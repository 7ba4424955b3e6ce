import { version } from "liquet:version";
import { didYouMean } from "../../contract/closest.ts";
import { BadCall } from "../../contract/outcome.ts";
import { refuseOdd } from "../../contract/parse.ts";
import type { JsonSchema } from "../describe.ts";
import type { Host, Permit } from "../mcp-server.ts";
import { TookTooLong } from "../tool-workers.ts";
import { listTools, mayWrite, type Tool, type ToolOptions, type ToolResult } from "../tools.ts";
import { clientRequest, repliesOf } from "./client-requests.ts";
import { completer } from "./complete.ts";
import {
  type Asking,
  type CallResult,
  type ClientSide,
  type Core,
  Fault,
  INVALID_PARAMS,
  INVALID_REQUEST,
} from "./core.ts";
import { getPrompt, promptsOf } from "./prompts.ts";
import {
  type CallCommand,
  DATASET,
  experimentResources,
  readResource,
  STATIC_RESOURCES,
  templatesOf,
} from "./resources.ts";
import { risingProgress } from "./rising-progress.ts";
import { readSchema } from "./schema-resource.ts";

const INSTRUCTIONS =
  "Numbers from time series and experiments that can be defended. Read result_kind first: 'evidence' holds computed numbers " +
  "with their method and counts; 'refusal' is the answer that no honest number exists: tell the user its cause and remedy, do not retry unchanged.";

/** What liquet offers over MCP: its commands as tools, what they can read as resources, prompts that use them. */
export function liquetCore(host: Host, permit: Permit): Core {
  const callOffered = caller(host, permit);
  const commands = async () => new Set((await host.offered()).map(({ command }) => command));
  const read = reader(host, callOffered);
  const attend = async () => {
    if ((await commands()).has("experiment list")) await host.experiments.begin();
  };
  return {
    name: "liquet",
    version,
    instructions: INSTRUCTIONS,
    changes: host.changes,
    attend,
    async listTools() {
      return (await host.offered()).map(({ command, ...tool }) => tool);
    },
    async callTool({ name, arguments: args }, client) {
      const tool = (await host.offered()).find((offered) => offered.name === name);
      if (!tool) throw new Fault(INVALID_PARAMS, await whyUnknown(name));
      return callOffered(tool, args, client);
    },
    async listResources(client) {
      await attend();
      const offered = await commands();
      const fixed = STATIC_RESOURCES.filter(({ command }) => offered.has(command));
      return [
        ...fixed.map(({ command, arguments: _, ...resource }) => resource),
        ...(await experimentResources(read(client))),
      ];
    },
    listResourceTemplates: async () => templatesOf(await commands()),
    readResource: async (uri, client) =>
      (await readSchema(uri, await host.offered())) ?? readResource(uri, read(client)),
    listPrompts: async () => promptsOf(await commands()),
    getPrompt: async (name, args) => getPrompt(name, args, await commands()),
    complete: completer(host, commands),
  };
}

type CallOffered = (tool: Tool, args: Record<string, unknown>, client: ClientSide) => Promise<CallResult | Asking>;

/** Calls a tool for whoever may, tells of what it changed, and turns what it needs into a request of the protocol. */
function caller({ world, settings, experiments, callInWorker, storeOf }: Host, permit: Permit): CallOffered {
  return async (tool, args, client) => {
    const forbidden = permit(tool, args, client.auth);
    if (forbidden !== null) throw new Fault(INVALID_REQUEST, forbidden);
    const odd = badCallOf(() => refuseOdd(args));
    if (odd !== null) return odd;
    if (tool.name === "shell") return (await import("./shell-tool.ts")).callShell(args, world, client.signal);
    const options: ToolOptions = {
      roots: settings.roots,
      allowWrite: mayWrite(tool, args),
      allowNetwork: settings.allowNetwork,
      store: await storeOf(client.auth),
      signal: client.signal,
      progress: risingProgress(client.progress),
      log: (line) => client.log("info", line),
      abilities: { question: client.elicitation, writing: client.sampling },
      replies: repliesOf(client.replies),
    };
    const records = options.allowWrite && tool.command.startsWith("experiment ");
    if (records) await experiments.begin();
    const started = world.now().getTime();
    const subject = String(client.auth?.extra?.subject ?? "");
    const result = await callInWorker(tool.command, args, options, subject).catch(tooLong(tool, options.allowWrite));
    if (result.need) return { asking: clientRequest(result.need) };
    const outcome = result.isError ? "bad call" : result.structuredContent?.result_kind;
    client.log("debug", { tool: tool.name, outcome, ms: world.now().getTime() - started });
    if (records) await experiments.look(touchedBy(args, result));
    return result;
  };
}

/** The experiment whose look a call recorded: that may be one that was there, with another result. */
function touchedBy({ record_look, db }: Record<string, unknown>, { structuredContent }: ToolResult) {
  const recorded = structuredContent?.result_kind === "evidence" && (db ?? null) === null;
  return recorded && typeof record_look === "string" ? record_look : undefined;
}

/** The answer of a step that throws BadCall; null when it does not. */
function badCallOf(step: () => void): CallResult | null {
  try {
    step();
    return null;
  } catch (error) {
    if (!(error instanceof BadCall)) throw error;
    return badCall(error.message);
  }
}

/** The answer to a call that was ended for taking too long, with what to do; rethrows what else broke it. */
function tooLong({ inputSchema }: Tool, wrote: boolean): (error: unknown) => ToolResult {
  return (error) => {
    if (!(error instanceof TookTooLong)) throw error;
    const { properties = {} } = inputSchema as JsonSchema;
    const job = Object.hasOwn(properties, "run_async") ? "start it as a job with run_async, or " : "";
    const left = wrote ? "; what it had written by then stays" : "";
    return badCall(`${error.message}; ${job}give it less${left}`);
  };
}

function badCall(line: string): ToolResult {
  return { content: [{ type: "text", text: `error: ${line}` }], isError: true };
}

/** A resource is what a reading command says; one that is not offered is not readable in this way either. */
function reader({ offered, settings }: Host, callOffered: CallOffered): (client: ClientSide) => CallCommand {
  return (client) => async (command, args) => {
    const tool = (await offered()).find((each) => each.command === command);
    if (tool === undefined) return null;
    // The offer that this server was started with stands in for the bundled one.
    const offer = command === DATASET ? { data_dir: settings.dataDir ?? null } : {};
    return withoutAsking(await callOffered(tool, { ...args, ...offer }, client));
  };
}

function withoutAsking(result: CallResult | Asking): CallResult {
  if ("asking" in result) throw new Error("what a resource reads asks nobody");
  return result;
}

/** Why a tool is not offered: it writes and this server may not, it is of another toolset, or there is none. */
async function whyUnknown(name: string): Promise<string> {
  const { tools } = await import("liquet:tools");
  const all = listTools(tools, { toolsets: null, allowWrite: true });
  if (name === "shell") return "tool 'shell' is not offered; start the server with --allow-shell";
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
