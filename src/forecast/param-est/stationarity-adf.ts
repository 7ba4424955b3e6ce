import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { type Autolag, adf, deterministicTerms, mostAdfLags } from "../arima/adf.ts";
import type { AdfRegression } from "../arima/mackinnon.ts";
import { requireVarying } from "../arima/require-varying.ts";
import { paramEst } from "../other-components.ts";
import { seriesTooShort } from "../refusals.ts";

interface Params {
  p_threshold: number;
  maxlag: number | null;
  regression: AdfRegression;
  autolag: Autolag;
}

export default paramEst<Params>({
  name: "StationarityADF",
  object_type: "param_est",
  summary: "Augmented Dickey-Fuller test of the hypothesis that the series has a unit root.",
  source: "Dickey & Fuller 1979; Said & Dickey 1984; p-values of MacKinnon 1994",
  parameters: z.strictObject({
    p_threshold: field(z._default(z.number().check(z.gt(0), z.lt(1)), 0.05), "Stationary when p is below it."),
    maxlag: field(
      z._default(z.nullable(z.int().check(z.gte(0))), null),
      "Most lags; None: 12 (n/100)^(1/4), rounded up.",
    ),
    regression: field(z._default(z.enum(["n", "c", "ct", "ctt"]), "c"), "Terms beside the lags: none to a parabola."),
    autolag: field(
      z._default(z.nullable(z.enum(["AIC", "BIC", "t-stat"])), "AIC"),
      "How lags are chosen; None takes the most.",
    ),
  }),
  tags: {},
  refuses: ["SeriesTooShort", "ConstantSeries"],
  example: "forecast call-method StationarityADF fit --kwargs y=demo:nile",
  estimate({ label, y }, { p_threshold, maxlag, regression, autolag }) {
    requireVarying(label, y, 2 * (deterministicTerms(regression) + 2), "an ADF test");
    const most = maxlag ?? mostAdfLags(y.length, regression);
    const found = adf(y, regression, most, autolag);
    if (found === null) {
      const needed = 2 * most + deterministicTerms(regression) + 4;
      throw seriesTooShort(label, y.length, needed, `an ADF test with ${most} lags`, "take fewer lags (maxlag)");
    }
    return {
      stationary: found.p_value < p_threshold,
      test: "augmented Dickey-Fuller",
      null_hypothesis: "a unit root",
      test_statistic: found.statistic,
      pvalue: found.p_value,
      usedlag: found.lags,
      n_used: found.n_used,
    };
  },
});
