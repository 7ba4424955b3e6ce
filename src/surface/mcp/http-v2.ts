import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import type { Core } from "./core.ts";
import { type SdkV2, serverFactory } from "./sdk-v2.ts";

/** Answers single HTTP requests of the protocol of 2026-07-28, in which there are no conversations. */
export interface RequestHandler {
  answer(request: Request, body: unknown, auth: AuthInfo | undefined): Promise<Response>;
  /** Ends the streams of those who listen for changes. */
  close(): Promise<void>;
}

/** Opens the handler. Older protocols are refused here: a server that speaks them too has told them apart before. */
export function openRequestHandler(core: Core, sdk: SdkV2, onerror: (error: Error) => void): RequestHandler {
  const handler = sdk.createMcpHandler(serverFactory(core, sdk, { alone: true }), { legacy: "reject", onerror });
  const stop = core.changes.listen((change) => {
    if (change.kind === "list") handler.notify.resourcesChanged();
    else handler.notify.resourceUpdated(change.uri);
  });
  return {
    answer: (request, parsedBody, authInfo) => handler.fetch(request, { parsedBody, authInfo }),
    async close() {
      stop();
      await handler.close();
    },
  };
}
