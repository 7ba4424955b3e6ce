import { type BaselineCheck, checkCount } from "../control/baseline-check.ts";
import type { FittedModel } from "./fit-model.ts";
import { type LimitRequest, mspcLimits } from "./mspc-limits.ts";
import { type PcaModel, type RowScores, scoreRows } from "./scores.ts";
import { combineSums, type RowSums, spectrumOf } from "./spectrum.ts";

/** A multivariate baseline held against limits that did not see it. */
export interface HeldOutCheck {
  held_out_blocks: number;
  t2: BaselineCheck;
  /** Null when SPE is not assessed. */
  spe: BaselineCheck | null;
}

/**
 * Holds out each contiguous block of the baseline in turn: the model and its limits are fitted on the rest, and the
 * block's rows are scored; empirical limits are taken from at most 20,000 rows of the rest, spread evenly. What lies outside is the share of false alarms to expect from new in-control rows. In-sample
 * limits cannot say it: an empirical one lets its own share out whatever the data. Null when a rest is singular.
 */
export async function holdOut(
  { model, centers, edges, blocks }: FittedModel,
  columns: readonly Float64Array[],
  own: RowScores,
  request: LimitRequest & { speAssessed: boolean },
  tick: () => Promise<void>,
): Promise<HeldOutCheck | null> {
  const total = blocks.reduce((a, b) => combineSums(a, b, 1));
  let [outsideT2, outsideSpe] = [0, 0];
  for (let b = 0; b < blocks.length; b++) {
    const rest = restModel(model, combineSums(total, blocks[b], -1), centers);
    if (rest === null) return null;
    const [from, to] = [edges[b], edges[b + 1]];
    const scored: RowScores[] = [];
    if (request.limits === "empirical") {
      for (const [first, end] of spread(from, to, model.n))
        scored.push(await scoreRows(rest, columns, tick, first, end));
    }
    const limits = mspcLimits(rest, () => joined(scored), request);
    const held = await scoreRows(rest, columns, tick, from, to);
    outsideT2 += held.t2.reduce((count, x) => count + (x > limits.t2 ? 1 : 0), 0);
    if (limits.spe === null && request.speAssessed) return null;
    outsideSpe += held.spe.reduce((count, x) => count + (limits.spe !== null && x > limits.spe ? 1 : 0), 0);
    await tick();
  }
  return {
    held_out_blocks: blocks.length,
    t2: checkCount(own.t2, outsideT2, 1 - request.quantile),
    spe: request.speAssessed ? checkCount(own.spe, outsideSpe, 1 - request.quantile) : null,
  };
}

/** Rows that an empirical limit of a rest is taken from at most; a quantile of 0.99 then has 200 rows beyond it. */
const MOST_ROWS = 20_000;
const RUN = 64;

/** The rows outside [from, to) of n as ranges: all of them, or runs at even distances that add up to about `MOST_ROWS`. */
function spread(from: number, to: number, n: number): [number, number][] {
  const parts: [number, number][] = [
    [0, from],
    [to, n],
  ];
  const rest = n - (to - from);
  if (rest <= MOST_ROWS) return parts;
  const step = Math.floor((RUN * rest) / MOST_ROWS);
  return parts.flatMap(([first, end]) =>
    Array.from({ length: Math.ceil((end - first) / step) }, (_, i): [number, number] => {
      const start = first + i * step;
      return [start, Math.min(end, start + RUN)];
    }),
  );
}

/** A standard deviation this much smaller without a block means that the column moves in that block alone. */
const STILL = 1e-9;

function restModel(whole: PcaModel, rest: RowSums, centers: Float64Array): PcaModel | null {
  const spectrum = spectrumOf(rest, centers);
  if (spectrum === null || spectrum.rank < whole.components) return null;
  if (spectrum.sds.some((sd, i) => sd < STILL * whole.sds[i])) return null;
  return { ...spectrum, components: whole.components };
}

function joined(parts: RowScores[]): RowScores {
  const join = (key: keyof RowScores) => {
    const all = new Float64Array(parts.reduce((n, part) => n + part[key].length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part[key], at);
      at += part[key].length;
    }
    return all;
  };
  return { t2: join("t2"), spe: join("spe") };
}
