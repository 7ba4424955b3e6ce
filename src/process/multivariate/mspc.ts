import { orReason } from "../../contract/outcome.ts";
import { type Window, windowFields } from "../../contract/window.ts";
import { looksAhead } from "../control/baseline-fields.ts";
import { dealRuns } from "../control/deal-runs.ts";
import type { Keep } from "../control/signals.ts";
import { type Aligned, alignTags, completeColumns } from "./align.ts";
import { breachFields } from "./breach-fields.ts";
import { findBreaches } from "./breaches.ts";
import { commonGaps } from "./common-gaps.ts";
import type { ComponentChoice } from "./components.ts";
import { type FittedModel, fitModel } from "./fit-model.ts";
import { holdOut } from "./hold-out.ts";
import { type LimitRequest, type MspcLimits, mspcLimits } from "./mspc-limits.ts";
import type { SampleRate } from "./sample-rate.ts";
import { scoreRows } from "./scores.ts";
import { explainedShares } from "./spectrum.ts";
import type { TagWindow } from "./tag-window.ts";

/** Tags over one window, one element a tag in the caller's order. */
export interface TagsOver {
  window: Window;
  tags: TagWindow[];
}

/** What a multivariate chart is asked. */
export interface MspcRequest extends LimitRequest {
  baseline: TagsOver;
  window: TagsOver;
  rate: SampleRate;
  min_coverage: number;
  choice: ComponentChoice;
  /** `runs` is the total over T² and SPE. */
  keep: Keep;
}

type Tick = () => Promise<void>;

/**
 * Holds aligned rows of several tags against a principal component model of a separate baseline, by T² and SPE. `tick`
 * is awaited between the passes over the rows.
 */
export async function mspc(request: MspcRequest, tick: Tick) {
  const before = align(request.baseline, "baseline", request);
  await tick();
  const now = align(request.window, "window", request);
  await tick();
  const columns = completeColumns(before);
  const about = { tags: before.tags, window: request.baseline.window, choice: request.choice };
  const fitted = await fitModel(columns, about, tick);
  const own = await scoreRows(fitted.model, columns, tick);
  const limits = mspcLimits(fitted.model, () => own, request);
  const check = await holdOut(fitted, columns, own, { ...request, speAssessed: limits.spe !== null }, tick);
  return {
    tags: request.baseline.tags.map(({ tag }) => tag),
    ...request.rate,
    baseline: { ...windowFields(request.baseline.window), rows: fitted.model.n, coverage: before.coverage },
    look_ahead: looksAhead(request.baseline.window, request.window.window),
    window: { ...windowFields(request.window.window), rows: now.rows.length, coverage: now.coverage },
    ...gapFields(request),
    model: modelFields(fitted),
    limits: limitFields(request, limits),
    ...orReason("baseline_check", check, "without one of its blocks the baseline no longer supports this model"),
    ...(await judge(request, fitted, limits, now, tick)),
  };
}

function align({ window, tags }: TagsOver, which: string, { rate, min_coverage }: MspcRequest): Aligned {
  return alignTags(tags, { window, rate_s: rate.rate_s, min_coverage, which });
}

/** The breaches of the window, and which tags they are owed to. */
async function judge(request: MspcRequest, { model }: FittedModel, limits: MspcLimits, now: Aligned, tick: Tick) {
  const columns = completeColumns(now);
  const scores = await scoreRows(model, columns, tick);
  const foundT2 = findBreaches(scores.t2, limits.t2, now, request.keep);
  const foundSpe = limits.spe === null ? null : findBreaches(scores.spe, limits.spe, now, request.keep);
  const [runsT2, runsSpe] = dealRuns([foundT2.n_runs, foundSpe?.n_runs ?? 0], request.keep.runs);
  const rows = { model, aligned: now, columns };
  const t2 = await breachFields(foundT2, rows, { statistic: "t2", runs: runsT2 }, tick);
  const spe = foundSpe && (await breachFields(foundSpe, rows, { statistic: "spe", runs: runsSpe }, tick));
  return {
    contribution_method: "reconstruction" as const,
    contributors_ranked: t2.ranked || (spe?.ranked ?? false),
    n_t2_breaches: t2.n,
    t2_breaches: t2.breaches,
    t2_breaches_dropped: t2.breaches_dropped,
    t2_runs: t2.runs,
    t2_runs_dropped: t2.runs_dropped,
    ...orReason("t2_contributors", t2.contributors, t2.not_ranked ?? ""),
    n_spe_breaches: spe?.n ?? null,
    spe_breaches: spe?.breaches ?? null,
    spe_breaches_dropped: spe?.breaches_dropped ?? 0,
    spe_runs: spe?.runs ?? null,
    spe_runs_dropped: spe?.runs_dropped ?? 0,
    ...orReason("spe_contributors", spe?.contributors ?? null, spe?.not_ranked ?? "SPE is not assessed"),
    spe_not_assessed: limits.spe === null ? limits.spe_reason : null,
    contributors: { ...t2.byInstant, ...spe?.byInstant },
  };
}

const COMMON_GAPS_SHOWN = 10;

function gapFields({ baseline, window }: MspcRequest) {
  const gaps = [baseline, window].flatMap(({ tags }) => commonGaps(tags.map((tag) => tag.gaps)));
  return {
    common_gaps: gaps.slice(0, COMMON_GAPS_SHOWN),
    common_gaps_dropped: Math.max(0, gaps.length - COMMON_GAPS_SHOWN),
  };
}

function modelFields({ model, choice }: FittedModel) {
  return {
    components: model.components,
    n_columns: model.p,
    rank: model.rank,
    selection: choice.selection,
    selection_rule: choice.rule,
    explained_variance: [...explainedShares(model).subarray(0, model.components)],
  };
}

function limitFields({ limits: method, spe_limit, quantile }: MspcRequest, limits: MspcLimits) {
  const empirical = method === "empirical";
  return {
    method,
    t2: limits.t2,
    ...orReason("spe", limits.spe, limits.spe_reason),
    t2_method: empirical ? "type-7 quantile of the baseline rows" : "F, k(n^2-1)/(n(n-k)) F(k, n-k)",
    spe_method: empirical ? "type-7 quantile of the baseline rows" : spe_limit,
    quantile,
  };
}
