import { balancedDraw } from "../../numerics/balanced-draw.ts";
import { integers } from "../../numerics/integers.ts";
import type { Rng } from "../../numerics/pcg64.ts";
import { type Design, DRAWS } from "./design.ts";

/** One setting per block: 0 is A, 1 is B. */
export type Assignment = Uint8Array;

/** The assignments that the observed one is compared with, row after row: `rows.length = size · blocks`. */
export interface ReferenceSet {
  size: number;
  blocks: number;
  rows: Uint8Array;
  /**
   * Enumerated: every assignment, the observed one among them. Sampled: draws from the same mechanism as the observed
   * one, which itself is not in the set and counts once beside it.
   */
  kind: Design["reference"];
}

/** The assignment a trial used, and those it is compared with. */
export interface Trial {
  blocks: number;
  observed: Assignment;
  reference: ReferenceSet;
}

/** Lets the event loop run, and throws when the call was cancelled. */
export type Tick = () => Promise<void>;

/**
 * Draws a trial from a fresh generator: the observed assignment first, then what it is compared with. `tick` is awaited
 * every few milliseconds.
 */
export async function drawTrial(design: Design, rng: Rng, tick: Tick): Promise<Trial> {
  const observed = drawObserved(design, rng);
  return { blocks: design.blocks, observed, reference: await referenceSet(design, rng, tick) };
}

/** Draws the assignment that the trial uses; always the generator's first use. */
export function drawObserved(design: Design, rng: Rng): Assignment {
  if (design.reference === "sampled") return balancedDraw(rng, design.blocks);
  const all = enumerate(design.blocks);
  const pick = integers(rng, all.size);
  return all.rows.slice(pick * design.blocks, (pick + 1) * design.blocks);
}

/** Numbers drawn between two ticks. */
const CHUNK = 50_000;

/** A sampled set is drawn from the generator that `drawObserved` has just used. */
async function referenceSet({ blocks, reference }: Design, rng: Rng, tick: Tick): Promise<ReferenceSet> {
  if (reference === "enumerated") return enumerate(blocks);
  const rows = new Uint8Array(DRAWS * blocks);
  for (let i = 0, drawn = 0; i < DRAWS; i++, drawn += blocks) {
    if (drawn >= CHUNK) {
      await tick();
      drawn = 0;
    }
    rows.set(balancedDraw(rng, blocks), i * blocks);
  }
  return { size: DRAWS, blocks, rows, kind: "sampled" };
}

/** Every balanced assignment, in lexicographic order of the positions of B. */
function enumerate(blocks: number): ReferenceSet {
  const half = blocks / 2;
  const rows: number[] = [];
  const positions = Array.from({ length: half }, (_, i) => i);
  for (;;) {
    const row = new Array<number>(blocks).fill(0);
    for (const position of positions) row[position] = 1;
    rows.push(...row);
    let last = half - 1;
    while (last >= 0 && positions[last] === blocks - half + last) last--;
    if (last < 0) return { size: rows.length / blocks, blocks, rows: Uint8Array.from(rows), kind: "enumerated" };
    positions[last]++;
    for (let i = last + 1; i < half; i++) positions[i] = positions[i - 1] + 1;
  }
}

/** `A` and `B` as text, one letter a block. */
export function settingsOf(assignment: Assignment): ("A" | "B")[] {
  return Array.from(assignment, (b) => (b === 1 ? "B" : "A"));
}
