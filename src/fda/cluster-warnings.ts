import type { Clustering } from "./cluster-curves.ts";

/** Below it a mean silhouette shows no substantial structure (Kaufman & Rousseeuw 1990, table 2.4). */
const WEAK = 0.25;
/** A cluster with a smaller share of the curves than this is called small. */
const SMALL_SHARE = 0.05;

interface Found extends Clustering {
  mean_silhouette: number | null;
  sizes: number[];
  n: number;
  tried: number[];
  stated: boolean;
}

/** What a reader should know before trusting the clusters. */
export function warningsOf({ k, n, sizes, mean_silhouette, n_best, tried, stated, within_ss, worst }: Found) {
  const warnings: string[] = [];
  if (mean_silhouette !== null && mean_silhouette < WEAK) {
    warnings.push(
      `the mean silhouette is ${mean_silhouette.toFixed(2)}: below ${WEAK} there is no substantial structure`,
    );
  }
  const least = Math.min(...sizes);
  if (k > 1 && least < Math.max(2, SMALL_SHARE * n)) {
    warnings.push(`the smallest cluster has ${least} of ${n} curves: it may be outliers rather than a group`);
  }
  if (n_best === 1 && worst > within_ss * (1 + 1e-9)) {
    warnings.push("only one start reached the best sum of squares: raise starts");
  }
  if (!stated && tried.length > 1 && k === tried[tried.length - 1]) {
    warnings.push(`k = ${k} is the largest that was tried: raise k-max`);
  }
  return warnings;
}
