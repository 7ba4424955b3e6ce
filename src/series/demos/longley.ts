import type { DemoSeries } from "./demo.ts";

/** United States employment per year, 1947 to 1962, and five series that move with it. */
export const longley: DemoSeries = {
  name: "longley",
  title: "United States employment per year, 1947 to 1962, and five series that move with it",
  source: "Longley, J. Amer. Statist. Assoc. 62 (1967) 819-841",
  unit: "year",
  start: 1947,
  sp: 1,
  target: "TOTEMP",
  aliases: [],
  traps: ["the explaining columns are nearly collinear"],
  values: "60323 61122 60171 61187 63221 63639 64989 63761 66019 67857 68169 66513 68655 69564 69331 70551",
  exog: {
    GNPDEFL: "83 88.5 88.2 89.5 96.2 98.1 99 100 101.2 104.6 108.4 110.8 112.6 114.2 115.7 116.9",
    GNP: "234289 259426 258054 284599 328975 346999 365385 363112 397469 419180 442769 444546 482704 502601 518173 554894",
    UNEMP: "2356 2325 3682 3351 2099 1932 1870 3578 2904 2822 2936 4681 3813 3931 4806 4007",
    ARMED: "1590 1456 1616 1650 3099 3594 3547 3350 3048 2857 2798 2637 2552 2514 2572 2827",
    POP: "107608 108632 109773 110929 112075 113270 115094 116219 117388 118734 120445 121950 123366 125368 127852 130081",
  },
};
