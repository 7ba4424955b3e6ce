import type { ToolCall } from "./task.ts";

/** A message of the chat-completions protocol, as far as it is used here. */
export type Message =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string | null; tool_calls?: WireCall[] }
  | { role: "tool"; tool_call_id: string; content: string };

/** A call as the protocol writes it: arguments are a text. */
export interface WireCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

/** A tool as the protocol offers it. */
export interface WireTool {
  type: "function";
  function: { name: string; description?: string; parameters: unknown };
}

/** The next message of a model after the messages so far. */
export type Complete = (messages: Message[], tools: WireTool[]) => Promise<Extract<Message, { role: "assistant" }>>;

const TIMEOUT_MS = 180_000;
/** Waits before another try when the endpoint is busy. */
const WAITS_MS = [2000, 10_000, 30_000];

/** A model behind `BASE_URL/chat/completions`. Fails with the endpoint's own words. */
export function chatModel(baseUrl: string, model: string, key: string | undefined): Complete {
  const url = `${baseUrl.replace(/\/+$/, "")}/chat/completions`;
  const headers = { "content-type": "application/json", ...(key && { authorization: `Bearer ${key}` }) };
  return async (messages, tools) => {
    const body = JSON.stringify({ model, messages, tools });
    for (const wait of [...WAITS_MS, null]) {
      const response = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
      const text = await response.text();
      if (response.ok) return messageOf(text);
      const busy = response.status === 429 || response.status >= 500;
      if (!busy || wait === null) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 500)}`);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    throw new Error("unreachable");
  };
}

function messageOf(text: string): Extract<Message, { role: "assistant" }> {
  const { choices } = JSON.parse(text) as { choices?: { message: Extract<Message, { role: "assistant" }> }[] };
  const message = choices?.[0]?.message;
  if (message === undefined) throw new Error(`no message in the reply: ${text.slice(0, 500)}`);
  return message;
}

/** The call that a model wrote, or null when its arguments are no JSON object. */
export function readCall({ function: { name, arguments: text } }: WireCall): ToolCall | null {
  try {
    const args: unknown = JSON.parse(text === "" ? "{}" : text);
    if (typeof args !== "object" || args === null || Array.isArray(args)) return null;
    return { tool: name, arguments: args as Record<string, unknown> };
  } catch {
    return null;
  }
}
