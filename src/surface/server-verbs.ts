import type { World } from "./cli.ts";

/** Verbs that serve or mint instead of answering; they are not tools and have no command file. */
export interface ServerVerb {
  summary: string;
  run(words: string[], world: World): Promise<number>;
}

export const SERVER_VERBS: Record<string, ServerVerb> = {
  mcp: {
    summary: "Serve the commands as MCP tools over stdio.",
    run: async (words, world) => (await import("./mcp.ts")).serve(words, world),
  },
};
