import { mean } from "../../numerics/mean.ts";
import { quantiles } from "../../numerics/quantile.ts";
import { standardDeviation } from "../../numerics/standard-deviation.ts";
import type { NumberColumn } from "./dataset.ts";

/**
 * Count, mean, standard deviation (divisor n − 1) and quartiles (type 7) of a column's finite values; null where there
 * are too few values for one.
 */
export function columnStatistics({ name, values }: NumberColumn) {
  const finite = values.filter(Number.isFinite);
  const [min, q25, median, q75, max] = quantiles(finite, [0, 0.25, 0.5, 0.75, 1]).map(orNull);
  const n_distinct = new Set(finite).size;
  return {
    name,
    n: finite.length,
    n_distinct,
    mean: orNull(mean(finite)),
    std: orNull(standardDeviation(finite)),
    min,
    q25,
    median,
    q75,
    max,
  };
}

function orNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
