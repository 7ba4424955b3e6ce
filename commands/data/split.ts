import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { dataField } from "../../src/contract/data-shapes.ts";
import { field } from "../../src/contract/field.ts";
import { BadCall, evidence, refusal } from "../../src/contract/outcome.ts";
import { labelled } from "../../src/contract/text.ts";
import type { SeriesData } from "../../src/series/dataset/dataset.ts";
import { checkIndex } from "../../src/series/dataset/index-check.ts";
import { labelText } from "../../src/series/dataset/index-label.ts";
import { requireAscending, requireDistinct, requireLength, requireSeries } from "../../src/series/dataset/require.ts";
import { zoneOf } from "../../src/series/dataset/zone-of.ts";

const horizon = z.int().check(z.positive());

export default command({
  summary: "Split a series in time into a training and a test part, each with its handle.",
  args: ["data_handle"],
  input: z.strictObject({
    data_handle: dataField(),
    test_size: field(
      z.optional(z.number().check(z.gt(0), z.lt(1))),
      "Test share: the last floor(n x share) rows, at least 1.",
    ),
    fh: field(
      z.optional(z.union([horizon, z.array(horizon)])),
      "Steps to forecast: so many test rows, or up to the largest.",
    ),
  }),
  evidence: z.strictObject({
    train_handle: z.string(),
    test_handle: z.string(),
    cutoff: z.string(),
    train_size: z.int(),
    n_test: z.int(),
    train: z.strictObject({ first: z.string(), last: z.string() }),
    test: z.strictObject({ first: z.string(), last: z.string() }),
  }),
  examples: ["data split demo:airline --fh 12", "data split demo:nile --test-size 0.2 --json"],
  notes: ["Explaining columns are split at the same row. The cutoff is the last label of the training part."],
  async run({ data_handle, test_size, fh }, ctx) {
    if ((test_size === undefined) === (fh === undefined))
      throw new BadCall("test_size: give either --test-size or --fh");
    const data = requireSeries(await ctx.data(data_handle));
    const found = checkIndex(data.index, data.frequency, await zoneOf(data.index.tz));
    requireAscending(data.label, data.index, found);
    requireDistinct(data.label, data.index, found);
    requireLength(data, 2, "a training and a test part");
    const n = data.y.values.length;
    const n_test = fh === undefined ? Math.max(1, Math.floor(n * (test_size ?? 0) + 1e-9)) : Math.max(...[fh].flat());
    if (n_test >= n) throw nothingLeft(data, n_test);
    const part = async (name: "train" | "test") =>
      (await ctx.deriveData({ op: "split", of: data.handle, part: name, n_test })).data as SeriesData;
    const [train, test] = [await part("train"), await part("test")];
    return evidence({
      train_handle: train.handle,
      test_handle: test.handle,
      cutoff: ends(train).last,
      train_size: n - n_test,
      n_test,
      train: ends(train),
      test: ends(test),
    });
  },
  text: (f) => [
    labelled("train", `${f.train_handle}   ${f.train_size} rows, ${f.train.first} to ${f.train.last}`),
    labelled("test", `${f.test_handle}   ${f.n_test} rows, ${f.test.first} to ${f.test.last}`),
  ],
});

function ends({ index }: SeriesData) {
  return { first: labelText(index, index.at[0]), last: labelText(index, index.at[index.at.length - 1]) };
}

function nothingLeft({ label, y }: SeriesData, n_test: number): Error {
  const n = y.values.length;
  const remedy = `choose at most ${n - 1} test rows`;
  return refusal(
    "SeriesTooShort",
    `${label}: ${n} observations, and ${n_test} for the test part leave none to learn from; ${remedy}`,
    {
      check: "length",
      observed: n,
      required: n_test + 1,
      remedy,
    },
  );
}
