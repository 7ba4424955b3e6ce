import { orReason } from "../contract/outcome.ts";
import { type CalculationBasis, type SamplingContract, samplingContract } from "./sampling.ts";
import { type TagMeta, tagOf } from "./tag-meta.ts";

/** The one sampling contract of several archives; null, saying which differ, when their retrieval modes do. */
export function commonContract(
  options: { basis: CalculationBasis; stepped: boolean },
  metas: readonly TagMeta[],
): { contract: SamplingContract | null; contract_reason?: string } {
  const contracts = metas.map((meta) => samplingContract(options, meta));
  const other = contracts.findIndex(({ digest }) => digest !== contracts[0].digest);
  const [a, b] = [metas[0], metas[other]];
  const reason =
    other < 0
      ? ""
      : `${tagOf(a)} is ${contracts[0].retrieval_mode} and ${tagOf(b)} is ${contracts[other].retrieval_mode}`;
  return orReason("contract", other < 0 ? contracts[0] : null, reason);
}
