import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { transformer } from "../component.ts";
import type { DecompositionModel } from "../decompose/classical.ts";
import { seasonOf } from "../seasonality/season-of.ts";
import { spField } from "../spec/parameter.ts";
import {
  describeFactors,
  fitFactors,
  type SeasonFactors,
  seasonOfForecast,
  withoutSeason,
} from "../transform/season-factors.ts";

interface Params {
  sp: number | null;
  model: DecompositionModel;
}

export default transformer<Params, SeasonFactors>({
  name: "Deseasonalizer",
  object_type: "transformer",
  summary:
    "Takes the classical seasonal factors out of the series and puts them back, by the row's place in the season.",
  source: "Classical decomposition; Hyndman & Athanasopoulos, 3rd ed., section 3.4",
  parameters: z.strictObject({
    sp: field(z._default(spField, null), "Season in rows; None for the calendar's where a test finds it."),
    model: field(z._default(z.enum(["additive", "multiplicative"]), "additive"), "Taken off, or divided by."),
  }),
  tags: {},
  refuses: ["NonPositiveValues"],
  example:
    "forecast predict demo:airline --spec \"Deseasonalizer(sp=12, model='multiplicative') * NaiveForecaster()\" --horizon 3",
  minLength: ({ sp }) => (sp !== null && sp > 1 ? 2 * sp : 1),
  fit: (train, { sp, model }) => {
    const season = seasonOf(train, sp).sp;
    const unseen = sp === null && season === 1;
    return fitFactors(train, season, model, unseen ? ["Deseasonalizer found no season, so it takes none out"] : []);
  },
  transform: (state, _params, train) => withoutSeason(state, train),
  invert: (state, _params, predicted, ask) => seasonOfForecast(state, predicted, ask, true),
  apply: (state, _params, predicted, ask) => seasonOfForecast(state, predicted, ask, false),
  update: (state, _params, train) => ({ ...state, last: train.first + train.y.length - 1 }),
  describe: describeFactors,
});
