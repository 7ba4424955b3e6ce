import * as z from "zod/mini";
import { command } from "../src/contract/command.ts";
import type { Archive, Ctx } from "../src/contract/context.ts";
import { field, fields } from "../src/contract/field.ts";
import { BadCall, evidence, Refusal } from "../src/contract/outcome.ts";
import { orReasonShape, samplingShape, windowShape } from "../src/contract/shapes.ts";
import { parseWindow, separateWindows, type Window } from "../src/contract/window.ts";
import { compare } from "../src/process/compare/compare.ts";
import { type CompareFields, compareText } from "../src/process/compare/compare-text.ts";
import { periodOf } from "../src/process/compare/period.ts";
import type { ComparedTag, RefusedTag } from "../src/process/compare/tag-row.ts";
import { refuseRepeatedTags } from "../src/process/multivariate/distinct-tags.ts";
import { commonContract } from "../src/series/common-contract.ts";

const count = z.int();
const number = z.number();
const share = z.strictObject({ tag: z.string(), share: number });

const evidenceShape = z.strictObject({
  before: windowShape,
  after: windowShape,
  ...orReasonShape("contract", samplingShape),
  source_id: z.nullable(z.string()),
  grid: z.strictObject({
    rate_s: z.nullable(number),
    rate_source: z.nullable(z.enum(["declared", "--rate-s"])),
    coverage_before: z.nullable(number),
    coverage_after: z.nullable(number),
  }),
  common_gaps: z.array(z.strictObject({ start: z.string(), end: z.string(), duration_s: number, n_tags: count })),
  common_gaps_dropped: count,
  n_tags: count,
  n_refused: count,
  tags: z.array(
    z.strictObject({
      tag: z.string(),
      quality: z.string(),
      refused: z.boolean(),
      ...orReasonShape("level_shift_sigma", number),
      ...orReasonShape("spread_ratio", number),
      ...orReasonShape("flagged_fraction", number),
      changed_at: z.nullable(z.string()),
      changed_at_reason: z.nullable(z.string()),
      at_seam: z.nullable(z.boolean()),
    }),
  ),
  tags_dropped: count,
  pairs: z.nullable(
    z.array(
      z.strictObject({
        left: z.string(),
        right: z.string(),
        pearson_before: number,
        pearson_after: number,
        delta: number,
        ...orReasonShape("interval", z.tuple([number, number])),
        clears: z.boolean(),
        ...orReasonShape("p_value", number),
        ...orReasonShape("p_adjusted", number),
        spearman_before: number,
        spearman_after: number,
        spearman_delta: number,
      }),
    ),
  ),
  pairs_dropped: count,
  pairs_total: z.nullable(count),
  pairs_undefined: z.nullable(count),
  pairs_without_interval: z.nullable(count),
  pairs_clearing: z.nullable(count),
  pairs_clearing_adjusted: z.nullable(count),
  expected_false_clears: z.nullable(number),
  pairs_method: z.nullable(
    z.strictObject({
      statistic: z.string(),
      interval_method: z.string(),
      level: number,
      replicates: count,
      generator: z.string(),
      seed: count,
      differences_before: count,
      differences_after: count,
      block_before: count,
      block_after: count,
      p_value_method: z.string(),
      adjustment: z.string(),
    }),
  ),
  pairs_reason: z.nullable(z.string()),
  joint: z.nullable(
    z.strictObject({
      tags_offered: count,
      tags_aligned: count,
      components: count,
      rows: count,
      explained_before: number,
      explained_after: number,
      limit_method: z.string(),
      t2_breaches: count,
      spe_breaches: z.nullable(count),
      spe_not_assessed: z.nullable(z.string()),
      contribution_method: z.literal("reconstruction"),
      spe_contributors: z.array(share),
      spe_contributors_note: z.nullable(z.string()),
      ...orReasonShape("spe_other_share", number),
    }),
  ),
  joint_reason: z.nullable(z.string()),
  refused_tables: z.record(z.string(), z.string()),
});

export default command({
  summary: "Report what changed between two periods: tag by tag, pair by pair, and all tags together.",
  args: ["archives"],
  input: z.strictObject({
    archives: field(z.array(z.string()).check(z.minLength(1)), "Archives, one a tag."),
    before: fields.statedWindow("The earlier period"),
    after: fields.statedWindow("The later period"),
    top: field(z._default(z.int().check(z.positive()), 10), "Rows of each table to list; what is left out is counted."),
    rate_s: field(
      z.optional(z.int().check(z.positive())),
      "Step of the common grid in seconds. Default: the rate that all tags declare.",
    ),
  }),
  evidence: evidenceShape,
  examples: [
    "compare liquet-demo/fic101.parquet liquet-demo/tic101.parquet --before 2024-03-30T20:00:00Z/PT3H --after 2024-03-31T04:00:00Z/PT2H",
    "compare liquet-demo/fic101.parquet liquet-demo/tic101.parquet --before 2024-03-30T20:00:00Z/PT3H --after 2024-03-31T04:00:00Z/PT2H --json",
  ],
  notes: [
    "A pair's p-value is of the hypothesis that its correlation did not change; p_adjusted holds the false discovery rate over all pairs.",
  ],
  async run(input, ctx) {
    const { before, after } = periods(input);
    const { tags, refused } = await readTags(input.archives, before, after, ctx);
    const {
      before: first,
      after: second,
      ...rest
    } = await compare({ before, after, tags, refused, rate_s: input.rate_s, top: input.top }, ctx);
    const contract = commonContract(
      { basis: "TIME_WEIGHTED", stepped: false },
      tags.map(({ meta }) => meta),
    );
    return evidence({ before: first, after: second, ...contract, ...rest });
  },
  text: (f) => compareText(f as CompareFields),
});

function periods(input: { before: string; after: string }): { before: Window; after: Window } {
  const { a: before, b: after } = separateWindows(
    parseWindow(input.before, "before"),
    parseWindow(input.after, "after"),
    ["--before", "--after"],
  );
  if (after.start < before.start) throw new BadCall("after is earlier than before; swap the two");
  return { before, after };
}

/** Opens and reads every archive. One that refuses is a row of the answer; one that cannot be opened is a bad call. */
async function readTags(
  refs: string[],
  before: Window,
  after: Window,
  ctx: Ctx,
): Promise<{ tags: ComparedTag[]; refused: RefusedTag[] }> {
  const refused: RefusedTag[] = [];
  const archives: Archive[] = [];
  for (const ref of refs) {
    const archive = await orRefused(() => ctx.archive(ref), stem(ref), refused);
    if (archive) archives.push(archive);
  }
  refuseRepeatedTags(archives);
  const tags: ComparedTag[] = [];
  for (const [i, archive] of archives.entries()) {
    const tag = await orRefused(() => readBoth(archive, before, after, ctx), archive.tag, refused);
    if (tag) tags.push(tag);
    ctx.progress(i + 1, archives.length, archive.tag);
  }
  return { tags, refused };
}

async function readBoth(archive: Archive, before: Window, after: Window, ctx: Ctx): Promise<ComparedTag> {
  const { meta } = archive;
  const first = periodOf(await archive.read(before), meta, before);
  await ctx.tick();
  const second = periodOf(await archive.read(after), meta, after);
  await ctx.tick();
  return { meta, before: first, after: second };
}

async function orRefused<T>(read: () => Promise<T>, tag: string, refused: RefusedTag[]): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refused.push({ tag, refusal: error });
    return null;
  }
}

/** What an archive is called whose metadata could not be read. */
function stem(ref: string): string {
  return ref.replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, "");
}
