import { refusal } from "../../contract/outcome.ts";
import { pcg64 } from "../../numerics/pcg64.ts";
import { quantile } from "../../numerics/quantile.ts";
import { randomCorrelationEigenvalues } from "./random-correlation.ts";
import { explainedShares, type Spectrum } from "./spectrum.ts";

/** How many components a model keeps: a number, the fewest that explain a share of the variance, or parallel analysis. */
export type ComponentChoice = { components: number } | { variance: number } | { auto: true };

/** The number kept and how it was found. */
export interface ComponentCount {
  components: number;
  selection: "stated" | "variance" | "parallel_analysis";
  /** In words, with the numbers that decided. */
  rule: string;
}

/** Random data sets of parallel analysis, their seed, and the point of their eigenvalues that a component must pass. */
const DRAWS = 200;
const SEED = 42;
const LEVEL = 0.95;

/**
 * Chooses the components of a model. By variance: the fewest whose cumulative share reaches it. Parallel analysis (Horn
 * 1965): components, from the first on, whose eigenvalue exceeds the 95 % point of that of as many independent normal
 * columns and rows. Refuses SingularModel when more are stated than the tags have, NoSharedStructure when parallel
 * analysis keeps none. `tick` is awaited between draws.
 */
export async function chooseComponents(
  spectrum: Spectrum,
  choice: ComponentChoice,
  tick: () => Promise<void>,
): Promise<ComponentCount> {
  if ("components" in choice)
    return { components: stated(spectrum, choice.components), selection: "stated", rule: "as stated" };
  if ("variance" in choice) {
    const components = byVariance(spectrum, choice.variance);
    return { components, selection: "variance", rule: `fewest that explain ${choice.variance} of the variance` };
  }
  const limits = await randomLimits(spectrum, tick);
  const components = leading(spectrum, limits);
  if (components === 0) throw noStructure(spectrum, limits[0]);
  const rule = `parallel analysis: above the ${100 * LEVEL} % point of ${DRAWS} sets of independent columns (PCG64, seed ${SEED})`;
  return { components, selection: "parallel_analysis", rule };
}

function byVariance(spectrum: Spectrum, wanted: number): number {
  let sum = 0;
  let k = 0;
  for (const share of explainedShares(spectrum)) {
    sum += share;
    k++;
    if (sum >= wanted) break;
  }
  return Math.min(k, spectrum.rank);
}

function stated({ p, rank, values }: Spectrum, components: number): number {
  if (components <= rank) return components;
  throw refusal(
    "SingularModel",
    `${components} components asked of ${p} tags whose baseline has rank ${rank}: some tags are linear combinations of others; state at most ${rank}, or leave such a tag out`,
    {
      check: "components_exist",
      observed: rank,
      required: components,
      remedy: `state at most ${rank} components`,
      smallest_eigenvalue: Math.max(0, values[p - 1]),
    },
  );
}

async function randomLimits({ n, p }: Spectrum, tick: () => Promise<void>): Promise<number[]> {
  const rng = pcg64(SEED);
  const drawn = Array.from({ length: p }, () => new Float64Array(DRAWS));
  for (let d = 0; d < DRAWS; d++) {
    const values = randomCorrelationEigenvalues(n, p, rng);
    for (let j = 0; j < p; j++) drawn[j][d] = values[j];
    await tick();
  }
  return drawn.map((values) => quantile(values, LEVEL));
}

function leading({ values, rank }: Spectrum, limits: number[]): number {
  let k = 0;
  while (k < rank && values[k] > limits[k]) k++;
  return k;
}

function noStructure({ n, p, values }: Spectrum, limit: number) {
  return refusal(
    "NoSharedStructure",
    `the largest eigenvalue of ${p} tags over ${n} baseline rows is ${values[0].toPrecision(4)}, and independent tags reach ${limit.toPrecision(4)} by chance; there is nothing shared to model, so chart the tags one by one`,
    {
      check: "first_eigenvalue",
      observed: values[0],
      required: limit,
      remedy: "chart the tags one by one, or state the number of components",
    },
  );
}
