import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { transformer } from "../component.ts";
import { hampelOutliers } from "../transform/hampel.ts";

interface Params {
  window_length: number;
  n_sigma: number;
  k: number;
  return_bool: boolean;
}

const FLAGS = "HampelFilter(return_bool=True) has no inverse, so the forecast is of 0 and 1";

const flags = (y: Float64Array, { window_length, n_sigma, k }: Params) => hampelOutliers(y, window_length, n_sigma, k);

export default transformer<Params, { first: number; rows: number[] }>({
  name: "HampelFilter",
  object_type: "transformer",
  summary: "Makes outliers missing: values far off the median of the rows around them, in units of their MAD.",
  source: "Hampel 1974; Pearson et al. 2016, Generalized Hampel filters",
  parameters: z.strictObject({
    window_length: field(z._default(z.int().check(z.gte(3)), 10), "Rows around each value."),
    n_sigma: field(z._default(z.number().check(z.gt(0)), 3), "Deviations beyond which a value is an outlier."),
    k: field(z._default(z.number().check(z.gt(0)), 1.4826), "Makes the MAD a standard deviation for normal values."),
    return_bool: field(z._default(z.boolean(), false), "Give 1 for outliers and 0 for the rest, not the values."),
  }),
  tags: { "capability:missing_values": true },
  refuses: [],
  example: "forecast predict demo:airline --spec 'HampelFilter() * Imputer() * NaiveForecaster(sp=12)' --horizon 3",
  minLength: ({ window_length }) => window_length,
  fit: (train, params) => ({
    first: train.first,
    rows: Array.from(flags(train.y, params).entries()).flatMap(([row, flag]) =>
      flag === 1 ? [train.first + row] : [],
    ),
  }),
  transform: (_state, params, train) => {
    const found = flags(train.y, params);
    const y = train.y.map((value, t) => (params.return_bool ? found[t] : found[t] === 1 ? Number.NaN : value));
    return { ...train, y };
  },
  // What is taken out of the past is no part of the forecast.
  invert: (_state, { return_bool }, predicted) =>
    return_bool ? { ...predicted, warnings: [...predicted.warnings, FLAGS] } : predicted,
  update: (state) => state,
  describe: ({ rows }) => ({ n_outliers: rows.length, rows: rows.slice(0, 40).map((row) => row + 1) }),
});
