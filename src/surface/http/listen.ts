import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { BadCall } from "../../contract/outcome.ts";
import { Problem, problemBody, sendJson } from "./problem.ts";

/** How long a client may take. Milliseconds. */
export interface Patience {
  /** Until its headers are there. */
  headers: number;
  /** Until its request is there, body included; and until it has taken a whole answer. */
  request: number;
  /** How often slow ones are looked for. */
  look: number;
}

/** Longer than proxies keep a connection, so that it is never the server that closes one about to be used. */
const KEEP_ALIVE_MS = 75_000;

/** Connections that wait to be taken up: with Node's 511 some of a thousand clients at once are reset. */
const BACKLOG = 4096;

/** An HTTP server that answers every error as JSON; `handle` throws Problem for those it knows of. */
export function jsonServer(
  handle: (req: IncomingMessage, res: ServerResponse) => Promise<void>,
  { headers, request, look }: Patience,
  log: (line: string) => void,
): Server {
  const server = createHttpServer(
    {
      headersTimeout: headers,
      requestTimeout: request,
      connectionsCheckingInterval: look,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Finds clients that are gone without a word.
      keepAlive: true,
      keepAliveInitialDelay: 30_000,
    },
    (req, res) => {
      // Who does not take a whole answer in the time of a request is let go, with what is kept for it.
      res.once("prefinish", () => {
        const late = setTimeout(() => res.destroy(), request).unref();
        res.once("close", () => clearTimeout(late));
      });
      handle(req, res).catch((error: unknown) => refuse(req, res, error, log));
    },
  );
  server.on("clientError", answerBroken);
  return server;
}

/** Starts listening. BadCall when the port is taken or the address is not of this machine. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((listening, failed) => {
    server.once("error", failed).listen(port, host.replace(/^\[|\]$/g, ""), BACKLOG, () => {
      server.off("error", failed);
      listening();
    });
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE") throw new BadCall(`port ${port} is taken; choose another with --port`);
    if (error.code === "EACCES") throw new BadCall(`port ${port} may not be used; choose one above 1023 with --port`);
    if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
      throw new BadCall(`'${host}' is no address of this machine`);
    throw error;
  });
  return (server.address() as AddressInfo).port;
}

function refuse(req: IncomingMessage, res: ServerResponse, error: unknown, log: (line: string) => void): void {
  const { method } = req;
  if (error instanceof Problem) {
    log(`${method} ${error.status} ${error.message}`);
    sendJson(res, error.status, problemBody(error.message, error.code), error.headers);
    // What is left of the request is read and dropped, within its time: the next one on the connection stands behind it.
    req.resume();
    return;
  }
  // The client went away while it was read.
  if ((error as NodeJS.ErrnoException)?.code === "ECONNRESET" || req.destroyed) return void res.destroy();
  log(`internal error, please report it\n${(error as Error)?.stack ?? String(error)}`);
  sendJson(res, 500, problemBody("internal error", -32603));
}

/** What Node's parser refuses has no request to answer to. */
function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const [status, why] =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? ["408 Request Timeout", "the request took too long"]
      : error.code === "HPE_HEADER_OVERFLOW"
        ? ["431 Request Header Fields Too Large", "the headers are too long"]
        : ["400 Bad Request", "this is no HTTP request"];
  const body = problemBody(why);
  const headers = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`);
}
