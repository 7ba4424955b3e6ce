import { spawn } from "node:child_process";

/** What a command line of the machine's shell came to. */
export interface ShellRun {
  /** Null when it was ended by a signal. */
  exit_code: number | null;
  /** What ended it, where that is not its own end. */
  ended_by: string | null;
  /** stdout and stderr as they came. */
  output: string;
}

/** Longest run, milliseconds. */
const LONGEST = 120_000;
/** Characters that are kept while it runs, from either end. */
const KEPT = 1_000_000;

/**
 * Runs a command line in the machine's shell, in a process group of its own that is ended whole after 120 s or when the
 * signal aborts. Nothing is read from stdin.
 */
export function runShell(command: string, signal: AbortSignal): Promise<ShellRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      shell: true,
      detached: process.platform !== "win32",
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let endedBy: string | null = null;
    const take = (chunk: Buffer) => {
      output += chunk.toString("utf8");
      if (output.length > 2 * KEPT) output = output.slice(0, KEPT) + output.slice(-KEPT);
    };
    const end = (why: string) => {
      endedBy ??= why;
      endGroup(child.pid);
    };
    const timer = setTimeout(() => end(`the limit of ${LONGEST / 1000} s`), LONGEST);
    const cancelled = () => end("a cancelled call");
    signal.addEventListener("abort", cancelled, { once: true });
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.on("error", reject);
    child.on("close", (exit_code, by) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancelled);
      resolve({ exit_code, ended_by: endedBy ?? by, output });
    });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch (error) {
    // It ended by itself in between.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
