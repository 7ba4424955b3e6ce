import type { World } from "../cli.ts";
import { openHttp } from "./open-http.ts";
import { readHttpSettings } from "./settings.ts";

/** What calls that run get when the server is told to end. Milliseconds. */
const GRACE = 10_000;

/** `liquet mcp --http`: serves until told to end (SIGTERM, Ctrl-C). */
export async function serveHttp(words: string[], world: World): Promise<number> {
  const settings = readHttpSettings(words, world.env);
  if (typeof settings === "string") {
    world.stdout(settings);
    return 0;
  }
  const server = await openHttp(settings, world);
  const { auth } = settings;
  const whom = auth === null ? "everyone on this machine" : `those with a token of ${auth.issuer}`;
  if (auth === null)
    world.stderr(
      "liquet mcp: WARNING: LIQUET_ALLOW_INSECURE_NO_AUTH=1: no token is asked for, and every program and every user of this machine can call the tools and read what lies in the roots\n",
    );
  world.stderr(
    `liquet mcp: serving ${server.resource.href} for ${whom}, listening on ${settings.host}:${server.port}\n`,
  );
  await new Promise<void>((told) => {
    if (world.signal.aborted) told();
    world.signal.addEventListener("abort", () => told());
  });
  world.stderr("liquet mcp: going down\n");
  await server.close(GRACE);
  // Whatever a cancelled call still holds must not keep the process alive.
  process.exit(0);
}
