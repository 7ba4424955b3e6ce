import type { EtsFixed } from "../../../src/forecast/ets/coordinates.ts";
import type { EtsForm } from "../../../src/forecast/ets/form.ts";
import { airline } from "../../../src/series/demos/airline.ts";
import { type DemoSeries, demoColumns } from "../../../src/series/demos/demo.ts";
import { johnsonJohnson } from "../../../src/series/demos/johnson-johnson.ts";
import { lakeHuron } from "../../../src/series/demos/lake-huron.ts";
import { lynx } from "../../../src/series/demos/lynx.ts";
import { nile } from "../../../src/series/demos/nile.ts";
import { nottem } from "../../../src/series/demos/nottem.ts";
import { ukGas } from "../../../src/series/demos/uk-gas.ts";
import { usAccDeaths } from "../../../src/series/demos/us-acc-deaths.ts";
import { wwwUsage } from "../../../src/series/demos/www-usage.ts";
import oracle from "../../oracles/ets-r.json" with { type: "json" };

/** A fit of R's `ets`; numbers that its form lacks are left out. */
export interface RFit {
  series: string;
  error: EtsForm["error"];
  trend: EtsForm["trend"];
  damped: boolean;
  season: EtsForm["season"];
  m: number;
  loglik: number;
  aicc: number;
  alpha: number;
  beta?: number;
  gamma?: number;
  phi?: number;
  level: number;
  slope?: number;
  seasons: number[];
  sigma2: number;
  /** Least of its one-step means. */
  least_mean: number;
  /** Its point forecasts of the next 2m + 2 steps, and where the form has a class, means and variances. */
  point: number[];
  mean?: number[];
  variance?: number[];
}

/**
 * R's fits. It lets the mean of a relative error cross 0; the eight fits that do so (of UKgas, JohnsonJohnson and lynx) are
 * left out, as such means are not allowed here.
 */
export const R_FITS = (oracle.fits as unknown as RFit[]).filter(
  ({ error, least_mean }) => error === "A" || least_mean > 0,
);

const DEMOS: Record<string, DemoSeries> = {
  AirPassengers: airline,
  JohnsonJohnson: johnsonJohnson,
  LakeHuron: lakeHuron,
  Nile: nile,
  UKgas: ukGas,
  USAccDeaths: usAccDeaths,
  WWWusage: wwwUsage,
  lynx,
  nottem,
};

/** The values of a series of R by its name there. */
export function valuesOf(name: string): Float64Array {
  return Float64Array.from(demoColumns(DEMOS[name]).y.values);
}

export function formOf({ error, trend, damped, season, m }: RFit): EtsForm {
  return { error, trend, damped, season, m };
}

/** Everything of R's fit as given. */
export function givenBy(fit: RFit): EtsFixed {
  const { alpha, beta, gamma, phi, level, slope, seasons, season } = fit;
  return { alpha, beta, gamma, phi, level, trend: slope, season: season === "N" ? undefined : seasons };
}
