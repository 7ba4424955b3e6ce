import { setTimeout as sleep } from "node:timers/promises";
import { judgedAttempt } from "./judge.ts";
import { type Attempt, dropLive, liveAttempts, readStart } from "./run-files.ts";

const POLL_MS = 250;

/**
 * Waits until fewer than `most` attempts that were made earlier still wait or run. Nobody hands a turn over, so nothing
 * is lost when a worker dies: it is found to be gone, like any job, and counts no more. Rejects when cancelled.
 */
export async function waitForTurn(at: Attempt, most: number, now: () => Date, signal: AbortSignal): Promise<void> {
  while ((await before(at, now)) >= most) await sleep(POLL_MS, undefined, { signal });
}

async function before(at: Attempt, now: () => Date): Promise<number> {
  const mine = rankOf(at);
  const others = liveAttempts(at.folder).filter((other) => rankOf(other) < mine);
  const waiting = await Promise.all(
    others.map(async (other) => {
      const seen = await judgedAttempt(other, now);
      if (seen !== null && seen.end === null) return 1;
      dropLive(other);
      return 0;
    }),
  );
  return waiting.reduce<number>((sum, one) => sum + one, 0);
}

/** The order of attempts as text: when they were made, then their names. An attempt that is gone is before any other. */
function rankOf(at: Attempt): string {
  const created = readStart(at)?.created_ms ?? 0;
  return `${String(created).padStart(16, "0")} ${at.job_id} ${at.attempt}`;
}
