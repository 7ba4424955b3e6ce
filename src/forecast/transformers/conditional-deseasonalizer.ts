import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { orReason } from "../../contract/outcome.ts";
import { transformer } from "../component.ts";
import type { DecompositionModel } from "../decompose/classical.ts";
import { m4SeasonTest, type SeasonTest } from "../seasonality/m4-test.ts";
import { spField } from "../spec/parameter.ts";
import {
  describeFactors,
  fitFactors,
  type SeasonFactors,
  seasonOfForecast,
  withoutSeason,
} from "../transform/season-factors.ts";

interface Params {
  seasonality_test: null;
  sp: number | null;
  model: DecompositionModel;
}

interface State extends SeasonFactors {
  test: SeasonTest;
}

export default transformer<Params, State>({
  name: "ConditionalDeseasonalizer",
  object_type: "transformer",
  summary:
    "Deseasonalizer that acts only where the M4 test finds the season: |r_m| > 1.645 sqrt((1 + 2 sum r_k^2)/n), n >= 3m.",
  source: "M4 competition benchmarks; classical decomposition",
  parameters: z.strictObject({
    seasonality_test: field(z._default(z.null(), null), "None: the M4 test. No other is offered."),
    sp: field(z._default(spField, null), "Season in rows; None for the calendar's shortest."),
    model: field(z._default(z.enum(["additive", "multiplicative"]), "additive"), "Taken off, or divided by."),
  }),
  tags: {},
  refuses: ["NonPositiveValues"],
  example: "forecast predict demo:airline --spec 'ConditionalDeseasonalizer(sp=12) * NaiveForecaster()' --horizon 3",
  minLength: () => 1,
  fit: (train, { sp, model }) => {
    const test = m4SeasonTest(train.y, sp ?? train.periods[0] ?? 1);
    return { ...fitFactors(train, test.seasonal ? test.period : 1, model, []), test };
  },
  transform: (state, _params, train) => withoutSeason(state, train),
  invert: (state, _params, predicted, ask) => seasonOfForecast(state, predicted, ask, true),
  apply: (state, _params, predicted, ask) => seasonOfForecast(state, predicted, ask, false),
  update: (state, _params, train) => ({ ...state, last: train.first + train.y.length - 1 }),
  describe({ test, ...found }) {
    const why = `fewer than three seasons of ${test.period} rows, or values that do not vary`;
    return {
      ...describeFactors(found),
      seasonal: test.seasonal,
      ...orReason("r", test.r, why),
      ...orReason("limit", test.limit, why),
    };
  },
});
