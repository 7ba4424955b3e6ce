import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Attempt, logOf } from "./run-files.ts";

/**
 * Starts the process of an attempt: in a session of its own, so that neither the terminal's end nor Ctrl-C reaches it,
 * with nothing of ours open, its stray output in the attempt's log. Rejects when the system starts no process.
 */
export async function startWorker(
  at: Attempt,
  token: string,
  { entry, env }: { entry: URL; env: Record<string, string | undefined> },
): Promise<void> {
  const log = openSync(logOf(at), "a");
  try {
    const words = [fileURLToPath(entry), at.folder, at.job_id, String(at.attempt), token];
    const child = spawn(process.execPath, words, {
      detached: true,
      stdio: ["ignore", log, log],
      env,
      windowsHide: true,
    });
    await new Promise<void>((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    child.unref();
  } finally {
    closeSync(log);
  }
}
