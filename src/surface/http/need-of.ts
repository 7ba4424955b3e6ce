import type { Need } from "../auth/scopes.ts";
import { mayWrite } from "../mcp-server.ts";
import type { Tool } from "../tools.ts";

const ANY: Need = { access: "any", experiment: false };
const RANK = { any: 0, read: 1, write: 2 };

/** What a call of a tool needs. */
export function needOfCall(tool: Tool, args: Record<string, unknown>): Need {
  return { access: mayWrite(tool, args) ? "write" : "read", experiment: tool.command.startsWith("experiment ") };
}

/** What each message of a request's body needs, as far as it names something there is; the greatest need first. */
export function needsOf(body: unknown, tools: Tool[]): Need[] {
  const messages = Array.isArray(body) ? body : [body];
  return messages
    .map((message) => needOfMessage(message as Message, tools))
    .sort((a, b) => RANK[b.access] - RANK[a.access]);
}

type Message = {
  method?: unknown;
  params?: {
    name?: unknown;
    uri?: unknown;
    arguments?: unknown;
    ref?: { type?: unknown; uri?: unknown };
    notifications?: { resourceSubscriptions?: unknown };
  };
} | null;

/** Methods beside the calls of tools that show what is behind a name. */
const READING = ["resources/read", "resources/subscribe", "completion/complete"];

/** Resources of experiments and of the offer that they try. */
const EXPERIMENTS = /^(experiment|dataset):/;

function needOfMessage(message: Message, tools: Tool[]): Need {
  const params = message?.params;
  if (message?.method === "tools/call") {
    const tool = tools.find(({ name }) => name === params?.name);
    return tool ? needOfCall(tool, (params?.arguments ?? {}) as Record<string, unknown>) : ANY;
  }
  if (message?.method === "subscriptions/listen") {
    const uris = params?.notifications?.resourceSubscriptions ?? [];
    return { access: "read", experiment: Array.isArray(uris) && uris.every((uri) => EXPERIMENTS.test(String(uri))) };
  }
  if (!READING.includes(message?.method as string)) return ANY;
  if (message?.method !== "completion/complete")
    return { access: "read", experiment: EXPERIMENTS.test(String(params?.uri)) };
  // What a prompt's argument may be is not told by an address that stands beside its name.
  const { type, uri } = params?.ref ?? {};
  return { access: "read", experiment: type === "ref/resource" && EXPERIMENTS.test(String(uri)) };
}
