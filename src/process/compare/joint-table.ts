import { orReason } from "../../contract/outcome.ts";
import type { Window } from "../../contract/window.ts";
import { completeColumns } from "../multivariate/align.ts";
import { blame, notRanked } from "../multivariate/blame.ts";
import { findBreaches } from "../multivariate/breaches.ts";
import { fitModel } from "../multivariate/fit-model.ts";
import { mspcLimits } from "../multivariate/mspc-limits.ts";
import { type PcaModel, scoreRows } from "../multivariate/scores.ts";
import { explainedShares } from "../multivariate/spectrum.ts";
import type { BothAligned } from "./both-aligned.ts";

/** Filled share of the grid that the joint model needs: as in mspc. */
export const JOINT_COVERAGE = 0.95;

const VARIANCE = 0.95;
const LIMITS = { limits: "empirical", spe_limit: "box", quantile: 0.99 } as const;
const NONE = { hits: 0, runs: 0 };

/** How the rows after fit a component model of the rows before: 95 % of their variance, empirical 99 % limits. */
export async function jointTable(
  aligned: BothAligned,
  { window, offered }: { window: Window; offered: number },
  tick: () => Promise<void>,
) {
  const { tags } = aligned;
  const columns = completeColumns(aligned.before);
  const { model } = await fitModel(columns, { tags, window, choice: { variance: VARIANCE } }, tick);
  const own = await scoreRows(model, columns, tick);
  const limits = mspcLimits(model, () => own, LIMITS);
  const now = completeColumns(aligned.after);
  const scores = await scoreRows(model, now, tick);
  const t2 = findBreaches(scores.t2, limits.t2, aligned.after, NONE);
  const spe = limits.spe === null ? null : findBreaches(scores.spe, limits.spe, aligned.after, NONE);
  const owed = spe?.n_hits
    ? await blame(model, { tags, columns: now }, spe, { statistic: "spe", runs: 0 }, tick)
    : null;
  return {
    tags_offered: offered,
    tags_aligned: tags.length,
    components: model.components,
    rows: aligned.after.rows.length,
    explained_before: sum(explainedShares(model).subarray(0, model.components)),
    explained_after: 1 - sum(scores.spe) / squaredLengths(model, now),
    limit_method: "empirical, quantile 0.99",
    t2_breaches: t2.n_hits,
    spe_breaches: spe?.n_hits ?? null,
    spe_not_assessed: limits.spe === null ? limits.spe_reason : null,
    contribution_method: "reconstruction" as const,
    spe_contributors: owed?.overall ?? [],
    spe_contributors_note: owed === null ? null : notRanked(model, "spe"),
    ...orReason(
      "spe_other_share",
      owed !== null && tags.length > owed.overall.length ? owed.other_share : null,
      "no other tags",
    ),
  };
}

function sum(values: Float64Array): number {
  return values.reduce((total, x) => total + x, 0);
}

/** Σ |z|² over the rows, z the values standardised as the model's. */
function squaredLengths({ means, sds }: PcaModel, columns: readonly Float64Array[]): number {
  return columns.reduce(
    (total, column, i) => total + column.reduce((t, x) => t + ((x - means[i]) / sds[i]) ** 2, 0),
    0,
  );
}
