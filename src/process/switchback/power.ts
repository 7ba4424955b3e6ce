import { formatInstant } from "../../contract/instant.ts";
import { Refusal } from "../../contract/outcome.ts";
import type { Window } from "../../contract/window.ts";
import { pcg64 } from "../../numerics/pcg64.ts";
import type { Series } from "../../series/series.ts";
import type { TagMeta } from "../../series/tag-meta.ts";
import type { Tick } from "./assignments.ts";
import { numericColumns, unitOf } from "./columns.ts";
import type { Design } from "./design.ts";
import { keptSamples } from "./kept-samples.ts";
import {
  type ClaimRates,
  claimRates,
  DETECTION_TARGET,
  historySigma,
  POWER_DRAWS,
  powerObstacle,
} from "./power-readout.ts";
import { type Schedule, scheduleWindow } from "./schedule.ts";

/** The power part of a plan document: what was laid over which history, or why it could not be. */
export interface PowerReadout {
  tag: string;
  /** The stretch that the schedule was laid over. */
  history: { start: string; end: string };
  unit: string | null;
  draws: number;
  /** 1.4826 · MAD of the history's values. */
  sigma: number | null;
  /** Kept samples of the history. */
  kept: number | null;
  rows: ClaimRates["rows"];
  detection_target: number;
  smallest_shift_sigma: number | null;
  smallest_shift: number | null;
  reason: string | null;
  detail: string | null;
}

/** A stretch of a tag's past without an effect, read when it is needed. */
export interface History {
  tag: string;
  meta: TagMeta;
  window: Window;
  read(window: Window): Promise<Series>;
}

/**
 * The generator of power draw j: a child of the trial's seed by spawn key, so that no draw repeats the stream that the
 * trial's own settings come from.
 */
export function drawGenerator(seed: number, draw: number) {
  return pcg64(seed, [draw]);
}

/**
 * Lays the schedule over the start of a history and counts what trials of this design would have claimed there. A
 * history that cannot tell is no refusal: the plan stands, and the reason is in the readout. `progress` is told
 * of each draw.
 */
export async function readPower(
  history: History,
  { schedule, design, seed }: { schedule: Schedule; design: Design; seed: number },
  progress: { tick: Tick; done(draws: number): void },
): Promise<PowerReadout> {
  const laid = { ...schedule, start: history.window.start };
  const window = scheduleWindow(laid);
  if (window.end > history.window.end) {
    const [has, needs] = [history.window, window].map(({ start, end }) => (end - start) / 1e6);
    return unread(history, history.window, "history_short", `${has} s of history, the blocks need ${needs} s`);
  }
  try {
    const { columns } = numericColumns({ ...history, rows: await history.read(window) });
    await progress.tick();
    const kept = keptSamples(laid, columns);
    await progress.tick();
    const sigma = historySigma(columns.v);
    const obstacle = powerObstacle(kept, design.blocks, sigma);
    if (obstacle) return { ...unread(history, window, obstacle.reason, obstacle.detail), kept: kept.y.length };
    const rates = await claimRates(kept, design, sigma, (draw) => drawGenerator(seed, draw), progress);
    return { ...unread(history, window, null, null), sigma, kept: kept.y.length, ...rates };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return unread(history, window, error.name, error.message);
  }
}

function unread({ tag, meta }: History, window: Window, reason: string | null, detail: string | null): PowerReadout {
  return {
    tag,
    history: { start: formatInstant(window.start), end: formatInstant(window.end) },
    unit: unitOf(meta),
    draws: POWER_DRAWS,
    sigma: null,
    kept: null,
    rows: [],
    detection_target: DETECTION_TARGET,
    smallest_shift_sigma: null,
    smallest_shift: null,
    reason,
    detail,
  };
}
