import * as z from "zod/mini";
import { command } from "../src/contract/command.ts";
import type { Archive, Ctx } from "../src/contract/context.ts";
import { capOf, field, fields } from "../src/contract/field.ts";
import { mspcShape } from "../src/contract/mspc-shape.ts";
import { BadCall, evidence } from "../src/contract/outcome.ts";
import { readWindow } from "../src/contract/read-window.ts";
import { parseBaselineAndWindow, type Window } from "../src/contract/window.ts";
import { refuseStates } from "../src/process/control/chart-data.ts";
import type { ComponentChoice } from "../src/process/multivariate/components.ts";
import { refuseRepeatedTags } from "../src/process/multivariate/distinct-tags.ts";
import { mspc } from "../src/process/multivariate/mspc.ts";
import { type MspcFields, mspcText } from "../src/process/multivariate/mspc-text.ts";
import { sampleRate } from "../src/process/multivariate/sample-rate.ts";
import { baselineTag, type TagWindow, tagWindow } from "../src/process/multivariate/tag-window.ts";
import { commonContract } from "../src/series/common-contract.ts";

const fraction = z.number().check(z.gt(0), z.lte(1));

export default command({
  summary: "Hold several tags against a principal component model of a baseline, by T2 and SPE.",
  args: ["archives"],
  input: z.strictObject({
    archives: field(z.array(z.string()).check(z.minLength(2)), "Archives of tags sampled at the same instants."),
    baseline: fields.statedWindow("Where the model is fitted"),
    window: fields.statedWindow("What is judged", "baseline"),
    rate_s: field(z.optional(z.int().check(z.positive())), "Grid step in seconds. Default: the tags' declared rate."),
    components: field(
      z.optional(z.union([z.int().check(z.positive()), z.literal("auto")])),
      "Components to keep, or auto (parallel analysis).",
    ),
    variance: field(z.optional(fraction), "Fewest that explain this share; not with components. Default: 0.95."),
    limits: field(
      z._default(z.enum(["empirical", "theoretical"]), "empirical"),
      "Baseline quantiles, or T2 by F and SPE by spe_limit.",
    ),
    spe_limit: field(
      z._default(z.enum(["jackson-mudholkar", "box"]), "jackson-mudholkar"),
      "Theoretical limit of SPE.",
    ),
    quantile: field(z._default(z.number().check(z.gt(0), z.lt(1)), 0.99), "Share of in-control rows below a limit."),
    min_coverage: field(z._default(fraction, 0.95), "Least share of grid cells with a sample."),
    clip_tolerance: fields.clipTolerance(),
    max_events: fields.maxEvents(),
    max_runs: fields.maxRuns(),
  }),
  evidence: mspcShape,
  examples: [
    "mspc liquet-demo/fic101.parquet liquet-demo/tic101.parquet --baseline 2024-03-30T20:00:00Z/PT3H --window 2024-03-31T04:00:00Z/PT2H",
    "mspc liquet-demo/fic101.parquet liquet-demo/tic101.parquet --baseline 2024-03-30T20:00:00Z/PT3H --window 2024-03-31T04:00:00Z/PT2H --limits theoretical --json",
  ],
  notes: [
    "The baseline check holds out a fifth of the baseline in turn; its empirical limits are taken from at most 20,000 of",
    "the other rows, spread evenly.",
  ],
  async run(input, ctx) {
    const { baseline, window } = parseBaselineAndWindow(input);
    const choice = componentChoice(input);
    const archives: Archive[] = [];
    for (const ref of input.archives) archives.push(await ctx.archive(ref));
    refuseRepeatedTags(archives);
    for (const { meta } of archives) refuseStates(meta, "a component model");
    const metas = archives.map(({ meta }) => meta);
    const rate = sampleRate(metas, input.rate_s);
    const read = await readAll(archives, { baseline, window, clip_tolerance: input.clip_tolerance }, ctx);
    const keep = { hits: capOf(input.max_events), runs: capOf(input.max_runs) };
    const {
      tags,
      rate_s,
      rate_source,
      baseline: fitted,
      ...rest
    } = await mspc(
      {
        ...input,
        baseline: { window: baseline, tags: read.baseline },
        window: { window, tags: read.window },
        rate,
        choice,
        keep,
      },
      ctx.tick,
    );
    const contract = commonContract({ basis: "TIME_WEIGHTED", stepped: false }, metas);
    return evidence({
      tags,
      ...contract,
      rate_s,
      rate_source,
      baseline: fitted,
      clip_tolerance: input.clip_tolerance,
      ...rest,
    });
  },
  text: (f) => mspcText(f as MspcFields),
});

function componentChoice(input: {
  archives: string[];
  components?: number | "auto";
  variance?: number;
}): ComponentChoice {
  const { archives, components, variance } = input;
  if (components === undefined) return { variance: variance ?? 0.95 };
  if (variance !== undefined)
    throw new BadCall("components and variance both say how many components to keep; state one");
  if (components === "auto") return { auto: true };
  if (components > archives.length)
    throw new BadCall(`components: ${components} of ${archives.length} tags; a model has at most one a tag`);
  return { components };
}

async function readAll(
  archives: Archive[],
  { baseline, window, clip_tolerance }: { baseline: Window; window: Window; clip_tolerance: number },
  ctx: Ctx,
): Promise<{ baseline: TagWindow[]; window: TagWindow[] }> {
  const read: { baseline: TagWindow[]; window: TagWindow[] } = { baseline: [], window: [] };
  for (const [i, archive] of archives.entries()) {
    const { meta } = archive;
    const before = await readWindow(archive, baseline, "baseline");
    read.baseline.push(baselineTag(before.rows, meta, baseline, clip_tolerance));
    await ctx.tick();
    const now = await readWindow(archive, window);
    read.window.push(tagWindow(now.rows, meta, window));
    await ctx.tick();
    ctx.progress(i + 1, archives.length, archive.tag);
  }
  return read;
}
