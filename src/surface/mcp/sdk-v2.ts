import { randomBytes } from "node:crypto";
import type { ClientCapabilities, Server, ServerContext } from "@modelcontextprotocol/server";
import { BadCall } from "../../contract/outcome.ts";
import type { Asking, CallResult, ClientSide, Core, LogLevel } from "./core.ts";
import { type RequestState, repliesSoFar, stateAfter } from "./request-state.ts";
import { CAPABILITIES, completion, isAtLeast, page, subscribe } from "./wire.ts";

/** The package of the protocol of 2026-07-28, imported. */
export type SdkV2 = typeof import("@modelcontextprotocol/server");

/** How long a user may take over a question before the call has to be made anew. */
const STATE_SECONDS = 600;

/** Imports the package of the protocol of 2026-07-28. BadCall with the line that installs it where it is absent. */
export async function importSdkV2(): Promise<SdkV2> {
  try {
    return await import("@modelcontextprotocol/server");
  } catch {
    const install = "npm install @modelcontextprotocol/server@2.4.0";
    throw new BadCall(`--protocol: the optional package @modelcontextprotocol/server cannot be loaded; run ${install}`);
  }
}

/**
 * Makes the server of one connection for the protocol of 2026-07-28; connections of older protocols are served by the
 * same handlers. What a call was told so far travels through the client, signed with a key of this process. A server that
 * stands `alone` is made for one request: who listens for changes is told by other means.
 */
export function serverFactory(
  core: Core,
  sdk: SdkV2,
  { alone = false } = {},
): (context: { era: "legacy" | "modern" }) => Server {
  const codec = sdk.createRequestStateCodec<RequestState>({
    key: randomBytes(32),
    ttlSeconds: STATE_SECONDS,
    bind: ({ mcpReq, http }) => `${mcpReq.method}\0${String(http?.authInfo?.extra?.subject ?? "")}`,
  });
  return ({ era }) => {
    const { name, version, instructions } = core;
    const options = { capabilities: CAPABILITIES, instructions, requestState: { verify: codec.verify } };
    const server = new sdk.Server({ name, version }, options);
    const session: Session = { era, level: null, subscribed: new Set() };
    answerTools(server, core, sdk, (ctx, replies = {}) => clientSide(server, sdk, session, ctx, replies), codec.mint);
    answerLists(server, core, (ctx) => clientSide(server, sdk, session, ctx, {}));
    if (era === "legacy") answerSubscriptions(server, core, session);
    // What its client listens for is known to the SDK alone.
    else if (!alone) void core.attend();
    if (!alone) tellOfChanges(server, core, session);
    return server;
  };
}

interface Session {
  era: "legacy" | "modern";
  /** Of an older protocol: a level for the connection. The newer one states it with each request. */
  level: LogLevel | null;
  subscribed: Set<string>;
}

type SideOf = (ctx: ServerContext, replies?: Record<string, unknown>) => ClientSide;

function answerTools(
  server: Server,
  core: Core,
  sdk: SdkV2,
  side: SideOf,
  mint: (state: RequestState, ctx: ServerContext) => Promise<string>,
): void {
  server.setRequestHandler("tools/list", async () => ({ tools: await core.listTools() }));
  server.setRequestHandler("tools/call", async ({ params }, ctx) => {
    const call = { name: params.name, arguments: (params.arguments ?? {}) as Record<string, unknown> };
    const replies = repliesSoFar(call, ctx.mcpReq.requestState<RequestState>(), ctx.mcpReq.inputResponses ?? {});
    const outcome: CallResult | Asking = await core.callTool(call, side(ctx, replies));
    // The blocks are the protocol's own, which the SDK checks when it sends them.
    if (!("asking" in outcome)) return outcome as never;
    const { key, method, params: asked } = outcome.asking;
    return sdk.inputRequired({
      inputRequests: {
        [key]: { method, params: method === "elicitation/create" ? { mode: "form", ...asked } : asked } as never,
      },
      requestState: await mint(stateAfter(call, replies, key), ctx),
    });
  });
}

function answerLists(server: Server, core: Core, side: SideOf): void {
  server.setRequestHandler("resources/list", async ({ params }, ctx) => {
    const { items, nextCursor } = page(await core.listResources(side(ctx)), params?.cursor);
    return { resources: items, nextCursor };
  });
  server.setRequestHandler("resources/templates/list", async () => ({
    resourceTemplates: await core.listResourceTemplates(),
  }));
  server.setRequestHandler("resources/read", async ({ params }, ctx) => ({
    contents: await core.readResource(params.uri, side(ctx)),
  }));
  server.setRequestHandler("prompts/list", async () => ({ prompts: await core.listPrompts() }));
  server.setRequestHandler(
    "prompts/get",
    async ({ params }) => (await core.getPrompt(params.name, params.arguments ?? {})) as never,
  );
  server.setRequestHandler("completion/complete", async ({ params }, ctx) => {
    const about = { ref: params.ref, argument: params.argument, context: params.context?.arguments ?? {} };
    return { completion: completion(await core.complete(about, side(ctx))) };
  });
}

/** What only older protocols ask for; of the newer one, `subscriptions/listen` is answered by the SDK. */
function answerSubscriptions(server: Server, core: Core, session: Session): void {
  server.setRequestHandler("logging/setLevel", async ({ params }) => {
    session.level = params.level;
    return {};
  });
  server.setRequestHandler("resources/subscribe", async ({ params }) => {
    subscribe(session.subscribed, params.uri);
    await core.attend();
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", async ({ params }) => {
    session.subscribed.delete(params.uri);
    return {};
  });
}

function tellOfChanges(server: Server, core: Core, { era, subscribed }: Session): void {
  const stop = core.changes.listen((change) => {
    if (change.kind === "list") void server.sendResourceListChanged().catch(() => {});
    else if (era === "modern" || subscribed.has(change.uri))
      void server.sendResourceUpdated({ uri: change.uri }).catch(() => {});
  });
  server.onclose = stop;
}

function clientSide(
  server: Server,
  sdk: SdkV2,
  session: Session,
  { mcpReq, http }: ServerContext,
  replies: Record<string, unknown>,
): ClientSide {
  // The newer protocol states them with every request, the older ones once.
  const stated = (mcpReq.envelope as Record<string, ClientCapabilities> | undefined)?.[
    sdk.CLIENT_CAPABILITIES_META_KEY
  ];
  const { elicitation, sampling } = stated ?? server.getClientCapabilities() ?? {};
  const token = mcpReq._meta?.progressToken;
  let last = -1;
  return {
    signal: mcpReq.signal,
    auth: http?.authInfo,
    elicitation: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
    sampling: sampling !== undefined,
    replies,
    progress(done, total, message) {
      if (token === undefined || done <= last) return;
      last = done;
      const params = { progressToken: token, progress: done, total, message };
      void mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    },
    log(level, data) {
      // Silent until asked, in either way of asking.
      if (session.era === "legacy" && (session.level === null || !isAtLeast(level, session.level))) return;
      void mcpReq.log(level, data, "liquet").catch(() => {});
    },
  };
}
