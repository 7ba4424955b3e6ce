/** Distinct byte strings, numbered in the order of first sight; millions of them without a string or object each. */
export interface KeyDictionary {
  size(): number;
  /** The number of bytes[start..end), which is added when it is new. */
  ofBytes(bytes: Uint8Array, start: number, end: number): number;
  /** The number of a text, or -1. */
  find(text: string): number;
  bytes(code: number): Uint8Array;
}

interface Table {
  /** All keys end to end; key k is arena[ends[k-1]..ends[k]). */
  arena: Uint8Array;
  ends: Float64Array;
  size: number;
  /** Open addressing with linear probing; each slot holds code + 1 (0 where free) and the hash beside it. */
  slots: Int32Array;
}

/** An empty dictionary. */
export function keyDictionary(): KeyDictionary {
  const table: Table = {
    arena: new Uint8Array(1 << 12),
    ends: new Float64Array(1 << 8),
    size: 0,
    slots: new Int32Array(1 << 11),
  };
  return {
    size: () => table.size,
    ofBytes: (bytes, start, end) => {
      const hash = hashOf(bytes, start, end);
      const slot = findSlot(table, bytes, start, end, hash);
      if (table.slots[slot] !== 0) return table.slots[slot] - 1;
      table.slots[slot] = append(table, bytes, start, end) + 1;
      table.slots[slot + 1] = hash;
      if (table.size * 4 > table.slots.length) rehash(table);
      return table.size - 1;
    },
    find: (text) => {
      const bytes = Buffer.from(text, "utf8");
      return table.slots[findSlot(table, bytes, 0, bytes.length, hashOf(bytes, 0, bytes.length))] - 1;
    },
    bytes: (code) => table.arena.subarray(code === 0 ? 0 : table.ends[code - 1], table.ends[code]),
  };
}

/** FNV-1a, with the high bits mixed into the low ones that choose the slot. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return hash ^ (hash >>> 15);
}

function findSlot(table: Table, bytes: Uint8Array, start: number, end: number, hash: number): number {
  const { slots } = table;
  const mask = slots.length - 1;
  let slot = (hash << 1) & mask;
  for (; slots[slot] !== 0; slot = (slot + 2) & mask) {
    if (slots[slot + 1] === hash && holds(table, slots[slot] - 1, bytes, start, end)) break;
  }
  return slot;
}

function holds({ arena, ends }: Table, code: number, bytes: Uint8Array, start: number, end: number): boolean {
  const from = code === 0 ? 0 : ends[code - 1];
  if (ends[code] - from !== end - start) return false;
  for (let i = start, j = from; i < end; i++, j++) if (bytes[i] !== arena[j]) return false;
  return true;
}

function append(table: Table, bytes: Uint8Array, start: number, end: number): number {
  const code = table.size++;
  const from = code === 0 ? 0 : table.ends[code - 1];
  const to = from + end - start;
  if (to > table.arena.length) table.arena = grown(table.arena, new Uint8Array(Math.max(2 * table.arena.length, to)));
  if (code >= table.ends.length) table.ends = grown(table.ends, new Float64Array(2 * code));
  for (let i = start, j = from; i < end; i++, j++) table.arena[j] = bytes[i];
  table.ends[code] = to;
  return code;
}

function grown<A extends Uint8Array | Float64Array>(old: A, larger: A): A {
  larger.set(old);
  return larger;
}

function rehash(table: Table): void {
  const old = table.slots;
  const slots = new Int32Array(4 * old.length);
  const mask = slots.length - 1;
  for (let from = 0; from < old.length; from += 2) {
    if (old[from] === 0) continue;
    let slot = (old[from + 1] << 1) & mask;
    while (slots[slot] !== 0) slot = (slot + 2) & mask;
    slots[slot] = old[from];
    slots[slot + 1] = old[from + 1];
  }
  table.slots = slots;
}
