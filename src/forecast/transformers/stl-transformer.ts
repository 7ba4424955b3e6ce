import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { transformer } from "../component.ts";
import { stl } from "../decompose/stl.ts";
import { seasonOf } from "../seasonality/season-of.ts";
import { spField } from "../spec/parameter.ts";
import { closenessOf, widenedByCloseness } from "../transform/closeness.ts";
import {
  extendedTo,
  type StoredSeason,
  seasonsOfForecast,
  withComponents,
  withoutSeasons,
} from "../transform/stored-season.ts";

const degree = () => z._default(z.union([z.literal(0), z.literal(1)]), 1);
const jump = () => z._default(z.int().check(z.gte(1)), 1);
const span = () => z._default(z.nullable(z.int().check(z.gte(3))), null);
const count = () => z._default(z.nullable(z.int().check(z.gte(0))), null);

const parameters = z.strictObject({
  sp: field(z._default(spField, null), "Season in rows; None for the calendar's where a test finds it."),
  seasonal: field(z._default(z.int().check(z.gte(3)), 7), "Span of the seasonal loess, in cycles."),
  trend: field(span(), "Span of the trend loess; None for the usual one."),
  low_pass: field(span(), "Span of the low-pass loess; None for the usual one."),
  seasonal_deg: field(degree(), "Degree of the seasonal loess."),
  trend_deg: field(degree(), "Degree of the trend loess."),
  low_pass_deg: field(degree(), "Degree of the low-pass loess."),
  robust: field(z._default(z.boolean(), false), "Give outliers less weight."),
  seasonal_jump: field(jump(), "Rows between fits of the seasonal loess."),
  trend_jump: field(jump(), "Rows between fits of the trend loess."),
  low_pass_jump: field(jump(), "Rows between fits of the low-pass loess."),
  inner_iter: field(count(), "Passes; None for 5, robust 2."),
  outer_iter: field(count(), "Robust passes; None for 0, robust 15."),
  return_components: field(z._default(z.boolean(), false), "Give trend, seasonal and resid as columns."),
});
type Params = z.output<typeof parameters>;

function optionsOf(params: Params) {
  const { seasonal, trend, low_pass, robust, seasonal_jump, trend_jump, low_pass_jump, inner_iter, outer_iter } =
    params;
  return {
    ...{ seasonal, robust, seasonal_jump, trend_jump, low_pass_jump },
    seasonal_degree: params.seasonal_deg,
    trend_degree: params.trend_deg,
    low_pass_degree: params.low_pass_deg,
    trend: trend ?? undefined,
    low_pass: low_pass ?? undefined,
    inner_iterations: inner_iter ?? undefined,
    outer_iterations: outer_iter ?? undefined,
  };
}

export default transformer<Params, StoredSeason>({
  name: "STLTransformer",
  object_type: "transformer",
  summary: "Takes the season that STL finds out of the series; the last cycle of it is put back on forecasts.",
  source: "Cleveland, Cleveland, McRae & Terpenning 1990",
  parameters,
  tags: {},
  refuses: [],
  example: "forecast predict demo:airline --spec 'STLTransformer(sp=12) * NaiveForecaster(\"drift\")' --horizon 3",
  minLength: ({ sp }) => (sp !== null && sp > 1 ? 2 * sp : 1),
  fit: (train, params) => {
    const { sp } = seasonOf(train, params.sp);
    const none = { first: train.first, seasons: [], trend: Array.from(train.y) };
    if (sp <= 1)
      return { ...none, warnings: params.sp === null ? ["STLTransformer found no season, so it takes none out"] : [] };
    const apart = (y: Float64Array): StoredSeason => {
      const { seasonal, trend } = stl(y, sp, optionsOf(params));
      return { ...none, seasons: [{ sp, values: Array.from(seasonal) }], trend: Array.from(trend), warnings: [] };
    };
    const whole = apart(train.y);
    return { ...whole, closeness: closenessOf(train.y, whole, apart) };
  },
  transform: (state, { return_components }, train) =>
    return_components ? withComponents(state, train) : withoutSeasons(state, train),
  invert: (state, _params, predicted, ask) =>
    widenedByCloseness(seasonsOfForecast(state, predicted, ask, true), state.closeness, ask.steps),
  apply: (state, _params, predicted, ask) => seasonsOfForecast(state, predicted, ask, false),
  update: (state, _params, train) => extendedTo(state, train),
  makes_columns: ({ return_components }) => return_components,
  describe: ({ seasons, warnings }) => ({ sp: seasons[0]?.sp ?? 1, warnings }),
});
