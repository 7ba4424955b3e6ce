import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import type { Archive } from "../../src/contract/context.ts";
import { field } from "../../src/contract/field.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { planShape, readPlanText } from "../../src/contract/plan-shape.ts";
import { readWindow } from "../../src/contract/read-window.ts";
import { orReasonShape, samplingShape, unitShape } from "../../src/contract/shapes.ts";
import { analyzeTrial } from "../../src/process/switchback/analysis.ts";
import { analysisText } from "../../src/process/switchback/analysis-text.ts";
import type { TrialRows } from "../../src/process/switchback/columns.ts";
import { readPlanDocument } from "../../src/process/switchback/plan-document.ts";
import { requireEstimate } from "../../src/process/switchback/require-estimate.ts";
import { scheduleWindow } from "../../src/process/switchback/schedule.ts";
import { chooseTags } from "../../src/process/switchback/trial-tags.ts";
import { verifyPlan } from "../../src/process/switchback/verify.ts";

const number = z.number();
const estimateReason = z.enum(["too_few", "no_spread", "too_many_covariates", "empty_block", "collinear"]);

const effectShape = z.strictObject({
  covariates: z.array(z.string()),
  estimate: z.nullable(number),
  unit: z.nullable(z.string()),
  p_value: z.nullable(number),
  interval: z.nullable(
    z.strictObject({
      lo: z.nullable(number),
      hi: z.nullable(number),
      lo_unbounded: z.boolean(),
      hi_unbounded: z.boolean(),
    }),
  ),
  n_kept: number,
  n_kept_a: number,
  n_kept_b: number,
  fewest_per_block: number,
  most_per_block: number,
  kept_per_block: z.array(number),
  reason: z.nullable(estimateReason),
  detail: z.nullable(z.string()),
});

const evidenceShape = z.strictObject({
  tag: z.string(),
  contract: samplingShape,
  units: unitShape,
  quality: z.strictObject({
    n_samples: number,
    n_good: number,
    ...orReasonShape("good_fraction", number),
    range_known: z.boolean(),
    ...orReasonShape("censored", z.boolean()),
    n_clipped: number,
    ...orReasonShape("clipped_fraction", number),
  }),
  plan: planShape,
  settings: z.array(z.enum(["A", "B"])),
  blocks_dropped: number,
  method: z.strictObject({
    estimator: z.string(),
    test: z.string(),
    interval: z.string(),
    confidence: z.literal(0.95),
  }),
  direct: effectShape,
  adjusted: z.nullable(effectShape),
  covariate_checks: z.array(
    z.strictObject({
      tag: z.string(),
      estimate: z.nullable(number),
      unit: z.nullable(z.string()),
      p_value: z.nullable(number),
      moves_with_setting: z.boolean(),
      n_kept: number,
      reason: z.nullable(estimateReason),
    }),
  ),
  unused: z.array(z.string()),
  assumptions: z.string(),
});

export default command({
  summary: "Estimate a switchback trial's effect: B - A, randomization p-value and 95% interval.",
  args: ["plan", "archives"],
  input: z.strictObject({
    plan: field(z.string(), "File of 'switchback plan', or its JSON; verified first."),
    archives: field(z.array(z.string()).check(z.minLength(1)), "Archives of target and covariates."),
    target: field(z.string(), "Tag to analyse: source:point, or point id."),
    covariates: field(z._default(z.array(z.string()), []), "Tag to allow for, that the setting does not move."),
    max_blocks: field(
      z._default(z.union([z.int().check(z.nonnegative()), z.literal("all")]), 200),
      "Most blocks to list.",
    ),
  }),
  evidence: evidenceShape,
  examples: [
    "switchback analyze liquet-demo/switchback/plan.json liquet-demo/switchback/ti201.parquet --target TI201.PV",
    "switchback analyze liquet-demo/switchback/plan.json liquet-demo/switchback/ti201.parquet liquet-demo/switchback/fi200.parquet liquet-demo/switchback/tt001.parquet --target TI201.PV --covariates FI200.PV --covariates TT001.PV",
  ],
  notes: [
    "Samples within the washout of a block, not GOOD, or outside the blocks are not used. A trial without an estimate is a",
    "refusal that carries the rest of the answer as details.report; an adjusted estimate can be missing with its reason.",
  ],
  async run({ plan, archives, target, covariates, max_blocks }, ctx) {
    const { text, label } = await readPlanText(plan, ctx);
    const verified = verifyPlan(readPlanDocument(text, label), label);
    const opened: Archive[] = [];
    for (const ref of archives) opened.push(await ctx.archive(ref));
    const chosen = chooseTags(
      opened.map(({ tag }) => tag),
      target,
      covariates,
    );
    const window = scheduleWindow(verified.schedule);
    const { rows } = await readWindow(opened[chosen.target], window, "schedule");
    const others: TrialRows[] = [];
    for (const i of chosen.covariates) others.push({ ...opened[i], rows: await opened[i].read(window) });
    await ctx.tick();
    const request = {
      verified,
      target: { ...opened[chosen.target], rows },
      covariates: others,
      unused: chosen.unused.map((i) => opened[i].tag),
      max_blocks: max_blocks === "all" ? Number.POSITIVE_INFINITY : max_blocks,
    };
    const fields = await analyzeTrial(request, ctx.tick);
    requireEstimate(fields);
    return evidence(fields);
  },
  text: analysisText,
});
