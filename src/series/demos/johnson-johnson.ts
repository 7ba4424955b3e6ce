import type { DemoSeries } from "./demo.ts";

/** Earnings per Johnson & Johnson share per quarter, 1960 to 1980, dollars. */
export const johnsonJohnson: DemoSeries = {
  name: "johnson_johnson",
  title: "Earnings per Johnson & Johnson share per quarter, 1960 to 1980, dollars",
  source: "Shumway and Stoffer, Time Series Analysis and its Applications (2000)",
  unit: "quarter",
  start: "1960-Q1",
  sp: 4,
  target: "earnings",
  aliases: [],
  traps: ["the seasonal swing grows with the level"],
  values: `
0.71 0.63 0.85 0.44 0.61 0.69 0.92 0.55 0.72 0.77 0.92 0.6 0.83 0.8 1 0.77 0.92 1 1.24 1 1.16 1.3 1.45 1.25
1.26 1.38 1.86 1.56 1.53 1.59 1.83 1.86 1.53 2.07 2.34 2.25 2.16 2.43 2.7 2.25 2.79 3.42 3.69 3.6 3.6 4.32
4.32 4.05 4.86 5.04 5.04 4.41 5.58 5.85 6.57 5.31 6.03 6.39 6.93 5.85 6.93 7.74 7.83 6.12 7.74 8.91 8.28 6.84
9.54 10.26 9.54 8.73 11.88 12.06 12.15 8.91 14.04 12.96 14.85 9.99 16.2 14.67 16.02 11.61
`,
  exog: {},
};
