import { airline } from "./airline.ts";
import { bumps } from "./bumps.ts";
import type { DemoCurves, DemoSeries } from "./demo.ts";
import { johnsonJohnson } from "./johnson-johnson.ts";
import { lakeHuron } from "./lake-huron.ts";
import { longley } from "./longley.ts";
import { lynx } from "./lynx.ts";
import { nile } from "./nile.ts";
import { nottem } from "./nottem.ts";
import { pbsDataset } from "./pbs-dataset.ts";
import { shampooSales } from "./shampoo-sales.ts";
import { sunspotYear } from "./sunspot-year.ts";
import { ukGas } from "./uk-gas.ts";
import { usAccDeaths } from "./us-acc-deaths.ts";
import { wwwUsage } from "./www-usage.ts";

/** Series that come with liquet: tables of numbers that were published long ago, or are made by a formula. */
export const DEMO_SERIES: DemoSeries[] = [
  airline,
  johnsonJohnson,
  lakeHuron,
  longley,
  lynx,
  nile,
  nottem,
  pbsDataset,
  shampooSales,
  sunspotYear,
  ukGas,
  usAccDeaths,
  wwwUsage,
];

/** Sets of curves that come with liquet. */
export const DEMO_CURVES: DemoCurves[] = [bumps];

/** Every demo's name, sorted. */
export const DEMO_NAMES: string[] = [...DEMO_SERIES, ...DEMO_CURVES].map(({ name }) => name).sort();

/** The demo of a name; capitals, dots and underscores do not count, and other names that it is known by do. */
export function findDemo(name: string): DemoSeries | DemoCurves | null {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const asked = plain(name);
  return (
    [...DEMO_SERIES, ...DEMO_CURVES].find((demo) =>
      [demo.name, ...demo.aliases].some((known) => plain(known) === asked),
    ) ?? null
  );
}
