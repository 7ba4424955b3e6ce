import type { Assignment, Trial } from "./assignments.ts";
import type { BlockSums } from "./block-sums.ts";
import { LEVEL } from "./design.ts";
import { compatibleShifts, hullOfCovered, type Interval } from "./interval-inversion.ts";

/** One randomization test. */
export interface TestResult {
  /** Coefficient of the setting, B − A. */
  estimate: number;
  /** Two-sided. */
  p_value: number;
  /** 95 %, by inverting the test under an additive shift; null when no shift is compatible. */
  interval: Interval | null;
}

const COLLINEAR = 1e-9;
const TIE = 1e-9;

/**
 * Tests the observed assignment against the reference set. p counts assignments whose |coefficient| is at least the
 * observed one (ties within 1e-9 of it and of `scale`, the spread of the kept target), and always the observed
 * assignment and its mirror image; an enumerated set gives count/N, a sampled one (1 + count)/(1 + draws). Null when the
 * covariates determine the setting.
 */
export function randomizationTest(sums: BlockSums, { observed, reference }: Trial, scale: number): TestResult | null {
  const onObserved = overlapOf(sums, observed);
  const own = coefficient(sums, observed, onObserved);
  if (own === null) return null;
  const { estimate } = own;
  const least = Math.abs(estimate) - TIE * (Math.abs(estimate) + scale);
  const spans: [number, number][] = [];
  let extreme = 0;
  let twins = 0;
  for (let j = 0; j < reference.size; j++) {
    const row = reference.rows.subarray(j * reference.blocks, (j + 1) * reference.blocks);
    if (isTwin(row, observed)) {
      twins++;
      continue;
    }
    const other = coefficient(sums, row, onObserved);
    if (other === null) continue;
    if (Math.abs(other.estimate) >= least) extreme++;
    spans.push(...compatibleShifts(estimate, other.estimate, other.overlap));
  }
  const itself = reference.kind === "sampled" ? 1 : 0;
  const total = reference.size + itself;
  const needed = Math.floor(LEVEL * total - itself + 1e-12) + 1;
  return {
    estimate,
    p_value: (itself + extreme + twins) / total,
    interval: hullOfCovered(spans, needed - twins),
  };
}

/** What every assignment is held against: the observed one's samples by block, and its sum of each basis column. */
function overlapOf({ count, basis }: BlockSums, observed: Assignment) {
  return { count: count.map((n, b) => n * observed[b]), basis: basis.map((column) => sumOver(column, observed)) };
}

/**
 * The coefficient of an assignment, and how much of a shift on the B blocks of the observed one it would pick up. The
 * 0s and 1s are multiplied and not branched on: a random branch costs more than all the sums.
 */
function coefficient(sums: BlockSums, row: Assignment, onObserved: ReturnType<typeof overlapOf>) {
  let onB = 0;
  let both = 0;
  let residual = 0;
  for (let b = 0; b < row.length; b++) {
    onB += row[b] * sums.count[b];
    residual += row[b] * sums.residual[b];
    both += row[b] * onObserved.count[b];
  }
  for (let c = 0; c < sums.basis.length; c++) {
    const own = sumOver(sums.basis[c], row);
    onB -= own * own;
    both -= own * onObserved.basis[c];
  }
  return onB > COLLINEAR * sums.n ? { estimate: residual / onB, overlap: both / onB } : null;
}

function sumOver(column: Float64Array, row: Assignment): number {
  let sum = 0;
  for (let b = 0; b < row.length; b++) sum += row[b] * column[b];
  return sum;
}

/** The same assignment, or A and B exchanged: their coefficients are ±the observed one whatever the data. */
function isTwin(row: Assignment, observed: Assignment): boolean {
  const differs = row[0] !== observed[0] ? 1 : 0;
  for (let b = 1; b < row.length; b++) if ((row[b] ^ observed[b]) !== differs) return false;
  return true;
}
