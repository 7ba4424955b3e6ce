import * as z from "zod/mini";
import { command } from "../src/contract/command.ts";
import { compareShape } from "../src/contract/compare-shape.ts";
import type { Archive, Ctx } from "../src/contract/context.ts";
import { field, fields } from "../src/contract/field.ts";
import { BadCall, evidence, Refusal } from "../src/contract/outcome.ts";
import { parseWindow, separateWindows, type Window } from "../src/contract/window.ts";
import { compare } from "../src/process/compare/compare.ts";
import { type CompareFields, compareText } from "../src/process/compare/compare-text.ts";
import { periodOf } from "../src/process/compare/period.ts";
import type { ComparedTag, RefusedTag } from "../src/process/compare/tag-row.ts";
import { refuseRepeatedTags } from "../src/process/multivariate/distinct-tags.ts";
import { commonContract } from "../src/series/common-contract.ts";

export default command({
  summary: "Report what changed between two periods: by tag, by pair, and over all tags.",
  args: ["archives"],
  input: z.strictObject({
    archives: field(z.array(z.string()).check(z.minLength(1)), "Archives, one a tag."),
    before: fields.statedWindow("The earlier period"),
    after: fields.statedWindow("The later period", "before"),
    top: field(z._default(z.int().check(z.positive()), 10), "Rows of each table to list."),
    rate_s: field(z.optional(z.int().check(z.positive())), "Grid step in seconds. Default: the tags' declared rate."),
  }),
  evidence: compareShape,
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
  const first = await periodOf(await archive.read(before), meta, before, ctx.tick);
  await ctx.tick();
  const second = await periodOf(await archive.read(after), meta, after, ctx.tick);
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
