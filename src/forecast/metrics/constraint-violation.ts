import { intervalMetric } from "../score/interval-metric.ts";

export default intervalMetric({
  name: "ConstraintViolation",
  aliases: ["violation"],
  short: "violation",
  summary: "Mean distance of the true value from the interval; 0 inside.",
  source: "sktime, ConstraintViolation",
  better: "smaller",
  row: (y, lower, upper) => Math.max(lower - y, y - upper, 0),
});
