import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  CompleteRequestSchema,
  type CreateMessageRequestParams,
  type ElicitRequestFormParams,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Asking, CallResult, ClientRequest, ClientSide, Core, LogLevel } from "./core.ts";
import { CAPABILITIES, completion, isAtLeast, page, subscribe } from "./wire.ts";

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** A client that asks again and again, or a person who takes longer than this, ends the call. */
const MOST_ROUNDS = 8;
const PERSON_MS = 600_000;

/** What a connection has asked to hear. */
interface Session {
  level: LogLevel | null;
  subscribed: Set<string>;
}

type SideOf = (extra: Extra, replies?: Record<string, unknown>) => ClientSide;

/** The server of one connection for protocols up to 2025-11-25, not yet connected to its transport. */
export function sdkServer(core: Core): Server {
  const { name, version, instructions } = core;
  const server = new Server({ name, version }, { capabilities: CAPABILITIES, instructions });
  const session: Session = { level: null, subscribed: new Set() };
  const side: SideOf = (extra, replies = {}) => clientSide(server, session, extra, replies);
  answerTools(server, core, side);
  answerResources(server, core, side);
  answerPrompts(server, core, side);
  answerSubscriptions(server, core, session);
  tellOfChanges(server, core, session.subscribed);
  return server;
}

function answerTools(server: Server, core: Core, side: SideOf): void {
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: await core.listTools() }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const call = { name: params.name, arguments: params.arguments ?? {} };
    return (await answered((replies) => core.callTool(call, side(extra, replies)), server, extra)) as CallToolResult;
  });
}

function answerResources(server: Server, core: Core, side: SideOf): void {
  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }, extra) => {
    const { items, nextCursor } = page(await core.listResources(side(extra)), params?.cursor);
    return { resources: items, nextCursor };
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, async () => ({
    resourceTemplates: await core.listResourceTemplates(),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, extra) => ({
    contents: await core.readResource(params.uri, side(extra)),
  }));
}

function answerPrompts(server: Server, core: Core, side: SideOf): void {
  server.setRequestHandler(ListPromptsRequestSchema, async () => ({ prompts: await core.listPrompts() }));
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => {
    // The messages are the protocol's own blocks, which the SDK checks when it sends them.
    return (await core.getPrompt(params.name, params.arguments ?? {})) as never;
  });
  server.setRequestHandler(CompleteRequestSchema, async ({ params }, extra) => {
    const about = { ref: params.ref, argument: params.argument, context: params.context?.arguments ?? {} };
    return { completion: completion(await core.complete(about, side(extra))) };
  });
}

function answerSubscriptions(server: Server, core: Core, session: Session): void {
  server.setRequestHandler(SetLevelRequestSchema, async ({ params }) => {
    session.level = params.level;
    return {};
  });
  server.setRequestHandler(SubscribeRequestSchema, async ({ params }) => {
    subscribe(session.subscribed, params.uri);
    await core.attend();
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, async ({ params }) => {
    session.subscribed.delete(params.uri);
    return {};
  });
}

/** Says what changed while the connection lives: lists to everyone, a resource to those who subscribed to it. */
function tellOfChanges(server: Server, core: Core, subscribed: Set<string>): void {
  const connect = server.connect.bind(server);
  server.connect = async (transport) => {
    const stop = core.changes.listen((change) => {
      if (change.kind === "list") void server.sendResourceListChanged().catch(() => {});
      else if (subscribed.has(change.uri)) void server.sendResourceUpdated({ uri: change.uri }).catch(() => {});
    });
    await connect(transport);
    const closed = transport.onclose;
    transport.onclose = () => {
      stop();
      closed?.();
    };
  };
}

function clientSide(server: Server, session: Session, extra: Extra, replies: Record<string, unknown>): ClientSide {
  const abilities = server.getClientCapabilities();
  const send = (notification: ServerNotification) => void extra.sendNotification(notification).catch(() => {});
  const token = extra._meta?.progressToken;
  let last = -1;
  return {
    signal: extra.signal,
    auth: extra.authInfo,
    // An empty declaration means forms: the only way to ask before there was another.
    elicitation:
      abilities?.elicitation !== undefined &&
      (abilities.elicitation.form !== undefined || abilities.elicitation.url === undefined),
    sampling: abilities?.sampling !== undefined,
    replies,
    progress(done, total, message) {
      if (token === undefined || done <= last) return;
      last = done;
      send({ method: "notifications/progress", params: { progressToken: token, progress: done, total, message } });
    },
    log(level, data) {
      // Silent until the client has asked for a level.
      if (session.level === null || !isAtLeast(level, session.level)) return;
      send({ method: "notifications/message", params: { level, logger: "liquet", data } });
    },
  };
}

/** Makes the call, asks the client for what it needs, and makes it again with the reply. */
async function answered(
  call: (replies: Record<string, unknown>) => Promise<CallResult | Asking>,
  server: Server,
  extra: Extra,
): Promise<CallResult> {
  const replies: Record<string, unknown> = {};
  for (let round = 0; round <= MOST_ROUNDS; round++) {
    const outcome = await call(replies);
    if (!("asking" in outcome)) return outcome;
    replies[outcome.asking.key] = await ask(server, outcome.asking, extra);
  }
  throw new Error(`the call asked for more than ${MOST_ROUNDS} replies`);
}

/** The client's reply; null when it gave none. A call that was cancelled meanwhile stays cancelled. */
async function ask(server: Server, { method, params }: ClientRequest, extra: Extra): Promise<unknown> {
  const options = { signal: extra.signal, timeout: PERSON_MS, relatedRequestId: extra.requestId };
  try {
    if (method === "sampling/createMessage")
      return await server.createMessage(params as CreateMessageRequestParams, options);
    return await server.elicitInput(params as ElicitRequestFormParams, options);
  } catch {
    extra.signal.throwIfAborted();
    return null;
  }
}
