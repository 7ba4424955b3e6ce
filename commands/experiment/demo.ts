import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { labelledWide } from "../../src/contract/experiment-shapes.ts";
import { field } from "../../src/contract/field.ts";
import { BadCall, evidence } from "../../src/contract/outcome.ts";
import { PLANTED } from "../../src/experiment/synthetic-offer.ts";
import { offerFiles } from "../../src/experiment/synthetic-offer-files.ts";

const number = z.number();

export default command({
  summary: "Write a synthetic retail offer with planted effects to find.",
  args: ["directory"],
  input: z.strictObject({
    directory: field(z._default(z.string(), "liquet-offer"), "Folder to write to, made when missing."),
  }),
  evidence: z.strictObject({
    directory: z.string(),
    synthetic: z.literal(true),
    planted: z.strictObject({
      seed: z.int(),
      generator: z.string(),
      n_customers: z.int(),
      offer_id: z.string(),
      salt: z.string(),
      weights: z.record(z.string(), number),
      redemption_control: number,
      redemption_treatment: number,
      redemption_above_median: number,
      spend_shift: number,
      spend_slope_on_pre_spend: number,
      spend_intercept: number,
      spend_residual_sd: number,
      pre_spend_mean: number,
      pre_spend_sd: number,
    }),
    files: z.array(z.strictObject({ path: z.string(), rows: z.nullable(z.int()) })),
    next: z.array(z.string()),
  }),
  examples: ["experiment demo another-offer"],
  notes: ["customers.csv, exposures.csv, metadata.json (says that it is synthetic), SYNTHETIC.md (what was planted)."],
  writes: true,
  async run({ directory }, ctx) {
    const root = directory.replace(/[/\\]+$/, "") || directory;
    const files = offerFiles().map((file) => ({ ...file, path: `${root}/${file.name}` }));
    // All are looked at before the first is written: the folder is made whole or not at all.
    for (const { path } of files) {
      if ((await ctx.fingerprint(path)) !== null) {
        throw new BadCall(`directory: '${path}' exists already, and nothing was written; choose another folder`);
      }
    }
    for (const { path, content } of files) await ctx.write(path, content);
    const data = `--data-dir ${root} --offer-id ${PLANTED.offer_id}`;
    return evidence({
      directory,
      synthetic: true as const,
      planted: PLANTED,
      files: files.map(({ path, rows }) => ({ path, rows })),
      next: [
        `liquet experiment analyze-lift ${data} --outcome redeemed --metric proportion --weights control=0.5,treatment=0.5`,
        `liquet experiment analyze-lift ${data} --outcome post_spend --metric mean --adjust cuped`,
      ],
    });
  },
  text: ({ files, planted, next }) => [
    ...files.map(
      ({ path, rows }, i) => `${i === 0 ? "wrote" : ""}`.padEnd(12) + path + (rows === null ? "" : `  ${rows} rows`),
    ),
    ...labelledWide(
      "planted",
      `redemption ${planted.redemption_control} and ${planted.redemption_treatment}, spend +${planted.spend_shift} (SYNTHETIC.md)`,
    ),
    ...labelledWide("note", "the data are synthetic: no customer of it exists"),
    ...next.map((line, i) => `${i === 0 ? "next" : ""}`.padEnd(12) + line),
  ],
});
