import { orReason, refusal } from "../../contract/outcome.ts";
import { logGamma } from "../../numerics/log-gamma.ts";

/** How many assignments a trial could have had, and which of them the test compares with. */
export interface Design {
  /** K blocks. */
  blocks: number;
  /** N = C(K, K/2), exact; null above 2⁵³. */
  assignments: number | null;
  /** log₁₀ N. */
  log10_assignments: number;
  /** All N assignments, or the observed one and 1000 drawn. */
  reference: "enumerated" | "sampled";
  /** N, or 1001. */
  reference_size: number;
  /** The least p-value that the test can give: 2/N (an assignment and its mirror image tie), or 1/1001. */
  smallest_p: number;
}

export const DRAWS = 1000;
const FEWEST_ASSIGNMENTS = 20;
/** The level that claims are made at; intervals have confidence 1 − LEVEL. */
export const LEVEL = 0.05;

/** The design of K blocks with K/2 on each setting. K odd is not balanced and never asked. */
export function designOf(blocks: number): Design {
  const count = blocks < 2 ? 0 : binomialHalf(blocks);
  const log10_assignments = (logGamma(blocks + 1) - 2 * logGamma(blocks / 2 + 1)) / Math.LN10;
  const assignments = count <= Number.MAX_SAFE_INTEGER ? count : null;
  const enumerated = count <= DRAWS;
  return {
    blocks,
    assignments,
    log10_assignments,
    reference: enumerated ? "enumerated" : "sampled",
    reference_size: enumerated ? count : DRAWS + 1,
    smallest_p: count === 0 ? 1 : enumerated ? 2 / count : 1 / (DRAWS + 1),
  };
}

/** The part of a design that answers and plan documents show. */
export function designFields(design: Design) {
  const { assignments, log10_assignments, reference, reference_size, smallest_p } = design;
  return {
    ...orReason("assignments", assignments, "more than 2^53"),
    log10_assignments,
    reference,
    reference_size,
    smallest_p,
  };
}

export type DesignFields = ReturnType<typeof designFields>;

/** C(k, k/2) by exact partial products while they stay below 2⁵³; Infinity for large k is fine. */
function binomialHalf(k: number): number {
  let count = 1;
  for (let i = 1; i <= k / 2; i++) count = (count * (k / 2 + i)) / i;
  return Math.round(count);
}

/** Refuses DesignTooSmall when no outcome could be significant at 0.05, or N < 20. */
export function requireUsableDesign(design: Design, subject: string): void {
  const { blocks, assignments, smallest_p } = design;
  const few = assignments !== null && assignments < FEWEST_ASSIGNMENTS;
  if (!few && smallest_p <= LEVEL) return;
  const found = few
    ? `${blocks} blocks allow ${assignments} balanced assignments, fewer than ${FEWEST_ASSIGNMENTS}`
    : `${blocks} blocks allow ${assignments} balanced assignments, so no p-value below ${smallest_p} can come out`;
  throw refusal(
    "DesignTooSmall",
    `${subject}: ${found}; plan more, shorter blocks or a longer window (8 blocks are enough)`,
    {
      check: few ? "assignments" : "smallest_p",
      observed: few ? assignments : smallest_p,
      required: few ? `at least ${FEWEST_ASSIGNMENTS}` : `at most ${LEVEL}`,
      remedy: "plan more, shorter blocks or a longer window",
      blocks,
      assignments,
      smallest_p,
    },
  );
}
