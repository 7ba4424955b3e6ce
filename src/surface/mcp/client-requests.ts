import type { Need, Replies } from "../../contract/need.ts";
import type { ClientRequest } from "./core.ts";

/** What a command needs, as a request of the protocol. */
export function clientRequest(need: Need): ClientRequest {
  if (need.kind === "question") {
    const { message, fields, required } = need.question;
    return {
      key: need.key,
      method: "elicitation/create",
      params: { message, requestedSchema: { type: "object", properties: fields, required } },
    };
  }
  const { instructions, material, max_tokens } = need.task;
  return {
    key: need.key,
    method: "sampling/createMessage",
    params: {
      systemPrompt: instructions,
      messages: [{ role: "user", content: { type: "text", text: material } }],
      maxTokens: max_tokens,
      includeContext: "none",
    },
  };
}

/** A client's replies as commands take them: those to sampling become plain texts, the rest is as it came. */
export function repliesOf(wire: Record<string, unknown>): Replies {
  return Object.fromEntries(Object.entries(wire).map(([key, reply]) => [key, sampledText(reply) ?? reply]));
}

function sampledText(reply: unknown): { text: string; model: unknown } | null {
  const { role, content, model } = (reply ?? {}) as { role?: unknown; content?: unknown; model?: unknown };
  if (role === undefined) return null;
  const blocks = (Array.isArray(content) ? content : [content]) as { type?: unknown; text?: unknown }[];
  const texts = blocks.flatMap((block) =>
    block?.type === "text" && typeof block.text === "string" ? [block.text] : [],
  );
  return texts.length === 0 ? null : { text: texts.join("\n"), model };
}
