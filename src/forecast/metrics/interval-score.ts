import { intervalMetric } from "../score/interval-metric.ts";

export default intervalMetric({
  name: "IntervalScore",
  aliases: ["WinklerScore", "winkler"],
  short: "winkler",
  summary: "Width of the interval plus 2/(1 - coverage) times the distance outside it, mean over rows.",
  source: "Winkler 1972; Gneiting & Raftery 2007",
  better: "smaller",
  row: (y, lower, upper, coverage) => upper - lower + (2 / (1 - coverage)) * Math.max(lower - y, y - upper, 0),
});
