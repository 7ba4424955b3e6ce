import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { BadCall } from "../../contract/outcome.ts";
import type { NumberColumn } from "../../series/dataset/dataset.ts";
import { transformer } from "../component.ts";

interface Params {
  sp_list: number[];
  fourier_terms_list: number[];
  freq: string | null;
  keep_original_columns: boolean;
}

interface State {
  first: number;
  /** Season and number of the term, each frequency once. */
  terms: [number, number][];
}

/** Terms of every season whose frequency did not come before. BadCall where lists do not fit, or a term repeats lower ones. */
function termsOf({ sp_list, fourier_terms_list }: Params): [number, number][] {
  if (sp_list.length !== fourier_terms_list.length)
    throw new BadCall(
      `spec: FourierFeatures: sp_list has ${sp_list.length} seasons and fourier_terms_list ${fourier_terms_list.length}`,
    );
  const terms = new Map<number, [number, number]>();
  for (const [i, sp] of sp_list.entries()) {
    const most = fourier_terms_list[i];
    if (2 * most > sp)
      throw new BadCall(
        `spec: FourierFeatures: a season of ${sp} rows has at most ${Math.floor(sp / 2)} terms, not ${most}`,
      );
    for (let k = 1; k <= most; k++) if (!terms.has(k / sp)) terms.set(k / sp, [sp, k]);
  }
  return [...terms.values()];
}

/** Sine and cosine of a term; at half the season the sine is 0 in every row and left out. */
function columnsOf([sp, k]: [number, number], from: number, n: number): NumberColumn[] {
  const angle = (t: number) => (2 * Math.PI * ((k * (from + t)) % sp)) / sp;
  const column = (name: string, of: (angle: number) => number) => ({
    name: `${name}_${sp}_${k}`,
    values: Float64Array.from({ length: n }, (_, t) => of(angle(t))),
  });
  return 2 * k === sp ? [column("cos", Math.cos)] : [column("sin", Math.sin), column("cos", Math.cos)];
}

export default transformer<Params, State>({
  name: "FourierFeatures",
  object_type: "transformer",
  summary: "Sines and cosines of seasons as explaining columns: FourierFeatures(...) ** ARIMA(...).",
  source: "Hyndman & Athanasopoulos, Forecasting: Principles and Practice, 3rd ed., sections 7.4 and 10.5",
  parameters: z.strictObject({
    sp_list: field(z.array(z.number().check(z.gt(1))).check(z.minLength(1)), "Seasons in rows."),
    fourier_terms_list: field(z.array(z.int().check(z.gte(1))), "Terms of each season, at most half of it."),
    freq: field(z._default(z.nullable(z.string()), null), "Without effect: seasons count rows."),
    keep_original_columns: field(z._default(z.boolean(), false), "Keep the explaining columns beside them."),
  }),
  tags: { "capability:missing_values": true },
  refuses: [],
  example: "forecast predict demo:airline --spec 'FourierFeatures([12], [2]) ** ARIMA(order=(0, 1, 1))' --horizon 3",
  minLength: () => 1,
  fit: ({ first }, params) => ({ first, terms: termsOf(params) }),
  transform: ({ first, terms }, { keep_original_columns }, train) => {
    const made = terms.flatMap((term) => columnsOf(term, train.first - first, train.y.length));
    return { ...train, x: keep_original_columns ? [...train.x, ...made] : made };
  },
  invert: null,
  makes_columns: () => true,
  describe: ({ terms }, { sp_list }) => ({ sp: Math.max(...sp_list), n_terms: terms.length }),
});
