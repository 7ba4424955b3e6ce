// Measures by how much the models' own 95 % intervals must be widened on the odd-numbered M3 series, and prints the
// table that src/forecast/calibration-table.ts holds. The even-numbered ones are left for m3.bench.ts to judge it on.

import { M3_METHODS, type M3Forecast, runM3 } from "./m3-run.ts";
import { m3Series } from "./m3-series.ts";
import { quantileRegression } from "./quantile-regression.ts";

const folder = process.env.LIQUET_DATA;
if (folder === undefined) {
  process.stdout.write("skipped: set LIQUET_DATA to the folder of the real data\n");
  process.exit(0);
}
const odd = m3Series(folder).filter((_, i) => i % 2 === 0);

for (const { name, spec, every } of M3_METHODS) {
  // Every fifth of the odd series would leave too few of some kinds; calibration takes every second.
  const results = await runM3(odd, spec, every === 1 ? 1 : 2);
  for (const m of [1, 4, 12]) {
    const coefficients = widening(results.filter(({ series }) => series.m === m)).map((b) => Number(b.toFixed(4)));
    process.stdout.write(`${name.padEnd(20)} m ${String(m).padStart(2)}  [${coefficients.join(", ")}]\n`);
  }
}

/** Coefficients of log widening on 1, log step and log rows: the 0.95 quantile of |error| / half-width is exp of it. */
function widening(results: M3Forecast[]): number[] {
  const rows: number[][] = [];
  const ratios: number[] = [];
  for (const { series, point, bounds } of results) {
    const { lower, upper } = bounds[95];
    for (const [i, actual] of series.xx.entries()) {
      const half = actual >= point[i] ? upper[i] - point[i] : point[i] - lower[i];
      if (half <= 0 || actual === point[i]) continue;
      rows.push([1, Math.log(i + 1), Math.log(series.x.length)]);
      ratios.push(Math.log(Math.abs(actual - point[i]) / half));
    }
  }
  return quantileRegression(rows, ratios, 0.95);
}
