/** A set of 64-bit fingerprints in two halves. */
export interface FingerprintSet {
  /** Adds one; true when it was new. A full set answers true for what it does not hold. */
  add(hi: number, lo: number): boolean;
  /** True once something could not be added. */
  full(): boolean;
}

/**
 * Open addressing with linear probing in typed arrays, doubled at two thirds full, up to `capacity` slots of 8 bytes:
 * a million fingerprints take 16 MB. Chance that n distinct ids share one: n²/2⁶⁵ (3·10⁻⁸ for a million).
 */
export function fingerprintSet(capacity = 1 << 23): FingerprintSet {
  let hi = new Uint32Array(1 << 10);
  let lo = new Uint32Array(1 << 10);
  let count = 0;
  let zero = false;
  let isFull = false;

  /** The slot that holds the pair, or the empty one where it belongs. An empty slot is the pair 0, 0. */
  const slotOf = (h: number, l: number): number => {
    const mask = hi.length - 1;
    let slot = (h ^ (l >>> 7)) & mask;
    while ((hi[slot] !== h || lo[slot] !== l) && (hi[slot] !== 0 || lo[slot] !== 0)) slot = (slot + 1) & mask;
    return slot;
  };
  const grow = (): void => {
    const [oldHi, oldLo] = [hi, lo];
    hi = new Uint32Array(oldHi.length * 2);
    lo = new Uint32Array(oldHi.length * 2);
    for (let i = 0; i < oldHi.length; i++) {
      if (oldHi[i] === 0 && oldLo[i] === 0) continue;
      const slot = slotOf(oldHi[i], oldLo[i]);
      [hi[slot], lo[slot]] = [oldHi[i], oldLo[i]];
    }
  };
  return {
    add(h, l) {
      if (h === 0 && l === 0) {
        const fresh = !zero;
        zero = true;
        return fresh;
      }
      let slot = slotOf(h, l);
      if (hi[slot] === h && lo[slot] === l) return false;
      if (count * 3 >= hi.length * 2) {
        if (hi.length >= capacity) {
          isFull = true;
          return true;
        }
        grow();
        slot = slotOf(h, l);
      }
      [hi[slot], lo[slot]] = [h, l];
      count++;
      return true;
    },
    full: () => isFull,
  };
}
