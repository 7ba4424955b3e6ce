import type { World } from "./cli.ts";

/** Verbs that serve or mint instead of answering; they are not tools and have no command file. */
export interface ServerVerb {
  summary: string;
  run(words: string[], world: World): Promise<number>;
}

export const SERVER_VERBS: Record<string, ServerVerb> = {
  mcp: {
    summary: "Serve the commands as MCP tools over stdio, or over HTTP with --http.",
    run: async (words, world) =>
      words.includes("--http")
        ? (await import("./http/serve.ts")).serveHttp(words, world)
        : (await import("./mcp.ts")).serve(words, world),
  },
  "mcp config": {
    summary: "Print the block that connects a client (claude, cursor, vscode) to this server.",
    run: async (words, world) => (await import("./mcp/config.ts")).printConfig(words, world),
  },
  "dev-auth": {
    summary: "Mint tokens on this machine, to try 'liquet mcp --http' with.",
    run: async (words, world) => (await import("./auth/dev-auth.ts")).devAuth(words, world),
  },
  "mint-token": {
    summary: "Sign one token with a key file, offline.",
    run: async (words, world) => (await import("./auth/mint-token.ts")).mintToken(words, world),
  },
};
