import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { paramEst } from "../other-components.ts";
import { seriesTooShort } from "../refusals.ts";
import { seasonalityAcf } from "../seasonality/seasonality-acf.ts";

interface AcfParams {
  candidate_sp: number | number[] | null;
  p_threshold: number;
  adjusted: false;
  nlags: number | null;
  fft: boolean;
  missing: "none";
}

const lag = z.int().check(z.gte(2));

export default paramEst<AcfParams>({
  name: "SeasonalityACF",
  object_type: "param_est",
  summary: "Seasons as lags of significantly positive autocorrelation, the surest first; for series without a trend.",
  source: "Bartlett 1946",
  parameters: z.strictObject({
    candidate_sp: field(
      z._default(z.nullable(z.union([lag, z.array(lag).check(z.minLength(1))])), null),
      "Seasons to be tested; None for every lag up to nlags.",
    ),
    p_threshold: field(z._default(z.number().check(z.gt(0), z.lt(1)), 0.05), "Level of the two-sided test."),
    adjusted: field(z._default(z.literal(false), false), "The divisor is n."),
    nlags: field(z._default(z.nullable(z.int().check(z.gte(2))), null), "Longest lag; None for 10 log10 n."),
    fft: field(z._default(z.boolean(), true), "Without effect."),
    missing: field(z._default(z.literal("none"), "none"), "Missing values are refused."),
  }),
  tags: {},
  refuses: ["SeriesTooShort"],
  example: "forecast call-method 'SeasonalityACF(candidate_sp=12)' fit --kwargs y=demo:airline",
  estimate({ label, y }, { candidate_sp, p_threshold, nlags }) {
    const candidates = candidate_sp === null ? null : [candidate_sp].flat();
    const least = candidates === null ? 4 : Math.min(...candidates) + 1;
    if (y.length < least) throw seriesTooShort(label, y.length, least, "a season to be tested");
    const found = seasonalityAcf(y, { candidates, level: p_threshold, lags: nlags });
    return {
      sp: found[0]?.lag ?? 1,
      sp_significant: found.map((each) => each.lag),
      autocorrelation: found.map(({ r }) => r),
      lower: found.map(({ lower }) => lower),
      n: y.length,
    };
  },
});
