import type { DemoSeries } from "./demo.ts";

/** Scripts of one pharmaceutical product per month, July 1991 to June 2008. */
export const pbsDataset: DemoSeries = {
  name: "PBS_dataset",
  title: "Scripts of one pharmaceutical product per month, July 1991 to June 2008",
  source: "Hyndman and Athanasopoulos, Forecasting: Principles and Practice",
  unit: "month",
  start: "1991-07",
  sp: 12,
  target: "scripts",
  aliases: [],
  traps: ["mostly zeros: intermittent demand", "percentage errors do not exist"],
  values: `
1 1 1 0 0 1 3 1 1 1 1 1 2 1 1 0 0 2 0 0 1 2 0 1 0 0 1 1 1 1 0 0 2 1 0 0 0 1 0 3 3 2 4 1 1 3 3 1 0 4 1 3 0 1 2
5 14 2 0 0 3 6 2 2 2 5 1 6 3 3 2 0 1 1 0 0 0 1 4 12 4 0 7 0 2 1 4 1 3 1 0 6 9 3 1 3 1 7 1 3 3 3 5 6 10 5 1 3 1
1 1 2 1 3 7 11 10 5 5 2 2 1 0 3 6 5 8 9 1 1 0 0 0 1 2 2 0 0 0 0 1 0 0 0 2 1 1 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 1
0 1 3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
`,
  exog: {},
};
