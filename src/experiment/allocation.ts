import { BadCall } from "../contract/outcome.ts";

/** 2⁶⁴: the end of the range a hash falls in. */
export const RANGE = 1n << 64n;

/** Arms in code-point order with the part of [0, 2⁶⁴) that each is given. */
export interface Allocation {
  arms: string[];
  /** As stated, in the arms' order. */
  weights: number[];
  /** Weights over their sum. */
  shares: number[];
  /** Exclusive upper bounds: round(cumulative weight · 2⁶⁴ / sum), the last 2⁶⁴. */
  bounds: bigint[];
}

/**
 * Turns weights into bounds. A weight counts as the decimal it is written as (0.1 is 1/10), so that anyone can compute
 * the same bounds; cumulative sums are exact integers. `field` starts the messages of BadCall: fewer than two arms,
 * names that are empty or equal but for case, blanks or Unicode form, weights that are negative, not finite or all 0.
 */
export function allocate(weights: Record<string, number>, field: string): Allocation {
  const arms = Object.keys(weights).sort(compareCodePoints);
  if (arms.length < 2) throw new BadCall(`${field}: an experiment has at least two arms, got ${arms.length}`);
  checkNames(arms, field);
  const stated = arms.map((arm) => weights[arm]);
  for (const [i, weight] of stated.entries()) {
    if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY)) {
      throw new BadCall(`${field}: the weight of '${arms[i]}' must be 0 or more, got ${weight}`);
    }
  }
  const exact = wholeWeights(stated);
  const total = exact.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) throw new BadCall(`${field}: all weights are 0; give at least one arm a share`);
  let cumulative = 0n;
  const bounds = exact.map((weight) => {
    cumulative += weight;
    return roundedRatio(cumulative * RANGE, total);
  });
  return { arms, weights: stated, shares: exact.map((weight) => ratio(weight, total)), bounds };
}

/** Whole numbers in the proportions of decimal weights: each times the same power of ten. */
export function wholeWeights(weights: number[]): bigint[] {
  const parts = weights.map(decimal);
  const scale = Math.max(...parts.map(({ places }) => places));
  return parts.map(({ digits, places }) => digits * 10n ** BigInt(scale - places));
}

/** The shortest decimal that stands for a number, as digits · 10^−places. */
export function decimal(value: number): { digits: bigint; places: number } {
  const [mantissa, exponent = "0"] = String(value).split("e");
  const [whole, fraction = ""] = mantissa.split(".");
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}

/** a/b rounded to the nearest integer, halves up; a ≥ 0, b > 0. */
export function roundedRatio(a: bigint, b: bigint): bigint {
  return (2n * a + b) / (2n * b);
}

/** a/b as a double, right to some 15 digits. */
function ratio(a: bigint, b: bigint): number {
  return Number((a << 128n) / b) / 2 ** 128;
}

/** Order of Unicode code points, which is also that of UTF-8 bytes (JavaScript compares UTF-16 units). */
export function compareCodePoints(a: string, b: string): number {
  const [x, y] = [[...a], [...b]];
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const gap = (x[i].codePointAt(0) as number) - (y[i].codePointAt(0) as number);
    if (gap !== 0) return gap;
  }
  return x.length - y.length;
}

function checkNames(arms: string[], field: string): void {
  const seen = new Map<string, string>();
  for (const arm of arms) {
    if (arm.trim() === "" || /\p{Cc}/u.test(arm)) {
      throw new BadCall(`${field}: ${JSON.stringify(arm)} cannot name an arm`);
    }
    const plain = arm.normalize("NFKC").trim().toLowerCase();
    const twin = seen.get(plain);
    if (twin !== undefined) throw new BadCall(`${field}: '${twin}' and '${arm}' are one name but for their spelling`);
    seen.set(plain, arm);
  }
}
