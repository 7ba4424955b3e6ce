import type { IncomingMessage, ServerResponse } from "node:http";
import { type KeySetTimes, keySet } from "../auth/key-set.ts";
import { keyLoader } from "../auth/load-keys.ts";
import { isMetadataPath, resourceMetadata } from "../auth/resource-metadata.ts";
import { bracketed } from "../auth/safe-url.ts";
import { grants } from "../auth/scopes.ts";
import type { World } from "../cli.ts";
import type { Core } from "../mcp/core.ts";
import { sdkServer } from "../mcp/sdk-v1.ts";
import { importSdkV2 } from "../mcp/sdk-v2.ts";
import { coreOf, type Host, openHost, type Permit } from "../mcp-server.ts";
import { OLDER } from "../mcp-settings.ts";
import { inStore } from "../tools.ts";
import { type Bearer, missing } from "./bearer.ts";
import { type Endpoint, serveEndpoint } from "./endpoint.ts";
import { answerPage, gateOf, passGate } from "./gate.ts";
import { jsonServer, listen, type Patience } from "./listen.ts";
import { openModern } from "./modern.ts";
import { needOfCall } from "./need-of.ts";
import { Problem, sendJson } from "./problem.ts";
import { rateLimit } from "./rate-limit.ts";
import { openSessions } from "./sessions.ts";
import type { HttpSettings } from "./settings.ts";

const ENDPOINT = "/mcp";
const MOST_BYTES = 8 * 1024 * 1024;
const SWEEP_MS = 30_000;

/** Times that tests shorten. Milliseconds. */
export interface HttpTimes extends Patience, Pick<KeySetTimes, "maxAge" | "cooldown"> {}

const TIMES: HttpTimes = { headers: 10_000, request: 60_000, look: 1000, maxAge: 600_000, cooldown: 30_000 };

/** A server that listens. */
export interface HttpServer {
  port: number;
  resource: URL;
  sessions(): number;
  /** Takes no more requests, lets those that run end for `grace` milliseconds, then ends everything. */
  close(grace: number): Promise<void>;
}

/** Serves over HTTP until closed: liquet, or what another `makeCore` offers. Throws BadCall when it cannot. */
export async function openHttp(
  settings: HttpSettings,
  world: World,
  times: Partial<HttpTimes> = {},
  makeCore: typeof coreOf = coreOf,
): Promise<HttpServer> {
  const chosen = { ...TIMES, ...times };
  const log = (line: string) => world.stderr(`liquet mcp: ${line}\n`);
  await requireFolders(settings, world);
  await requireKeyFile(settings, world);
  const sdk = settings.protocol === OLDER ? null : await importSdkV2();
  let handle = async (_req: IncomingMessage, _res: ServerResponse) => {};
  const server = jsonServer((req, res) => handle(req, res), chosen, log);
  // A resource that was not stated is the address listened at, so the port comes first.
  const port = await listen(server, settings.host, settings.port);
  const resource = settings.resource ?? new URL(`http://${bracketed(settings.host)}:${port}${ENDPOINT}`);
  const bearer = bearerOf(settings, resource, world, chosen, log);
  const host = openHost(world, settings.server, settings.callLimit);
  const core = makeCore(host, permitOf(bearer));
  const modern = sdk && openModern(core, sdk, settings.protocol !== "auto", log);
  const endpoint = { ...openEndpoint(settings, bearer, host, core), modern };
  const { sessions } = endpoint;
  const gate = gateOf(settings, resource, port);
  let closing = false;
  handle = async (req, res) => {
    passGate(req, gate);
    if (closing) throw new Problem(503, "the server is going down", { connection: "close" });
    if (!answerPage(req, res)) await route(req, res, endpoint, settings, resource);
  };
  const sweeping = setInterval(sessions.sweep, SWEEP_MS).unref();
  return {
    port,
    resource,
    sessions: sessions.count,
    async close(grace) {
      closing = true;
      host.experiments.end();
      clearInterval(sweeping);
      const closed = new Promise<void>((done) => server.close(() => done()));
      await Promise.all([sessions.drain(grace), modern?.close(grace)]);
      await sessions.closeAll();
      server.closeAllConnections();
      await closed;
    },
  };
}

function openEndpoint(
  { mostSessions, sessionIdle, rate }: HttpSettings,
  bearer: Bearer | null,
  { offered, world: { now } }: Host,
  core: Core,
): Omit<Endpoint, "modern"> {
  return {
    bearer,
    sessions: openSessions(() => sdkServer(core), { most: mostSessions, idle: sessionIdle * 1000, now }),
    tools: offered,
    limit: rateLimit(rate, now),
    mostBytes: MOST_BYTES,
    now,
  };
}

async function route(
  req: IncomingMessage,
  res: ServerResponse,
  endpoint: Endpoint,
  { auth }: HttpSettings,
  resource: URL,
): Promise<void> {
  const [path, query] = (req.url ?? "").split("?", 2);
  if (path === ENDPOINT) {
    // A token there would stand in logs and in histories; nothing else belongs there either.
    if (query !== undefined)
      throw new Problem(400, "the endpoint takes no query; a token goes into the Authorization header");
    return serveEndpoint(req, res, endpoint);
  }
  if (auth === null || !isMetadataPath(path, resource, ENDPOINT))
    throw new Problem(404, `there is only ${ENDPOINT} here`);
  if (req.method !== "GET") throw new Problem(405, "the metadata takes GET", { allow: "GET" });
  sendJson(res, 200, `${JSON.stringify(resourceMetadata(resource, auth))}\n`);
}

/** BadCall for roots that are none, or that hold what the store keeps for each subject. */
async function requireFolders({ auth, server: { roots, store } }: HttpSettings, world: World): Promise<void> {
  const files = await world.files();
  files.requireRoots(roots);
  if (auth !== null) files.requireStoreOutside(inStore(world.env, store), roots);
}

/** BadCall for a key file that cannot be read now; an address may be there later. */
async function requireKeyFile({ auth }: HttpSettings, world: World): Promise<void> {
  if (typeof auth?.jwks === "string") await loaderOf(auth.jwks, world)();
}

function loaderOf(jwks: URL | string, world: World) {
  return keyLoader(jwks, async (path) => (await world.files()).readSmallText(path));
}

function bearerOf(
  { auth }: HttpSettings,
  resource: URL,
  world: World,
  { maxAge, cooldown }: HttpTimes,
  log: (line: string) => void,
): Bearer | null {
  if (auth === null) return null;
  const { now } = world;
  const keys = keySet(loaderOf(auth.jwks, world), { now, maxAge, cooldown });
  const { issuer, audience, scopes } = auth;
  return { issuer, audience: audience ?? resource.href, keys, now, scopes, resource, log };
}

/** The check inside: what the endpoint let through is looked at again where the tool is called. */
function permitOf(bearer: Bearer | null): Permit {
  if (bearer === null) return () => null;
  return (tool, args, auth) => {
    const need = needOfCall(tool, args);
    return grants(bearer.scopes, auth?.scopes ?? [], need)
      ? null
      : `insufficient_scope: ${missing(need, bearer.scopes)}`;
  };
}
