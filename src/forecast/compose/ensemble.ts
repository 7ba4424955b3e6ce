import { BadCall } from "../../contract/outcome.ts";
import type { Ask, Predictive } from "../predictive.ts";
import { varianceOfQuantiles } from "../predictive-maps.ts";
import { nonPositiveValues } from "../refusals.ts";
import { type Aggregate, aggregate } from "./aggregate.ts";

/** Weights that add up to 1. BadCall for another number of them, none above 0, or a function that has no use for them. */
export function sharesOf(weights: number[] | null, members: number, by: Aggregate): number[] {
  if (weights === null) return Array.from({ length: members }, () => 1 / members);
  if (by === "min" || by === "max")
    throw new BadCall(`spec: EnsembleForecaster: weights have no meaning for aggfunc '${by}'`);
  if (weights.length !== members)
    throw new BadCall(`spec: EnsembleForecaster: ${members} forecasters and ${weights.length} weights`);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum <= 0) throw new BadCall("spec: EnsembleForecaster: no weight is above 0");
  return weights.map((weight) => weight / sum);
}

/**
 * Predictions whose points and quantiles are those of the members taken together (quantile averaging, Vincent 1912):
 * each of the functions grows with every member, so quantiles stay in order. The mean of normals is normal.
 */
export function ensemblePredictive(members: Predictive[], by: Aggregate, shares: number[], ask: Ask): Predictive {
  const together = (values: number[]) => {
    const low = by === "gmean" ? values.filter((value) => value <= 0).length : 0;
    if (low > 0)
      throw nonPositiveValues(
        `${ask.label}: forecasts`,
        low,
        values.length,
        "a geometric mean",
        "use aggfunc='mean', or LogTransformer() in the members",
      );
    return aggregate(values, by, shares);
  };
  const quantile = (i: number, p: number) => together(members.map((member) => member.quantile(i, p)));
  const tails = members.flatMap(({ tail }) => (tail ? [tail] : []));
  const base: Predictive = {
    point: members[0].point.map((_, i) => together(members.map(({ point }) => point[i]))),
    point_is: members.some(({ point_is }) => point_is === "median") || by !== "mean" ? "median" : "mean",
    quantile,
    variance: null,
    distribution: by === "mean" ? meanOfNormals(members, shares) : null,
    method: `${by} of the members' quantiles (${[...new Set(members.map(({ method }) => method))].join("; ")})`,
    ...(tails.length > 0 ? { tail: tails[0].map((_, i) => Math.max(...tails.map((tail) => tail[i]))) } : {}),
    warnings: [...new Set(members.flatMap(({ warnings }) => warnings))],
  };
  return { ...base, variance: varianceOf(base, members, by) };
}

function varianceOf(base: Predictive, members: Predictive[], by: Aggregate): Float64Array | null {
  if (base.distribution?.name === "normal") return Float64Array.from(base.distribution.sd, (sd) => sd * sd);
  // Quantiles of a geometric mean may not exist far below the point.
  if (by === "gmean" || members.some(({ variance }) => variance === null)) return null;
  return varianceOfQuantiles(base, base.quantile);
}

function meanOfNormals(members: Predictive[], shares: number[]): Predictive["distribution"] {
  const normals = members.flatMap(({ distribution }) => (distribution?.name === "normal" ? [distribution] : []));
  if (normals.length < members.length) return null;
  const weighted = (of: "mean" | "sd") =>
    normals[0][of].map((_, i) => normals.reduce((sum, normal, k) => sum + shares[k] * normal[of][i], 0));
  return { name: "normal", mean: weighted("mean"), sd: weighted("sd") };
}
