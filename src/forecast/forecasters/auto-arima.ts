import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { type AutoArima, type AutoOptions, autoArima } from "../arima/auto.ts";
import { describeChoice, type TracedArima, tracedOf } from "../arima/describe-choice.ts";
import { requireRows } from "../arima/enough-rows.ts";
import { bridged, spanOf } from "../arima/gaps.ts";
import { continueArima, fittedArima, keepArima, NONE, predictArima } from "../arima/kept.ts";
import { forecaster } from "../component.ts";
import { seasonalStrength } from "../decompose/strength.ts";
import { seasonOf } from "../seasonality/season-of.ts";
import { spField } from "../spec/parameter.ts";

type Params = Omit<AutoOptions, "sp"> & { sp: number | null };

const count = (value: number, most: number) => z._default(z.int().check(z.gte(0), z.lte(most)), value);
const stated = (most: number) => z._default(z.nullable(z.int().check(z.gte(0), z.lte(most))), null);

export default forecaster<Params, TracedArima>({
  name: "AutoARIMA",
  object_type: "forecaster",
  summary: "Seasonal ARIMA whose differences come from tests and whose orders come from a search by AICc, all told.",
  source: "Hyndman & Khandakar 2008, as auto.arima of R's forecast 8.20",
  parameters: z.strictObject({
    start_p: field(count(2, 50), "Where the search starts."),
    d: field(stated(3), "Differences; None to test."),
    start_q: field(count(2, 50), "Where the search starts."),
    max_p: field(count(5, 50), "Most AR lags."),
    max_d: field(count(2, 3), "Most differences."),
    max_q: field(count(5, 50), "Most MA lags."),
    start_P: field(count(1, 10), "Where the search starts."),
    D: field(stated(2), "Seasonal differences; None to test."),
    start_Q: field(count(1, 10), "Where the search starts."),
    max_P: field(count(2, 10), "Most seasonal AR lags."),
    max_D: field(count(1, 2), "Most seasonal differences."),
    max_Q: field(count(2, 10), "Most seasonal MA lags."),
    max_order: field(count(5, 100), "Most lags in all when every model is tried (stepwise=False)."),
    sp: field(z._default(spField, null), "Season in rows; 1 for none, None to find it."),
    seasonal: field(z._default(z.boolean(), true), "May have a season."),
    stationary: field(z._default(z.boolean(), false), "No differences."),
    information_criterion: field(z._default(z.enum(["aicc", "aic", "bic"]), "aicc"), "What ranks the models."),
    alpha: field(z._default(z.number().check(z.gte(0.01), z.lte(0.1)), 0.05), "Level of the unit root test."),
    test: field(z._default(z.enum(["kpss", "adf"]), "kpss"), "For differences."),
    seasonal_test: field(
      z._default(z.enum(["seas", "ocsb"]), "seas"),
      "For seasonal differences: strength by STL above 0.64, or OCSB.",
    ),
    stepwise: field(z._default(z.boolean(), true), "False: every model within the bounds."),
    approximation: field(
      z._default(z.nullable(z.boolean()), null),
      "Rank by conditional sums of squares; None: with more than 150 rows or a season above 12.",
    ),
    with_intercept: field(z._default(z.boolean(), true), "A mean or a drift may be in the model."),
    maxiter: field(
      z._default(z.int().check(z.gte(1)), 50),
      "Without effect: the search goes on until nothing is to gain.",
    ),
    n_jobs: field(z._default(z.int(), 1), "Without effect."),
    suppress_warnings: field(z._default(z.boolean(), false), "Without effect: warnings are part of the answer."),
    error_action: field(z._default(z.string(), "warn"), "Without effect: rejected models are in the trace."),
    trace: field(z._default(z.boolean(), false), "Without effect: the trace is part of what was found."),
  }),
  tags: {
    "capability:pred_int": true,
    "capability:exogenous": true,
    "capability:missing_values": true,
    "capability:update": true,
  },
  refuses: ["SeriesTooShort", "MissingValues", "SingularModel"],
  example: "forecast predict demo:airline --spec 'AutoARIMA(sp=12)' --horizon 3",
  minLength: (_params, { x }) => 3 + x.length,
  async fit(train, params, { tick }) {
    requireRows(train, 3 + train.x.length);
    const { from, to } = spanOf(train.y);
    const whole = { ...train, y: bridged(train.y.subarray(from, to)) };
    const { sp, warnings } = params.seasonal ? seasonOf(whole, params.sp) : { sp: 1, warnings: [] };
    const { label, y, x } = train;
    const found: AutoArima = await autoArima({ label, y, x, strength: seasonalStrength, tick }, { ...params, sp });
    return tracedOf(
      found,
      keepArima(found.fit, train, NONE, [...warnings, ...(found.fallback === null ? [] : [found.fallback])]),
    );
  },
  predict: (state, _params, ask) => predictArima(state, ask, NONE),
  update: (state, train) => ({ ...state, ...continueArima(state, train, NONE) }),
  fitted: fittedArima,
  describe: describeChoice,
});
