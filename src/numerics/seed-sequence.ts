const POOL = 4;

/** Numbers that seed a generator: non-negative integers below 2⁵³, each read as little-endian 32-bit words (0 is one word). */
export type Entropy = number | readonly number[];

function words(numbers: Entropy): number[] {
  return [numbers].flat().flatMap((n) => {
    if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(`a seed is a non-negative integer, not ${n}`);
    return n > 0xffffffff ? [n >>> 0, Math.floor(n / 2 ** 32)] : [n];
  });
}

/** O'Neill's hash of one word; the multiplier is stepped at each use, so equal words hash differently. */
function hasher(initial: number, multiplier: number): (word: number) => number {
  let constant = initial;
  return (word) => {
    let value = word ^ constant;
    constant = Math.imul(constant, multiplier);
    value = Math.imul(value, constant);
    return (value ^ (value >>> 16)) >>> 0;
  };
}

function mix(x: number, y: number): number {
  const value = (Math.imul(0xca01f9dd, x) - Math.imul(0x4973f715, y)) | 0;
  return (value ^ (value >>> 16)) >>> 0;
}

/**
 * `count` 32-bit words of state from entropy, as numpy's `SeedSequence(entropy, spawn_key=spawnKey)`. Trailing zeros of
 * the entropy change nothing ([7, 0] is 7), so independent streams of one seed are told apart by a spawn key.
 */
export function seedWords(entropy: Entropy, count: number, spawnKey: readonly number[] = []): Uint32Array {
  const input = words(entropy);
  if (spawnKey.length > 0) {
    while (input.length < POOL) input.push(0);
    input.push(...words(spawnKey));
  }
  const pool = mixEntropy(input);
  const hash = outputHasher();
  return Uint32Array.from({ length: count }, (_, i) => hash(pool[i % POOL]));
}

function mixEntropy(input: readonly number[]): number[] {
  const hash = hasher(0x43b0d7e5, 0x931e8875);
  const pool = Array.from({ length: POOL }, (_, i) => hash(input[i] ?? 0));
  for (let from = 0; from < POOL; from++) {
    for (let to = 0; to < POOL; to++) if (from !== to) pool[to] = mix(pool[to], hash(pool[from]));
  }
  for (const word of input.slice(POOL)) {
    for (let to = 0; to < POOL; to++) pool[to] = mix(pool[to], hash(word));
  }
  return pool;
}

function outputHasher(): (word: number) => number {
  return hasher(0x8b51f9dd, 0x58f38ded);
}
