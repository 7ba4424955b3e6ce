import { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

/** How long a test waits for what must come. It bounds a hang and is no claim: a busy machine may take most of it. */
export const PATIENCE_MS = 120_000;

// What a failed test left computing would keep its file from ending, and the failure from being told. A process that a
// test makes of its own file has no tests, and would print the head of their report.
if (process.env.NODE_TEST_CONTEXT) after(() => void setTimeout(() => process.exit(1), PATIENCE_MS).unref());

/**
 * Looks until there is something other than false, null or undefined, and returns it; fails, naming it, when it never
 * comes, and does so before its test is ended without a word.
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
): Promise<Exclude<T, false | null | undefined>> {
  const patience = 0.75 * PATIENCE_MS;
  for (const deadline = Date.now() + patience; ; await sleep(10)) {
    const found = await look();
    if (found !== false && found !== null && found !== undefined) return found as Exclude<T, false | null | undefined>;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${patience / 1000} s`);
  }
}
