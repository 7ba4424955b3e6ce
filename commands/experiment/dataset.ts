import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import type { Ctx } from "../../src/contract/context.ts";
import { labelledWide } from "../../src/contract/experiment-shapes.ts";
import { field } from "../../src/contract/field.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { section, showNumber, table } from "../../src/contract/text.ts";
import { originOf } from "../../src/experiment/offer.ts";
import { type ExposureRow, summariseOffers } from "../../src/experiment/offer-summary.ts";
import { PLANTED, syntheticOffer } from "../../src/experiment/synthetic-offer.ts";
import { OFFER_COLUMNS, OFFER_ORIGIN } from "../../src/experiment/synthetic-offer-files.ts";
import type { KeyColumn, NumberColumn } from "../../src/series/column-table.ts";

const count = z.int();
const number = z.nullable(z.number());
const reason = z.optional(z.string());

export default command({
  summary: "Describe the bundled synthetic offer, or a folder like it: its columns or its arms.",
  args: ["data_dir"],
  input: z.strictObject({
    data_dir: field(z.optional(z.string()), "Folder of 'experiment demo'. Default: bundled."),
    part: field(z._default(z.enum(["schema", "summary"]), "summary"), "Columns, or counts of each arm."),
  }),
  evidence: z.strictObject({
    data: z.string(),
    origin: z.string(),
    part: z.enum(["schema", "summary"]),
    tables: z.optional(
      z.array(
        z.strictObject({
          file: z.string(),
          columns: z.array(
            z.strictObject({ column: z.string(), kind: z.enum(["text", "number"]), meaning: z.string() }),
          ),
        }),
      ),
    ),
    offers: z.optional(
      z.array(
        z.strictObject({
          offer_id: z.string(),
          arms: z.array(
            z.strictObject({
              arm: z.string(),
              units: count,
              redeemed: z.number(),
              redeemed_missing: count,
              redemption_share: number,
              redemption_share_reason: reason,
              post_spend_missing: count,
              post_spend_mean: number,
              post_spend_mean_reason: reason,
            }),
          ),
        }),
      ),
    ),
  }),
  examples: ["experiment dataset", "experiment dataset --part schema --json"],
  notes: ["Counts and means describe the rows and test nothing: for a lift see 'experiment analyze-lift'."],
  async run({ data_dir, part }, ctx) {
    const metadata = data_dir === undefined ? null : `${data_dir}/metadata.json`;
    const origin = metadata === null ? OFFER_ORIGIN : originOf(await ctx.readText(metadata), metadata);
    const about = { data: data_dir ?? `bundled offer ${PLANTED.offer_id}`, origin, part };
    if (part === "schema") return evidence({ ...about, tables: OFFER_COLUMNS });
    const rows = data_dir === undefined ? syntheticOffer().exposures : await exposuresOf(data_dir, ctx);
    return evidence({ ...about, offers: summariseOffers(rows) });
  },
  text: ({ data, origin, tables = [], offers = [] }) => [
    ...labelledWide("data", data),
    ...labelledWide("origin", origin),
    ...tables.flatMap(({ file, columns }) =>
      section(
        file,
        columns.map(({ column, kind, meaning }) => `${column.padEnd(13)}${kind.padEnd(8)}${meaning}`),
      ),
    ),
    ...offers.flatMap(({ offer_id, arms }) =>
      section(
        offer_id,
        table([
          ["", "units", "redeemed", "share", "mean spend"],
          ...arms.map((a) => [
            a.arm,
            String(a.units),
            String(a.redeemed),
            showNumber(a.redemption_share),
            showNumber(a.post_spend_mean),
          ]),
        ]),
      ),
    ),
  ],
});

async function exposuresOf(folder: string, ctx: Ctx): Promise<ExposureRow[]> {
  const kinds = { offer_id: "key", arm: "key", redeemed: "number", post_spend: "number" } as const;
  const { rows, columns } = await ctx.table(`${folder}/exposures.csv`, kinds);
  const [offer, arm] = [columns.offer_id as KeyColumn, columns.arm as KeyColumn];
  const [redeemed, spend] = [columns.redeemed as NumberColumn, columns.post_spend as NumberColumn];
  const label = (column: KeyColumn, row: number) => (column.codes[row] < 0 ? "" : column.label(column.codes[row]));
  return Array.from({ length: rows }, (_, row) => ({
    offer_id: label(offer, row),
    arm: label(arm, row),
    redeemed: redeemed.values[row],
    post_spend: spend.values[row],
  }));
}
