import { randomBytes } from "node:crypto";
import { BadCall } from "../../contract/outcome.ts";
import type { World } from "../cli.ts";
import { listen } from "../http/listen.ts";
import { parseWords, quietProgram, wholeNumber } from "../mcp-settings.ts";
import { devIssuer, devIssuerUrl } from "./dev-issuer.ts";
import { requireSafeUrl } from "./safe-url.ts";
import { makeKey } from "./signing-key.ts";

const NOTES = `
For trying out alone: whoever holds the secret gets any token, and the keys are new at every start.
LIQUET_DEV_AUTH_SECRET holds the secret (at least 16 characters); without it one is made and printed.
`;

/** `liquet dev-auth`: an issuer on 127.0.0.1 until told to end. Prints what to paste. */
export async function devAuth(words: string[], world: World): Promise<number> {
  const program = quietProgram("liquet dev-auth", "Mint tokens on this machine, to try 'liquet mcp --http' with.")
    .option("--port <n>", "Port to listen at, on 127.0.0.1; 0: any that is free.", "9000")
    .option("--resource <url>", "Whom the tokens are for.", "http://127.0.0.1:8000/mcp");
  const page = parseWords(program, words);
  if (page !== null) {
    world.stdout(`${page}${NOTES}`);
    return 0;
  }
  const said = program.opts<{ port: string; resource: string }>();
  const wanted = wholeNumber("port", said.port, 0, 65_535);
  const { href: audience } = requireSafeUrl("resource", said.resource);
  const given = world.env.LIQUET_DEV_AUTH_SECRET || null;
  if (given !== null && !/^[\w.~+/-]{16,}=*$/.test(given))
    throw new BadCall("LIQUET_DEV_AUTH_SECRET: at least 16 letters, digits or . ~ + / - _");
  const secret = given ?? randomBytes(32).toString("base64url");
  let port = 0;
  const server = devIssuer({
    key: await makeKey(),
    secret,
    audience,
    now: world.now,
    log: (line) => world.stderr(`liquet dev-auth: ${line}\n`),
    port: () => port,
  });
  port = await listen(server, "127.0.0.1", wanted);
  world.stdout(paste(devIssuerUrl(port), audience, given === null ? secret : null));
  await new Promise<void>((told) => {
    if (world.signal.aborted) told();
    world.signal.addEventListener("abort", () => told());
  });
  server.close();
  server.closeAllConnections();
  return 0;
}

/** What a person copies: the server's settings, then how to get a token. A secret they gave themselves is not shown. */
function paste(url: string, audience: string, secret: string | null): string {
  return [
    "# the server, in another terminal",
    `export LIQUET_OAUTH_ISSUER=${url}`,
    `export LIQUET_OAUTH_JWKS=${url}/.well-known/jwks.json`,
    `export LIQUET_OAUTH_RESOURCE=${audience}`,
    "liquet mcp --http --root .",
    "",
    "# a token, in a third",
    ...(secret === null ? [] : [`export LIQUET_DEV_AUTH_SECRET=${secret}`]),
    `curl -s ${url}/token -H "Authorization: Bearer $LIQUET_DEV_AUTH_SECRET" -H 'Content-Type: application/json' -d '{"scope": "liquet:read", "sub": "me"}'`,
    "",
  ].join("\n");
}
