import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { transformer } from "../component.ts";
import { normalPredictive, pointsAlone } from "../predictive.ts";
import { rowsOf } from "../training.ts";
import { cumulate, difference, integratedWeights } from "../transform/differencing.ts";

interface Params {
  lags: number | number[];
  na_handling: "fill_zero" | "drop_na" | "keep_na";
  memory: "all" | "latest";
}

interface State {
  /** For each lag the last values before it was taken. */
  tails: number[][];
  filled: number;
}

const lagsOf = ({ lags }: Params) => (typeof lags === "number" ? [lags] : lags);
const lost = (params: Params) => lagsOf(params).reduce((sum, lag) => sum + lag, 0);
const lag = z.int().check(z.gte(1));

function filledWarning(n: number): string {
  const which =
    n === 1 ? "the first difference does not exist and counts" : `the first ${n} differences do not exist and count`;
  return `${which} as 0 (na_handling='fill_zero'); 'drop_na' leaves ${n === 1 ? "it" : "them"} out`;
}

export default transformer<Params, State>({
  name: "Differencer",
  object_type: "transformer",
  summary: "Differences at one or more lags; forecasts are added up, intervals from the model's error weights.",
  source: "Box, Jenkins & Reinsel; Hyndman & Athanasopoulos, 3rd ed., section 9.1",
  parameters: z.strictObject({
    lags: field(
      z._default(z.union([lag, z.array(lag).check(z.minLength(1))]), 1),
      "One lag, or several taken in turn.",
    ),
    na_handling: field(
      z._default(z.enum(["fill_zero", "drop_na", "keep_na"]), "fill_zero"),
      "What the first rows, which have no difference, become: 0, no rows, or missing.",
    ),
    memory: field(
      z._default(z.enum(["all", "latest"]), "all"),
      "Rows kept for adding up; both give the same forecast.",
    ),
  }),
  tags: {},
  refuses: [],
  example:
    "forecast predict demo:airline --spec \"Differencer(lags=[1, 12], na_handling='drop_na') * NaiveForecaster(strategy='mean')\" --horizon 3",
  minLength: (params) => lost(params) + 1,
  fit: (train, params) => ({
    tails: difference(train.y, lagsOf(params)).tails,
    filled: params.na_handling === "fill_zero" ? lost(params) : 0,
  }),
  transform: (_state, params, train) => {
    const { values } = difference(train.y, lagsOf(params));
    const rows = { ...train, y: values };
    if (params.na_handling === "keep_na") return rows;
    if (params.na_handling === "drop_na") return rowsOf(rows, Math.min(lost(params), values.length), values.length);
    return { ...rows, y: values.map((value, t) => (t < lost(params) ? 0 : value)) };
  },
  invert: ({ tails }, params, predicted, ask) => {
    const point = cumulate(predicted.point, lagsOf(params), tails);
    const { linear, warnings } = predicted;
    if (linear === undefined) return pointsAlone(ask.label, point, predicted.point_is, warnings);
    const psi = integratedWeights(linear.psi, lagsOf(params));
    let sum = 0;
    const variance = psi.map((weight) => {
      sum += weight * weight;
      return linear.sigma2 * sum;
    });
    const method = `${predicted.method}; psi weights of the differences added up`;
    return { ...normalPredictive(point, variance.subarray(0, point.length), method, { ...linear, psi }), warnings };
  },
  update: (state, params, train) => ({ ...state, tails: difference(train.y, lagsOf(params)).tails }),
  integrates: () => true,
  describe: ({ filled }, params) => ({
    lags: lagsOf(params),
    n_filled_with_zero: filled,
    warnings: filled > 0 ? [filledWarning(filled)] : [],
  }),
});
