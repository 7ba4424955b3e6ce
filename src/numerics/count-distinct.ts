import type { Values } from "./values.ts";

const MAX_LOAD = 0.6;

/** The open-addressing table: NaN marks a free slot, so NaN can never be a member. */
interface Table {
  slots: Float64Array;
  bits: { double: Float64Array; words: Uint32Array };
}

/**
 * Number of distinct values (−0 and 0 are one; NaN is not counted). A hash table that grows with the values found:
 * expected O(n) time, memory in proportion to the answer (a tag of few levels stays in the processor's cache).
 */
export function countDistinct(values: Values): number {
  const double = new Float64Array(1);
  const bits = { double, words: new Uint32Array(double.buffer) };
  let table: Table = { slots: new Float64Array(1024).fill(Number.NaN), bits };
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    const x = values[i] + 0; // −0 becomes 0
    if (Number.isNaN(x) || !insert(table, x)) continue;
    count += 1;
    if (count > MAX_LOAD * table.slots.length) table = grow(table);
  }
  return count;
}

function grow(table: Table): Table {
  const larger = { slots: new Float64Array(table.slots.length * 4).fill(Number.NaN), bits: table.bits };
  for (const x of table.slots) if (!Number.isNaN(x)) insert(larger, x);
  return larger;
}

/** True when `x` was not there before. Linear probing from a mixed hash of both halves of the double. */
function insert({ slots, bits }: Table, x: number): boolean {
  const mask = slots.length - 1;
  bits.double[0] = x;
  let hash = Math.imul(bits.words[0] ^ Math.imul(bits.words[1], 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  for (let i = (hash ^ (hash >>> 16)) & mask; ; i = (i + 1) & mask) {
    if (slots[i] === x) return false;
    if (Number.isNaN(slots[i])) {
      slots[i] = x;
      return true;
    }
  }
}
