import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { automaticLags, kpss } from "../arima/kpss.ts";
import { requireVarying } from "../arima/require-varying.ts";
import { paramEst } from "../other-components.ts";

interface Params {
  p_threshold: number;
  regression: "c" | "ct";
  nlags: "auto" | "legacy" | number;
}

export default paramEst<Params>({
  name: "StationarityKPSS",
  object_type: "param_est",
  summary: "KPSS test of the hypothesis that the series is stationary around a level or a line.",
  source: "Kwiatkowski, Phillips, Schmidt & Shin 1992; lags of Hobijn, Franses & Ooms 2004",
  parameters: z.strictObject({
    p_threshold: field(z._default(z.number().check(z.gt(0), z.lt(1)), 0.05), "Stationary when p is above it."),
    regression: field(z._default(z.enum(["c", "ct"]), "c"), "Around a level, or a line."),
    nlags: field(
      z._default(z.union([z.enum(["auto", "legacy"]), z.int().check(z.gte(0))]), "auto"),
      "Lags of the long-run variance; legacy: 12 (n/100)^(1/4), rounded up.",
    ),
  }),
  tags: {},
  refuses: ["SeriesTooShort", "ConstantSeries"],
  example: "forecast call-method StationarityKPSS fit --kwargs y=demo:nile",
  estimate({ label, y }, { p_threshold, regression, nlags }) {
    requireVarying(label, y, 3, "a KPSS test");
    const most = y.length - 1;
    const legacy = Math.min(Math.ceil(12 * (y.length / 100) ** 0.25), most);
    const lags = nlags === "auto" ? automaticLags(y, regression) : nlags === "legacy" ? legacy : Math.min(nlags, most);
    const found = kpss(y, regression, lags);
    return {
      stationary: found.p_value > p_threshold,
      test: "KPSS",
      null_hypothesis: "stationary",
      test_statistic: found.statistic,
      pvalue: found.p_value,
      pvalue_is: found.p_at,
      lags: found.lags,
      n: y.length,
    };
  },
});
