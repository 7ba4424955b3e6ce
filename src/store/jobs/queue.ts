import { setTimeout as sleep } from "node:timers/promises";
import { judgedAttempt } from "./judge.ts";
import { type Attempt, dropLive, liveAttempts, readStart } from "./run-files.ts";

const POLL_MS = 250;

/**
 * Waits until fewer than `most` attempts before this one still wait or run. Nobody hands a turn over, so nothing is lost
 * when a worker dies: it is found to be gone, like any job, and counts no more. Rejects when cancelled.
 */
export async function waitForTurn(at: Attempt, most: number, now: () => Date, signal: AbortSignal): Promise<void> {
  while ((await before(at, now)) >= most) await sleep(POLL_MS, undefined, { signal });
}

async function before(at: Attempt, now: () => Date): Promise<number> {
  const others = attemptsBefore(at, liveAttempts(at.folder), (each) => readStart(each)?.created_ms ?? 0);
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

/**
 * Those of `live` whose turn is before `at`: the first that each part of the store asked for, then their second ones, and
 * so on, the older first among them. So a subject that starts many leaves the next turn to others. One that was made at
 * time 0 is gone and before any other.
 */
export function attemptsBefore(at: Attempt, live: Attempt[], createdOf: (at: Attempt) => number): Attempt[] {
  const asked = new Map<string, number>();
  const nameOf = ({ folder, job_id, attempt }: Attempt) => `${folder} ${job_id} ${attempt}`;
  const places = [at, ...live.filter((other) => nameOf(other) !== nameOf(at))]
    .map((each) => ({ each, created: createdOf(each), name: nameOf(each) }))
    .sort((a, b) => a.created - b.created || (a.name < b.name ? -1 : 1))
    .map((place) => {
      const round = asked.get(place.each.folder) ?? 0;
      asked.set(place.each.folder, round + 1);
      return { ...place, round };
    })
    .sort((a, b) => a.round - b.round);
  return places
    .slice(
      0,
      places.findIndex(({ each }) => each === at),
    )
    .map(({ each }) => each);
}
