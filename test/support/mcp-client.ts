import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  type ClientCapabilities,
  type CreateMessageRequest,
  CreateMessageRequestSchema,
  type ElicitRequest,
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { root } from "./root.ts";
import { testStore } from "./run.ts";

export interface ClientOptions {
  cwd: string;
  args?: string[];
  env?: Record<string, string>;
  /** Answers a question; without it the client cannot be asked. */
  elicit?(request: ElicitRequest["params"]): Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Writes a text; without it the client has no model. */
  sample?(request: CreateMessageRequest["params"]): string;
}

/** A client of the SDK, connected to the built server over stdio, and what the server told it unasked. */
export async function connectClient({ cwd, args = [], env = {}, elicit, sample }: ClientOptions) {
  const capabilities: ClientCapabilities = {
    ...(elicit && { elicitation: {} }),
    ...(sample && { sampling: {} }),
  };
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  const told = { logs: [] as unknown[], updated: [] as string[], lists: 0 };
  if (elicit)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => (await elicit(params)) as { action: "accept" });
  if (sample) {
    client.setRequestHandler(CreateMessageRequestSchema, async ({ params }) => ({
      role: "assistant",
      model: "test-model",
      content: { type: "text", text: sample(params) },
    }));
  }
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void told.logs.push(params));
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void told.updated.push(params.uri));
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void told.lists++);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, "dist/liquet-mcp.js"), ...args],
    cwd,
    env: { LIQUET_STORE: testStore, ...env },
    stderr: "ignore",
  });
  await client.connect(transport);
  return { client, told };
}

/** The document and the text of a tool's answer. */
export async function callJson(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: args });
  const [{ text }] = result.content as { text: string }[];
  return { text, isError: result.isError, document: (result.structuredContent ?? {}) as Record<string, unknown> };
}
