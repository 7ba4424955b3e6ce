import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Option } from "commander";
import { BadCall } from "../../contract/outcome.ts";
import type { World } from "../cli.ts";
import { parseWords, readSettings, type ServerSettings, serverProgram } from "../mcp-settings.ts";

/** What a client's configuration says of one server that it starts itself. */
interface Launch {
  command: string;
  args: string[];
}

/** Each client's own form of the block, and where it goes. */
const CLIENTS: Record<string, { place: string; block(launch: Launch): unknown }> = {
  claude: {
    place: "claude_desktop_config.json of Claude Desktop, or .mcp.json of a project for Claude Code",
    block: (launch) => ({ mcpServers: { liquet: launch } }),
  },
  cursor: {
    place: "~/.cursor/mcp.json, or .cursor/mcp.json of a project",
    block: (launch) => ({ mcpServers: { liquet: launch } }),
  },
  vscode: {
    place: ".vscode/mcp.json of a project",
    block: (launch) => ({ servers: { liquet: { type: "stdio", ...launch } } }),
  },
};

/**
 * `liquet mcp config`: prints the block that makes a client start this server, with absolute paths of this Node and this
 * program, so that neither a PATH nor a shell is needed. The block alone goes to stdout.
 */
export async function printConfig(words: string[], world: World): Promise<number> {
  const program = serverProgram(
    "liquet mcp config",
    "Print the block that connects a client to this server.",
  ).addOption(new Option("--client <name>", "Whose form it takes. (required)").choices(Object.keys(CLIENTS)));
  const page = parseWords(program, words);
  if (page !== null) {
    world.stdout(page);
    return 0;
  }
  const { client } = program.opts<{ client?: string }>();
  if (client === undefined) throw new BadCall(`client: state one of ${Object.keys(CLIENTS).join(", ")} with --client`);
  const settings = readSettings(program);
  const { place, block } = CLIENTS[client];
  const launch = { command: process.execPath, args: [programPath(world), "mcp", ...wordsOf(settings)] };
  world.stdout(`${JSON.stringify(block(launch), null, 2)}\n`);
  world.stderr(`paste it into ${place}\n`);
  try {
    (await world.files()).requireRoots(settings.roots);
  } catch (error) {
    world.stderr(`${(error as Error).message}, and the server does not start before it is one\n`);
  }
  if (settings.roots.length === 0)
    world.stderr("no --root was stated: the server may then read any file that you can\n");
  return 0;
}

/** The program that stands beside the entry of its workers. */
function programPath(world: World): string {
  return fileURLToPath(new URL("liquet.js", world.workerEntry()));
}

/** The settings as words again; folders absolute, as a client starts the server wherever it likes. */
function wordsOf({ roots, toolsets, allowWrite, allowNetwork, allowShell, store, dataDir }: ServerSettings): string[] {
  return [
    ...roots.flatMap((root) => ["--root", resolve(root)]),
    ...(toolsets === null ? [] : ["--toolsets", toolsets.join(",")]),
    ...(allowWrite ? ["--allow-write"] : []),
    ...(allowNetwork ? ["--allow-network"] : []),
    ...(allowShell ? ["--allow-shell"] : []),
    ...(store === null ? [] : ["--store", resolve(store)]),
    ...(dataDir === undefined ? [] : ["--data-dir", resolve(dataDir)]),
  ];
}
