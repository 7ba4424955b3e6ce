import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { BadCall } from "../../contract/outcome.ts";
import { paramEst } from "../other-components.ts";
import { seriesTooShort } from "../refusals.ts";
import { longestPeriod, seasonalityPeriodogram } from "../seasonality/seasonality-periodogram.ts";

export default paramEst<{ min_period: number; max_period: number | null; thresh: number }>({
  name: "SeasonalityPeriodogram",
  object_type: "param_est",
  summary: "Seasons as peaks of Welch's averaged spectrum, the strongest first; for series without a trend.",
  source: "Welch 1967",
  parameters: z.strictObject({
    min_period: field(z._default(z.int().check(z.gte(2)), 4), "Shortest season."),
    max_period: field(z._default(z.nullable(z.int().check(z.gte(2))), null), "Longest; None for n/3, at most 512."),
    thresh: field(z._default(z.number().check(z.gte(0), z.lte(1)), 0.1), "Share of the highest power that counts."),
  }),
  tags: {},
  refuses: ["SeriesTooShort"],
  example: "forecast call-method 'SeasonalityPeriodogram()' fit --kwargs y=demo:sunspot_year",
  estimate({ label, y }, { min_period, max_period, thresh }) {
    if (max_period !== null && max_period < min_period)
      throw new BadCall(`spec: SeasonalityPeriodogram: max_period=${max_period} is below min_period=${min_period}`);
    const least = 3 * min_period;
    if (y.length < least) throw seriesTooShort(label, y.length, least, `three seasons of ${min_period}`);
    const found = seasonalityPeriodogram(y, { min_period, max_period, threshold: thresh });
    return {
      sp: found[0]?.period ?? 1,
      sp_significant: found.map(({ period }) => period),
      power: found.map(({ power }) => power),
      longest_period: longestPeriod(y.length, max_period),
      n: y.length,
    };
  },
});
