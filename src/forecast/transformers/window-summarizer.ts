import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { BadCall } from "../../contract/outcome.ts";
import type { NumberColumn } from "../../series/dataset/dataset.ts";
import { transformer } from "../component.ts";
import { earlier, rolled, SUMMARIES } from "../transform/window-summary.ts";

type Windows = number | number[] | number[][];

interface Params {
  lag_feature: Record<string, Windows>;
  n_jobs: number;
  target_cols: string[] | null;
  truncate: "bfill" | null;
}

/** One column for each column it is made of. */
interface Feature {
  summary: string;
  lag: number;
  length: number;
}

/** Features of a dictionary such as {'lag': [1, 2], 'mean': [[1, 3], [3, 6]]}. BadCall for another shape. */
function featuresOf({ lag_feature }: Params): Feature[] {
  return Object.entries(lag_feature).flatMap(([summary, windows]) => {
    if (summary === "lag") return [windows].flat(2).map((lag) => ({ summary, lag, length: 1 }));
    if (!Object.hasOwn(SUMMARIES, summary))
      throw new BadCall(
        `spec: WindowSummarizer: lag_feature has '${summary}'; known are lag, ${Object.keys(SUMMARIES).join(", ")}`,
      );
    const pairs = Array.isArray(windows) && Array.isArray(windows[0]) ? (windows as number[][]) : [windows as number[]];
    return pairs.map((pair) => {
      if (!Array.isArray(pair) || pair.length !== 2 || pair[0] < 0 || pair[1] < 1)
        throw new BadCall(`spec: WindowSummarizer: a window of '${summary}' is [lag, length], such as [1, 3]`);
      return { summary, lag: pair[0], length: pair[1] };
    });
  });
}

function columnOf({ name, values }: NumberColumn, { summary, lag, length }: Feature, backward: boolean): NumberColumn {
  const made = summary === "lag" ? earlier(values, lag) : rolled(values, summary, lag, length);
  const first = made.find((value) => !Number.isNaN(value)) ?? Number.NaN;
  return {
    name: summary === "lag" ? `${name}_lag_${lag}` : `${name}_${summary}_${lag}_${length}`,
    values: backward ? made.map((value) => (Number.isNaN(value) ? first : value)) : made,
  };
}

const whole = z.int().check(z.gte(0));

export default transformer<Params, Record<string, never>>({
  name: "WindowSummarizer",
  object_type: "transformer",
  summary: "Lags, means, spreads and the like of windows of the explaining columns, as columns.",
  source: "Rolling statistics",
  parameters: z.strictObject({
    lag_feature: field(
      z._default(z.record(z.string(), z.union([whole, z.array(whole), z.array(z.array(whole))])), { lag: 1 }),
      "{'lag': [1, 2], 'mean': [[1, 3]]}: lags, and [lag, length] of windows.",
    ),
    n_jobs: field(z._default(z.int(), -1), "Without effect: one process computes them."),
    target_cols: field(z._default(z.nullable(z.array(z.string())), null), "Columns it acts on; None for all."),
    truncate: field(
      z._default(z.nullable(z.literal("bfill")), null),
      "'bfill' repeats the first value backwards; None leaves those rows out.",
    ),
  }),
  tags: { "capability:missing_values": true },
  refuses: [],
  example:
    "forecast fit demo:longley --spec \"WindowSummarizer(lag_feature={'mean': [[1, 3]]}, target_cols=['GNP']) ** ARIMA(order=(0, 1, 0))\"",
  minLength: (params) => Math.max(1, ...featuresOf(params).map(({ lag, length }) => lag + length)),
  fit: ({ x }, params) => {
    if (x.length === 0) throw new BadCall("spec: WindowSummarizer acts on explaining columns, and there are none");
    const wrong = params.target_cols?.find((name) => !x.some((column) => column.name === name));
    if (wrong !== undefined) throw new BadCall(`spec: WindowSummarizer: there is no column '${wrong}'`);
    return {};
  },
  transform: (_state, params, train) => {
    const { target_cols, truncate } = params;
    const acts = ({ name }: NumberColumn) => target_cols === null || target_cols.includes(name);
    const kept = train.x.filter((column) => !acts(column));
    const made = train.x
      .filter(acts)
      .flatMap((column) => featuresOf(params).map((each) => columnOf(column, each, truncate !== null)));
    return { ...train, x: [...made, ...kept] };
  },
  invert: null,
  makes_columns: () => true,
  describe: (_state, params) => ({ n_features: featuresOf(params).length }),
});
