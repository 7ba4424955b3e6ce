import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { mean } from "../../numerics/mean.ts";
import type { Component } from "../component.ts";
import { type Metric, metric } from "../other-components.ts";
import { intervalScore } from "./interval.ts";
import { scoreOf } from "./score.ts";

interface Params {
  coverage: number | null;
}

/** What one metric of intervals has for itself. */
interface IntervalMetric extends Pick<Metric, "name" | "aliases" | "short" | "summary" | "source" | "better"> {
  /** What a row with true value y and bounds of this coverage scores; the metric is the mean over rows. */
  row(y: number, lower: number, upper: number, coverage: number): number;
}

/** Declares a metric of intervals: the mean of a score a row, over intervals as made or of a stated coverage. */
export function intervalMetric({ row, ...facts }: IntervalMetric): Component {
  return metric<Params>({
    ...facts,
    object_type: "metric",
    parameters: z.strictObject({
      coverage: field(
        z._default(z.nullable(z.number().check(z.gt(0), z.lt(1))), null),
        "Of the interval; None: as made.",
      ),
    }),
    tags: {},
    refuses: ["MetricUndefined"],
    example: `forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --metrics ${facts.short}`,
    needs: "interval",
    score: ({ actual, ...scored }, params) =>
      intervalScore({ actual, ...scored }, params.coverage, ({ lower, upper, coverage }) =>
        scoreOf(mean(actual.map((y, i) => row(y, lower[i], upper[i], coverage)))),
      ),
  });
}
