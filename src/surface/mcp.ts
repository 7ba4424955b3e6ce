import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { World } from "./cli.ts";
import { createServer, openHost } from "./mcp-server.ts";
import { parseWords, readSettings, serverProgram } from "./mcp-settings.ts";

/** `liquet mcp`: serves until the client goes. Only protocol lines reach stdout. */
export async function serve(words: string[], world: World): Promise<number> {
  const program = serverProgram(
    "liquet mcp",
    "Serve the commands as MCP tools over stdio; over HTTP with --http, which has a help page of its own.",
  );
  const page = parseWords(program, words);
  if (page !== null) {
    world.stdout(page);
    return 0;
  }
  for (const method of ["log", "info", "warn", "debug"] as const) {
    console[method] = (...parts: unknown[]) => world.stderr(`${parts.map(String).join(" ")}\n`);
  }
  const transport = new StdioServerTransport();
  const server = createServer(openHost(world, readSettings(program)));
  await new Promise<void>((gone) => {
    // The client is gone when its end of stdin closes or the transport gives up (a line over its limit, a closed stdout).
    process.stdin.on("end", gone);
    process.stdin.on("close", gone);
    process.stdout.on("error", gone);
    server.onclose = gone;
    // A line that is no message, or longer than the transport takes, has no id to answer to: the log tells of it.
    server.onerror = (error) => world.stderr(`liquet mcp: ${error.message.replace(/\s+/g, " ").slice(0, 300)}\n`);
    world.signal.addEventListener("abort", () => gone());
    server.connect(transport).catch((error: unknown) => {
      world.stderr(`liquet mcp: ${String(error)}\n`);
      gone();
    });
  });
  await server.close().catch(() => {});
  // Whatever a cancelled call still holds must not keep an orphan alive.
  process.exit(0);
}
