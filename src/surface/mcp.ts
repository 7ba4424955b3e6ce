import type { World } from "./cli.ts";
import type { Serving } from "./mcp/serve-v2.ts";
import { coreOf, createServer, type Host, openHost } from "./mcp-server.ts";
import { OLDER, parseWords, protocolOption, readSettings, serverProgram } from "./mcp-settings.ts";

/** `liquet mcp`: serves until the client goes. Only protocol lines reach stdout. */
export async function serve(words: string[], world: World): Promise<number> {
  const program = serverProgram(
    "liquet mcp",
    "Serve the commands as MCP tools over stdio; over HTTP with --http, which has a help page of its own.",
  ).addOption(protocolOption());
  const page = parseWords(program, words);
  if (page !== null) {
    world.stdout(page);
    return 0;
  }
  const settings = readSettings(program);
  (await world.files()).requireRoots(settings.roots);
  keepStdoutClean(world);
  const host = openHost(world, settings);
  const { protocol } = program.opts<{ protocol: string }>();
  // A line that is no message, or longer than the transport takes, has no id to answer to: the log tells of it.
  const onerror = (error: Error) => world.stderr(`liquet mcp: ${error.message.replace(/\s+/g, " ").slice(0, 300)}\n`);
  let leave = () => {};
  const gone = new Promise<void>((resolve) => {
    leave = resolve;
  });
  // The client is gone when its end of stdin closes or the transport gives up (a line over its limit, a closed stdout).
  process.stdin.on("end", leave).on("close", leave);
  process.stdout.on("error", leave);
  world.signal.addEventListener("abort", leave);
  const serving = await serveStdio(protocol, host, { gone: leave, onerror });
  await gone;
  await serving.close().catch(() => {});
  // Whatever a cancelled call still holds must not keep an orphan alive.
  process.exit(0);
}

/** What a package prints goes to stderr; thousands of answers may wait for stdout at once, each with a listener. */
function keepStdoutClean(world: World): void {
  for (const method of ["log", "info", "warn", "debug"] as const) {
    console[method] = (...parts: unknown[]) => world.stderr(`${parts.map(String).join(" ")}\n`);
  }
  process.stdout.setMaxListeners(0);
}

async function serveStdio(
  protocol: string,
  host: Host,
  ends: { gone(): void; onerror(error: Error): void },
): Promise<Serving> {
  if (protocol !== OLDER) {
    const { serveV2 } = await import("./mcp/serve-v2.ts");
    return serveV2(coreOf(host), { only: protocol !== "auto", ...ends });
  }
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  const server = createServer(host);
  server.onclose = ends.gone;
  server.onerror = ends.onerror;
  server.connect(new StdioServerTransport()).catch((error: unknown) => {
    ends.onerror(error as Error);
    ends.gone();
  });
  return server;
}
