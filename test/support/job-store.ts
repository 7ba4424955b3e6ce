import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { BeatFile } from "../../src/store/jobs/run-files.ts";
import { until } from "./patience.ts";
import { root } from "./root.ts";
import { type Run, runBuilt } from "./run.ts";

export type Document = Record<string, unknown> & { job_id: string; status: string };

/** A store of its own and the ways to it, with real processes in the folder `cwd`. */
export interface JobStore {
  folder: string;
  run(...argv: string[]): Promise<Run>;
  /** With --json, parsed. */
  ask(...argv: string[]): Promise<Document>;
  /** Asks for the job until it is as wanted; an error says how it was last. */
  until(job_id: string, wanted: (job: Document) => boolean): Promise<Document>;
  beat(job_id: string, attempt?: number): BeatFile;
  /** Whether the worker of the first attempt has given a sign. */
  hasBeat(job_id: string): boolean;
  mcp(...words: string[]): Promise<Client>;
  /** Ends what still runs and removes the store. */
  close(): Promise<void>;
}

/** Opens a store in a temporary folder; `env` is added to that of every process. */
export function jobStore(cwd: string, env: Record<string, string> = {}): JobStore {
  const folder = mkdtempSync(join(tmpdir(), "liquet-jobs-"));
  const all = { LIQUET_STORE: folder, ...env };
  const run = (...argv: string[]) => runBuilt(argv, { cwd, env: all });
  const ask = async (...argv: string[]) => {
    const { stdout, stderr, exit } = await run(...argv, "--json");
    if (stdout === "") throw new Error(`liquet ${argv.join(" ")}: exit ${exit}, ${stderr}`);
    return JSON.parse(stdout) as Document;
  };
  return {
    folder,
    run,
    ask,
    async until(job_id, wanted) {
      let last: Document | null = null;
      const look = async () => {
        last = await ask("jobs", "status", job_id);
        return wanted(last) && last;
      };
      return until(`${job_id} as wanted`, look).catch((error: unknown) => {
        throw new Error(`${(error as Error).message}: ${JSON.stringify(last)}`);
      });
    },
    beat: (job_id, attempt = 1) =>
      JSON.parse(readFileSync(join(folder, "jobs", job_id, `${attempt}.beat.json`), "utf8")) as BeatFile,
    hasBeat: (job_id) => existsSync(join(folder, "jobs", job_id, "1.beat.json")),
    async mcp(...words) {
      const client = new Client({ name: "jobs", version: "1" });
      const args = [join(root, "dist/liquet.js"), "mcp", ...words];
      await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd, env: all }));
      return client;
    },
    async close() {
      const jobs = join(folder, "jobs");
      for (const job_id of existsSync(jobs) ? readdirSync(jobs) : []) await run("jobs", "cancel", job_id);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Calls a tool and parses its text. */
export async function callJson(client: Client, name: string, args: Record<string, unknown>): Promise<Document> {
  const { content } = await client.callTool({ name, arguments: args });
  return JSON.parse((content as { text: string }[])[0].text) as Document;
}

/** True while there is a process of that number that is no zombie. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // It may be gone by now.
    return process.platform !== "linux" || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}
