import { intervalMetric } from "../score/interval-metric.ts";

export default intervalMetric({
  name: "EmpiricalCoverage",
  aliases: ["coverage"],
  short: "coverage",
  summary: "Share of true values inside the interval, ends included.",
  source: "Gneiting & Raftery 2007",
  better: "nominal",
  row: (y, lower, upper) => (lower <= y && y <= upper ? 1 : 0),
});
