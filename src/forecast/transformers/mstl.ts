import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { transformer } from "../component.ts";
import { mstl } from "../decompose/mstl.ts";
import type { Training } from "../training.ts";
import { closenessOf, widenedByCloseness } from "../transform/closeness.ts";
import {
  extendedTo,
  type StoredSeason,
  seasonsOfForecast,
  withComponents,
  withoutSeasons,
} from "../transform/stored-season.ts";

interface Params {
  periods: number | number[] | null;
  windows: null;
  lmbda: null;
  iterate: number;
  stl_kwargs: { robust?: boolean } | null;
  return_components: boolean;
}

const period = z.int().check(z.gte(2));

/** Periods that are asked for, or those of the calendar with more than two cycles. */
function periodsOf({ periods }: Params, train: Training): number[] {
  if (periods === null) return train.periods.filter((each) => 2 * each < train.y.length);
  return typeof periods === "number" ? [periods] : periods;
}

export default transformer<Params, StoredSeason>({
  name: "MSTL",
  object_type: "transformer",
  summary: "Takes several seasons out of the series by repeated STL; the last cycle of each is put back on forecasts.",
  source: "Bandara, Hyndman & Bergmeir 2021",
  parameters: z.strictObject({
    periods: field(
      z._default(z.nullable(z.union([period, z.array(period).check(z.minLength(1))])), null),
      "Seasons in rows; None for the calendar's.",
    ),
    windows: field(z._default(z.null(), null), "None: seasonal spans 11, 15, 19, ... in the order of the periods."),
    lmbda: field(z._default(z.null(), null), "None: put BoxCoxTransformer before it."),
    iterate: field(z._default(z.int().check(z.gte(1)), 2), "Times that each season is estimated."),
    stl_kwargs: field(
      z._default(z.nullable(z.strictObject({ robust: z.optional(z.boolean()) })), null),
      "{'robust': True} gives outliers less weight.",
    ),
    return_components: field(z._default(z.boolean(), false), "Give trend, seasons and resid as columns."),
  }),
  tags: {},
  refuses: [],
  example: "forecast predict demo:airline --spec 'MSTL(periods=12) * NaiveForecaster(\"drift\")' --horizon 3",
  minLength: (params, train) => {
    const periods = periodsOf(params, train);
    return periods.length === 0 ? 1 : 2 * Math.min(...periods);
  },
  fit: (train, params) => {
    const periods = periodsOf(params, train);
    const none = { first: train.first, seasons: [], trend: Array.from(train.y) };
    if (periods.length === 0)
      return { ...none, warnings: ["MSTL has no season to take out: the calendar suggests none"] };
    const apart = (y: Float64Array) => {
      const found = mstl(y, periods, params.iterate, params.stl_kwargs?.robust === true);
      const seasons = found.periods.map((sp, i) => ({ sp, values: Array.from(found.seasonal[i]) }));
      return { found, stored: { ...none, trend: Array.from(found.trend), seasons, warnings: [] } };
    };
    const { found, stored } = apart(train.y);
    const warnings = found.dropped.map(
      (each) => `MSTL leaves the season of ${each} rows in: the series has not more than two of it`,
    );
    return { ...stored, warnings, closeness: closenessOf(train.y, stored, (rows) => apart(rows).stored) };
  },
  transform: (state, { return_components }, train) =>
    return_components ? withComponents(state, train) : withoutSeasons(state, train),
  invert: (state, _params, predicted, ask) =>
    widenedByCloseness(seasonsOfForecast(state, predicted, ask, true), state.closeness, ask.steps),
  apply: (state, _params, predicted, ask) => seasonsOfForecast(state, predicted, ask, false),
  update: (state, _params, train) => extendedTo(state, train),
  makes_columns: ({ return_components }) => return_components,
  describe: ({ seasons, warnings }) => ({
    sp: Math.max(1, ...seasons.map(({ sp }) => sp)),
    periods: seasons.map(({ sp }) => sp),
    warnings,
  }),
});
