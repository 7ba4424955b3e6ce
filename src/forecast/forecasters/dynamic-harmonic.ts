import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { orReason } from "../../contract/outcome.ts";
import { describeChoice } from "../arima/describe-choice.ts";
import { fitHarmonic, type HarmonicParams, type HarmonicState, harmonicsOf } from "../arima/harmonic.ts";
import { continueArima, fittedArima, predictArima } from "../arima/kept.ts";
import { modelName } from "../arima/orders.ts";
import { forecaster } from "../component.ts";

const terms = z.int().check(z.gte(0), z.lte(50));

export default forecaster<HarmonicParams, HarmonicState>({
  name: "DynamicHarmonic",
  object_type: "forecaster",
  summary: "Long or several seasons as sums of sines and cosines, with ARIMA errors.",
  source: "Hyndman & Athanasopoulos, Forecasting: Principles and Practice, 3rd ed., section 10.5",
  parameters: z.strictObject({
    sp_list: field(z.array(z.number().check(z.gt(1))).check(z.minLength(1)), "Seasons in rows."),
    K: field(
      z._default(z.nullable(z.union([terms, z.array(terms)])), null),
      "Harmonics, of all seasons or of each; None to choose by AICc.",
    ),
    order: field(
      z._default(z.nullable(z.tuple([z.int(), z.int(), z.int()]).check(z.refine((o) => o.every((v) => v >= 0)))), null),
      "(p, d, q) of the errors; None to search.",
    ),
  }),
  tags: {
    "capability:pred_int": true,
    "capability:exogenous": true,
    "capability:missing_values": true,
    "capability:update": true,
  },
  refuses: ["SeriesTooShort", "SingularModel"],
  example: "forecast predict demo:airline --spec 'DynamicHarmonic([12], K=2, order=(1, 1, 1))' --horizon 3",
  minLength: ({ sp_list }) => Math.ceil(2 * Math.max(...sp_list)),
  fit: fitHarmonic,
  predict: (state, { sp_list }, ask) => predictArima(state, ask, harmonicsOf(sp_list, state.K)),
  update: (state, train, { sp_list }) => ({ ...state, ...continueArima(state, train, harmonicsOf(sp_list, state.K)) }),
  fitted: fittedArima,
  describe(state, { sp_list }) {
    const base = describeChoice(state);
    const { orders, constant } = state.fit;
    const season = Math.max(...sp_list);
    const tried = state.tried.map(({ K, aicc }) => ({
      K,
      ...orReason("aicc", aicc, "no noise is left, or too few rows"),
    }));
    return {
      ...base,
      model: `Fourier (${sp_list.map((sp, i) => `${sp}: ${state.K[i]}`).join(", ")}) + ${modelName(orders, constant)}`,
      params: { K: state.K, harmonics_tried: tried, ...base.params },
      period: Number.isInteger(season) ? season : Math.round(season),
    };
  },
});
