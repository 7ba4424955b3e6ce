import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { setTimeout as after } from "node:timers/promises";
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import type { Core } from "../mcp/core.ts";
import { openRequestHandler } from "../mcp/http-v2.ts";
import type { SdkV2 } from "../mcp/sdk-v2.ts";
import { Problem } from "./problem.ts";

/** The first protocol without conversations. */
const FIRST = "2026-07-28";
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

/** Streams on which one subject may listen for changes at once: each is a connection that stays open. */
const MOST_LISTENING = 50;

/** What serves requests of 2026-07-28 beside the conversations of older protocols. */
export interface Modern {
  /** No older protocol is spoken. */
  only: boolean;
  /** Answers a request that has been let through; `left`: milliseconds until nobody may listen any longer. */
  serve(req: IncomingMessage & { auth?: AuthInfo }, res: ServerResponse, body: unknown, left: number): Promise<void>;
  /** Waits until every call has its answer, at most `grace` milliseconds, and ends those who listen. */
  close(grace: number): Promise<void>;
}

/** Whether a request speaks that protocol or a later one: its header says so, or what its message carries. */
export function isModern(req: IncomingMessage, body: unknown): boolean {
  const header = req.headers["mcp-protocol-version"];
  if (header !== undefined) return String(header) >= FIRST;
  const meta = (body as { params?: { _meta?: unknown } } | null)?.params?._meta;
  return typeof meta === "object" && meta !== null && VERSION_KEY in meta;
}

/** Opens it over the package. */
export function openModern(core: Core, sdk: SdkV2, only: boolean, log: (line: string) => void): Modern {
  const handler = openRequestHandler(core, sdk, (error) => log(error.message.replace(/\s+/g, " ").slice(0, 300)));
  const running = new Set<Promise<void>>();
  const listening = new Map<unknown, number>();
  const listen = (subject: unknown, by: 1 | -1) => {
    const count = (listening.get(subject) ?? 0) + by;
    if (count > MOST_LISTENING)
      throw new Problem(429, `at most ${MOST_LISTENING} streams of changes at once`, { "retry-after": "60" });
    if (count > 0) listening.set(subject, count);
    else listening.delete(subject);
  };
  return {
    only,
    async serve(req, res, body, left) {
      // Gone while its request was looked at: nothing would tell of its end any more.
      if (res.destroyed) return;
      const listens = (body as { method?: unknown } | null)?.method === "subscriptions/listen";
      const subject = req.auth?.extra?.subject;
      if (listens) listen(subject, 1);
      const gone = new AbortController();
      const end = left < 2 ** 31 ? setTimeout(() => gone.abort(), left).unref() : undefined;
      // A client that stops listening has cancelled its call.
      res.once("close", () => {
        clearTimeout(end);
        gone.abort();
        if (listens) listen(subject, -1);
      });
      const request = new Request("http://127.0.0.1/mcp", {
        method: "POST",
        headers: headersOf(req),
        signal: gone.signal,
      });
      if (listens) await core.attend();
      const done = handler.answer(request, body, req.auth).then((response) => send(response, res, gone.signal));
      if (!listens) running.add(done);
      try {
        await done;
      } finally {
        running.delete(done);
      }
    },
    async close(grace) {
      await Promise.race([Promise.allSettled(running), after(grace, null, { ref: false })]);
      await handler.close();
    },
  };
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    // The token has been looked at and goes no further.
    if (name !== "authorization") for (const value of values) headers.append(name, value);
  }
  return headers;
}

async function send(response: Response, res: ServerResponse, signal: AbortSignal): Promise<void> {
  res.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) return void res.end();
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  // Whoever ended the stream, there is nobody left to tell.
  body.on("error", () => res.destroy());
  signal.addEventListener("abort", () => body.destroy());
  await new Promise<void>((closed) => {
    res.once("close", closed);
    body.pipe(res);
  });
}
