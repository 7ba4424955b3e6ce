import { BadCall } from "../../contract/outcome.ts";
import { isLoopback } from "../auth/safe-url.ts";
import { type AuthSettings, type AuthWords, readAuthSettings } from "../auth/settings.ts";
import {
  collect,
  parseWords,
  protocolOption,
  readSettings,
  type ServerSettings,
  serverProgram,
  wholeNumber,
} from "../mcp-settings.ts";

/** How `liquet mcp --http` serves. */
export interface HttpSettings {
  server: ServerSettings;
  protocol: string;
  host: string;
  port: number;
  /** Null: everyone on this machine may call. */
  auth: AuthSettings | null;
  /** The address that clients use; null: the one that is listened at. */
  resource: URL | null;
  /** Beyond the names and pages that follow from the resource. */
  hosts: string[];
  origins: string[];
  mostSessions: number;
  /** Seconds. */
  sessionIdle: number;
  /** Requests a second. */
  rate: number;
  /** Seconds that a call may compute; 0: any number. */
  callLimit: number;
}

const NOTES = `
Every setting of tokens can stand in the environment: LIQUET_OAUTH_ISSUER,
_JWKS, _RESOURCE, _AUDIENCE, _SCOPES; names and pages in LIQUET_HTTP_HOSTS and
LIQUET_HTTP_ORIGINS, with commas between.
A call that only reads needs the scope liquet:read; one that writes needs
liquet:write, which includes reading.
Everyone with a token shares the folders and the experiment records. Handles and
jobs are each subject's own: they are in a part of liquet's store, which no
other subject lists, reads, cancels or releases.
As many calls compute at once as the machine has cores, at least two; subjects
take turns, and while others wait one subject is given at most all but one of
these places. Where all conversations are taken, one of the subject that has
most makes room for a subject that has none.
TLS is left to a proxy in front: this server speaks plain HTTP and belongs on
127.0.0.1 or behind one.
LIQUET_ALLOW_INSECURE_NO_AUTH=1 takes calls without a token, on this machine
alone.
`;

interface Words extends AuthWords {
  protocol: string;
  host: string;
  port: string;
  allowHost?: string[];
  allowOrigin?: string[];
  maxSessions: string;
  sessionIdle: string;
  rate: string;
  callLimit: string;
}

/** Reads the words after `mcp` and the environment; a string is the help page. Throws BadCall. */
export function readHttpSettings(words: string[], env: Record<string, string | undefined>): HttpSettings | string {
  const program = serverProgram("liquet mcp --http", "Serve the commands as MCP tools over HTTP, at /mcp.")
    .addOption(protocolOption())
    .option("--http", "Serve over HTTP instead of stdio.")
    .option("--host <name>", "Address to listen at.", "127.0.0.1")
    .option("--port <n>", "Port to listen at; 0: any that is free.", "8000")
    .option("--issuer <url>", "Whose tokens are taken: exactly the iss of a token.")
    .option("--jwks <url|file>", "The issuer's public keys.")
    .option("--resource <url>", "The address that clients use. Default: the one listened at.")
    .option("--audience <text>", "Exactly the aud of a token. Default: the resource.")
    .option(
      "--scopes <names>",
      "Other names of scopes: read=NAME,write=NAME,experiments_read=NAME,experiments_write=NAME.",
    )
    .option("--allow-host <name>", "Another Host to answer to, with its port. Repeatable.", collect)
    .option("--allow-origin <origin>", "A page that may call, as https://HOST. Repeatable.", collect)
    .option("--max-sessions <n>", "Conversations kept at once.", "2000")
    .option("--session-idle <seconds>", "A conversation unused for this long ends.", "1800")
    .option("--rate <n>", "Requests a second of one subject, in bursts of up to 20 seconds' worth.", "50")
    .option(
      "--call-limit <seconds>",
      "A call is ended after computing this long, one that writes between two steps; 0: never.",
      "300",
    );
  const page = parseWords(program, words);
  if (page !== null) return `${page}${NOTES}`;
  const said = program.opts<Words>();
  const server = readSettings(program);
  if (server.roots.length === 0)
    throw new BadCall("--http serves others, so it needs at least one --root: a folder that every path must lie in");
  const { auth, resource } = readAuthSettings(said, env, said.host);
  if (resource === null && !isLoopback(said.host))
    throw new BadCall(`--host ${said.host} is reached by others; state --resource, the https address that they use`);
  return {
    server,
    protocol: said.protocol,
    host: said.host,
    port: wholeNumber("port", said.port, 0, 65_535),
    auth,
    resource,
    hosts: [...(said.allowHost ?? []), ...listOf(env.LIQUET_HTTP_HOSTS)].map(hostName),
    origins: [...(said.allowOrigin ?? []), ...listOf(env.LIQUET_HTTP_ORIGINS)].map(originName),
    mostSessions: wholeNumber("max-sessions", said.maxSessions, 1, 100_000),
    sessionIdle: wholeNumber("session-idle", said.sessionIdle, 1, 86_400),
    rate: wholeNumber("rate", said.rate, 1, 1_000_000),
    callLimit: wholeNumber("call-limit", said.callLimit, 0, 86_400),
  };
}

function listOf(text: string | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}

function hostName(text: string): string {
  if (/^([\w.-]+|\[[0-9a-f:.]+\])(:\d+)?$/i.test(text)) return text.toLowerCase();
  throw new BadCall(`allow-host: '${text}' is no host name; write it like HOST or HOST:PORT, without https://`);
}

function originName(text: string): string {
  const { origin } = URL.canParse(text) ? new URL(text) : { origin: "null" };
  if (origin !== "null" && text.replace(/\/$/, "").toLowerCase() === origin) return origin;
  throw new BadCall(`allow-origin: '${text}' is no origin; write it like https://HOST`);
}
