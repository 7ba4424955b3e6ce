import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve as resolvePath } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { createCtx } from "../../bin/create-ctx.ts";
import { main } from "../../src/surface/cli.ts";
import { root } from "./root.ts";

/** The store of this process's tests: nobody's own. */
export const testStore = mkdtempSync(join(tmpdir(), "liquet-store-"));
process.on("exit", () => rmSync(testStore, { recursive: true, force: true }));

/** What a SQLite statement needs of the world: its process is the built one. */
export const statementWorld = {
  workerEntry: () => pathToFileURL(join(root, "dist/worker.js")),
  env: process.env,
  signal: new AbortController().signal,
};

export interface Run {
  exit: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs a command line in this process, in the current folder: stdout is no terminal, the clock stands still. With `watch`,
 * which is told what stderr shows, stderr is a terminal, and a second goes by at every look at the clock, so that all
 * progress is shown when it is made.
 */
export async function runCli(
  argv: string[],
  options: {
    stdin?: string | Uint8Array;
    signal?: AbortSignal;
    env?: Record<string, string>;
    watch?(text: string): void;
  } = {},
): Promise<Run> {
  let stdout = "";
  let stderr = "";
  let ms = Date.parse("2026-01-01T00:00:00Z");
  const { watch } = options;
  const exit = await main(argv, {
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
      watch?.(text);
    },
    stdin: () => Readable.from(options.stdin === undefined ? [] : [Buffer.from(options.stdin)]),
    stdoutIsTerminal: false,
    stderrIsTerminal: watch !== undefined,
    env: { LIQUET_STORE: testStore, ...options.env },
    now() {
      if (watch) ms += 1000;
      return new Date(ms);
    },
    signal: options.signal ?? new AbortController().signal,
    loadCtx: async () => createCtx,
    workerEntry: () => pathToFileURL(join(root, "dist/worker.js")),
    files: () => import("../../src/io/server-files.ts"),
    shell: () => import("../../src/io/shell.ts"),
  });
  return { exit, stdout, stderr };
}

/** Runs with --json and parses stdout: the evidence or refusal document. */
export async function runJson(
  argv: string[],
  options: { stdin?: string; env?: Record<string, string> } = {},
): Promise<Run & { document: Record<string, unknown> }> {
  const run = await runCli([...argv, "--json"], options);
  return { ...run, document: run.stdout === "" ? {} : (JSON.parse(run.stdout) as Record<string, unknown>) };
}

/** Runs the built program as a process of its own. */
export function runBuilt(
  argv: string[],
  options: { cwd?: string; stdin?: string; env?: Record<string, string>; program?: string } = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [resolvePath(root, "dist", options.program ?? "liquet.js"), ...argv], {
      cwd: options.cwd,
      env: { ...process.env, NO_COLOR: "1", LIQUET_STORE: testStore, ...options.env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ exit: code ?? (signal === "SIGINT" ? 130 : 1), stdout, stderr }));
    child.stdin.on("error", () => {});
    child.stdin.end(options.stdin ?? "");
  });
}
