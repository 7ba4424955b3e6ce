import { BadCall } from "../../contract/outcome.ts";
import type { Window } from "../../contract/window.ts";

/** A trial's time axis: K equal blocks from `start`; the first `washout_s` of each block are not analysed. */
export interface Schedule {
  /** Microseconds; the requested window, of which the blocks may leave a rest at the end. */
  start: number;
  end: number;
  block_s: number;
  washout_s: number;
  /** K, even. */
  blocks: number;
}

const MAX_BLOCKS = 50_000;
const SECOND = 1_000_000;

/**
 * Cuts a window into K = ⌊span/block⌋ blocks, one less when that is odd. Durations are in microseconds. BadCall unless
 * both are whole seconds, block ≥ 1 s, 0 ≤ washout < block and K ≤ 50 000.
 */
export function scheduleOf(window: Window, block: number, washout: number): Schedule {
  for (const [name, us] of [["block", block] as const, ["washout", washout] as const]) {
    if (us % SECOND !== 0) throw new BadCall(`${name}: ${us / SECOND} s is not a whole number of seconds`);
  }
  if (block < SECOND) throw new BadCall(`block: ${block / SECOND} s is shorter than one second`);
  if (washout >= block) {
    throw new BadCall(
      `washout: ${washout / SECOND} s leaves nothing of a block of ${block / SECOND} s; state a shorter one`,
    );
  }
  const blocks = countBlocks(window.end - window.start, block);
  if (blocks > MAX_BLOCKS) {
    throw new BadCall(`block: the window holds ${blocks} blocks of ${block / SECOND} s, more than ${MAX_BLOCKS}`);
  }
  return { start: window.start, end: window.end, block_s: block / SECOND, washout_s: washout / SECOND, blocks };
}

/** ⌊span/block⌋ made even: a balanced assignment needs as many A blocks as B blocks. */
export function countBlocks(span: number, block: number): number {
  const whole = Math.floor(span / block);
  return whole - (whole % 2);
}

/** Start of a block, microseconds; block K is the end of the schedule. */
export function blockStart(schedule: Pick<Schedule, "start" | "block_s">, block: number): number {
  return schedule.start + block * schedule.block_s * SECOND;
}

/** The span that the blocks cover. The instant at its end belongs to no block. */
export function scheduleWindow(schedule: Schedule): Window {
  return { start: schedule.start, end: blockStart(schedule, schedule.blocks), end_inclusive: false };
}
