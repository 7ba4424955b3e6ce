import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { demoFolder } from "../support/golden.ts";
import { callJson, connectClient } from "../support/mcp-client.ts";
import type { ExpectedCall, ToolCall } from "./task.ts";
import { evalsFolder } from "./task.ts";
import { valueAt } from "./value-at.ts";

/** What a tool gave back. */
export interface ToolAnswer {
  text: string;
  /** A bad call: the text says what is wrong with it. */
  isError: boolean;
  document: Record<string, unknown>;
}

/** A server with the files that the tasks speak of, and a client of it over stdio. */
export interface Bench {
  client: Client;
  call(call: ToolCall, until?: ExpectedCall["until"]): Promise<ToolAnswer>;
  end(): Promise<void>;
}

/** Makes the folder of the tasks and starts `liquet-mcp` in it. */
export async function openBench(words: string[] = []): Promise<Bench> {
  const dir = await demoFolder();
  cpSync(join(evalsFolder, "files"), dir, { recursive: true });
  const { client } = await connectClient({ cwd: dir, args: ["--root", dir, "--allow-write", ...words] });
  const once = async ({ tool, arguments: args }: ToolCall): Promise<ToolAnswer> => {
    const { text, isError, document } = await callJson(client, tool, args);
    return { text, isError: isError === true, document };
  };
  return {
    client,
    async call(call, until) {
      let answer = await once(call);
      for (let tries = 0; tries < 100 && until && valueAt(answer.document, until.at) !== until.text; tries++) {
        await sleep(100);
        answer = await once(call);
      }
      return answer;
    },
    async end() {
      await client.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
