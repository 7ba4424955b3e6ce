import { createHash } from "node:crypto";
import type { TagMeta } from "./tag-meta.ts";

export type CalculationBasis = "TIME_WEIGHTED" | "EVENT_WEIGHTED";

/** What a number computed over samples takes for granted about them. Two numbers compare only on one basis. */
export interface SamplingContract {
  calculation_basis: CalculationBasis;
  /** The archive's own declaration; RECORDED when it makes none. */
  retrieval_mode: "RECORDED" | "INTERPOLATED";
  aggregate_type: "NONE";
  stepped: boolean;
  /** SHA-256 of the four, for comparing contracts at a glance. */
  digest: string;
}

/** The sampling contract of one archive under the caller's options. */
export function samplingContract(
  options: { basis: CalculationBasis; stepped: boolean },
  meta: Pick<TagMeta, "retrieval_mode">,
): SamplingContract {
  const contract = {
    calculation_basis: options.basis,
    retrieval_mode: meta.retrieval_mode ?? "RECORDED",
    aggregate_type: "NONE",
    stepped: options.stepped,
  } as const;
  // The text of the reference implementation, so that its digests and ours agree.
  const stepped = contract.stepped ? "True" : "False";
  const text = `calculation_basis=${contract.calculation_basis}|retrieval_mode=${contract.retrieval_mode}|aggregate_type=NONE|stepped=${stepped}`;
  return { ...contract, digest: createHash("sha256").update(text).digest("hex") };
}
