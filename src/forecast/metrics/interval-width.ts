import { intervalMetric } from "../score/interval-metric.ts";

export default intervalMetric({
  name: "IntervalWidth",
  aliases: ["width"],
  short: "width",
  summary: "Mean width of the interval, in units of the series.",
  source: "Gneiting & Raftery 2007",
  better: "smaller",
  row: (_y, lower, upper) => upper - lower,
});
