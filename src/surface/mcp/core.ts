import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";

/**
 * What a server offers, in plain objects and in no SDK's words. An adapter (sdk-v1.ts, sdk-v2.ts) puts it on the wire of
 * one generation of the protocol; the conformance suite's fixtures are another Core.
 */
export interface Core {
  name: string;
  version: string;
  instructions: string;
  listTools(): Promise<WireTool[]>;
  callTool(call: ToolRequest, client: ClientSide): Promise<CallResult | Asking>;
  listResources(client: ClientSide): Promise<Resource[]>;
  listResourceTemplates(): Promise<ResourceTemplate[]>;
  readResource(uri: string, client: ClientSide): Promise<ResourceContents[]>;
  listPrompts(): Promise<Prompt[]>;
  getPrompt(name: string, args: Record<string, string>): Promise<PromptResult>;
  /** Every value that fits, the likeliest first; the adapter cuts them to what the protocol allows. */
  complete(about: Completing, client: ClientSide): Promise<string[]>;
  changes: Changes;
  /** Somebody may want to hear of changes: from now on those that other processes make are noticed too. */
  attend(): Promise<void>;
}

/** A tool as `tools/list` shows it. */
export interface WireTool {
  name: string;
  description: string;
  inputSchema: { type: "object"; [key: string]: unknown };
  annotations?: Record<string, unknown>;
}

export interface ToolRequest {
  name: string;
  arguments: Record<string, unknown>;
}

/** What a tool answers: blocks of the protocol, and for those who read it as data the document that the text holds. */
export interface CallResult {
  content: { type: string; [key: string]: unknown }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
}

/** The other end of one request, as far as a handler may know it. */
export interface ClientSide {
  signal: AbortSignal;
  auth: AuthInfo | undefined;
  /** What the client declared that it can be asked for. */
  elicitation: boolean;
  sampling: boolean;
  /** What the client answered so far, by the `key` of what it was asked. */
  replies: Record<string, unknown>;
  progress(done: number, total: number, label: string): void;
  log(level: LogLevel, data: unknown): void;
}

/** A handler that cannot go on without the client: ask this of it, and call again with the reply under `key`. */
export interface Asking {
  asking: ClientRequest;
}

export interface ClientRequest {
  key: string;
  method: "elicitation/create" | "sampling/createMessage";
  params: Record<string, unknown>;
}

export interface Resource {
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
}

export interface ResourceTemplate {
  uriTemplate: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
}

export type ResourceContents = { uri: string; mimeType?: string } & ({ text: string } | { blob: string });

export interface Prompt {
  name: string;
  title?: string;
  description: string;
  arguments?: { name: string; description: string; required?: boolean }[];
}

export interface PromptResult {
  description?: string;
  messages: { role: "user" | "assistant"; content: Record<string, unknown> & { type: string } }[];
}

/** An argument of a prompt, or a variable of a resource template, that is being typed. */
export interface Completing {
  ref: { type: "ref/prompt"; name: string } | { type: "ref/resource"; uri: string };
  argument: { name: string; value: string };
  /** The other arguments, as far as they are stated. */
  context: Record<string, string>;
}

/** Severities, the least severe first (RFC 5424, as the protocol has them). */
export const LOG_LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** A change that clients may want to hear of. */
export type Change = { kind: "list" } | { kind: "updated"; uri: string };

/** Tells every connection of this process of changes. */
export interface Changes {
  /** Returns what stops the listening. */
  listen(listener: (change: Change) => void): () => void;
  tell(change: Change): void;
}

/** Opens what tells connections of changes. */
export function openChanges(): Changes {
  const listeners = new Set<(change: Change) => void>();
  return {
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(change) {
      for (const listener of listeners) listener(change);
    },
  };
}

/** The codes of JSON-RPC and of the protocol. */
export const INVALID_PARAMS = -32602;
export const INVALID_REQUEST = -32600;
export const RESOURCE_NOT_FOUND = -32002;

/** A request that is answered with a protocol error; both SDKs take the code from the error. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly code: number;
  readonly data: Record<string, unknown> | undefined;
  constructor(code: number, message: string, data?: Record<string, unknown>) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
