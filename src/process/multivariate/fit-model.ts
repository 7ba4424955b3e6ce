import { refusal } from "../../contract/outcome.ts";
import type { Window } from "../../contract/window.ts";
import { mean } from "../../numerics/mean.ts";
import { LEAST_SPREAD } from "../control/magnitude.ts";
import { zeroSpread } from "../control/zero-spread.ts";
import { type ComponentChoice, type ComponentCount, chooseComponents } from "./components.ts";
import type { PcaModel } from "./scores.ts";
import { combineSums, type RowSums, rowSums, spectrumOf } from "./spectrum.ts";

/** A model, how many components it keeps and why, and its row sums by block for holding blocks out. */
export interface FittedModel {
  model: PcaModel;
  choice: ComponentCount;
  centers: Float64Array;
  /** The baseline in contiguous blocks of rows: first row of each, and of none. */
  edges: number[];
  blocks: RowSums[];
}

/** Contiguous blocks that are held out in turn. */
export const HELD_OUT_BLOCKS = 5;

/**
 * Fits principal components to the correlation matrix of baseline rows, one column a tag. Refuses InsufficientQuality
 * below 2 rows and when a tag varies by too little to compute with, ZeroSpreadBaseline when one stands still, and what
 * `chooseComponents` refuses.
 */
export async function fitModel(
  columns: readonly Float64Array[],
  { tags, window, choice }: { tags: string[]; window: Window; choice: ComponentChoice },
  tick: () => Promise<void>,
): Promise<FittedModel> {
  const n = columns[0].length;
  if (n < 2) throw tooFewRows(n);
  columns.forEach((column, i) => {
    if (column.every((x) => x === column[0])) throw zeroSpread(column, "standard deviation", { tag: tags[i], window });
    if (column.every((x) => Math.abs(x - column[0]) < LEAST_SPREAD)) throw tooAlike(tags[i]);
  });
  const centers = Float64Array.from(columns, mean);
  const edges = Array.from({ length: HELD_OUT_BLOCKS + 1 }, (_, b) => Math.floor((b * n) / HELD_OUT_BLOCKS));
  const blocks: RowSums[] = [];
  for (let b = 0; b < HELD_OUT_BLOCKS; b++) {
    blocks.push(rowSums(columns, centers, edges[b], edges[b + 1]));
    await tick();
  }
  const spectrum = spectrumOf(
    blocks.reduce((a, b) => combineSums(a, b, 1)),
    centers,
  );
  if (spectrum === null) throw new Error("a column that varies has no standard deviation");
  const count = await chooseComponents(spectrum, choice, tick);
  return { model: { ...spectrum, components: count.components }, choice: count, centers, edges, blocks };
}

function tooAlike(tag: string) {
  const remedy = "choose a baseline window where the tag moves";
  return refusal(
    "InsufficientQuality",
    `${tag}: its baseline values differ by less than ${LEAST_SPREAD}, too little to compute with; ${remedy}`,
    { check: "baseline_spread", observed: `< ${LEAST_SPREAD}`, required: LEAST_SPREAD, remedy, tag },
  );
}

function tooFewRows(n: number) {
  return refusal(
    "InsufficientQuality",
    `${n} aligned baseline row${n === 1 ? "" : "s"}; 2 required, so state a longer baseline`,
    {
      check: "baseline_rows",
      observed: n,
      required: 2,
      remedy: "state a longer baseline",
    },
  );
}
