import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { BadCall } from "../../contract/outcome.ts";
import { transformer } from "../component.ts";

interface Params {
  lags: number | number[];
  freq: null;
  index_out: "extend" | "original" | "shift";
  keep_column_names: boolean;
}

const lag = z.int().check(z.gte(0));
const lagsOf = ({ lags }: Params) => (typeof lags === "number" ? [lags] : lags);

/** Values moved `by` rows later; the first rows have none. */
function lagged(values: Float64Array, by: number): Float64Array {
  return values.map((_, t) => (t < by ? Number.NaN : values[t - by]));
}

export default transformer<Params, Record<string, never>>({
  name: "Lag",
  object_type: "transformer",
  summary: "Explaining columns moved later by a number of rows; rows without a lagged value are left out of the fit.",
  source: "Distributed lags",
  parameters: z.strictObject({
    lags: field(z._default(z.union([lag, z.array(lag).check(z.minLength(1))]), 0), "Rows later: one number or a list."),
    freq: field(z._default(z.null(), null), "None: lags count rows."),
    index_out: field(
      z._default(z.enum(["extend", "original", "shift"]), "extend"),
      "Without effect: columns always stand on the rows of the series.",
    ),
    keep_column_names: field(z._default(z.boolean(), false), "Keep the column's name where there is one lag."),
  }),
  tags: { "capability:missing_values": true },
  refuses: [],
  example: "forecast fit demo:longley --spec 'Lag(lags=1) ** ARIMA()'",
  minLength: (params) => Math.max(...lagsOf(params)) + 1,
  fit: ({ x }) => {
    if (x.length === 0) throw new BadCall("spec: Lag moves explaining columns, and there are none");
    return {};
  },
  transform: (_state, params, train) => {
    const lags = lagsOf(params);
    const plain = params.keep_column_names && lags.length === 1;
    const x = lags.flatMap((by) =>
      train.x.map(({ name, values }) => ({ name: plain ? name : `lag_${by}__${name}`, values: lagged(values, by) })),
    );
    return { ...train, x };
  },
  invert: null,
  makes_columns: () => true,
  describe: (_state, params) => ({ lags: lagsOf(params) }),
});
