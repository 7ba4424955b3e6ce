import type { DemoSeries } from "./demo.ts";

/** Shampoo sales per month over three years. */
export const shampooSales: DemoSeries = {
  name: "shampoo_sales",
  title: "Shampoo sales per month over three years",
  source: "Makridakis, Wheelwright and Hyndman, Forecasting: Methods and Applications (1998)",
  unit: "month",
  start: "1991-01",
  sp: 12,
  target: "sales",
  aliases: [],
  traps: ["three seasons only", "a trend that bends upwards"],
  values: `
266 145.9 183.1 119.3 180.3 168.5 231.8 224.5 192.8 122.9 336.5 185.9 194.3 149.5 210.1 273.3 191.4 287 226
303.6 289.9 421.6 264.5 342.3 339.7 440.4 315.9 439.3 401.3 437.4 575.5 407.6 682 475.3 581.3 646.9
`,
  exog: {},
};
