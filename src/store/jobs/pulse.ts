import type { JobProgress } from "../../contract/job.ts";
import { BEAT_MS } from "./judge.ts";
import { thisProcess } from "./process-id.ts";
import { type Attempt, type BeatFile, readEnd, readStart, writeBeat } from "./run-files.ts";

/** The heartbeat of a worker, which carries how far it is. */
export interface Pulse {
  /** Its turn has come. */
  begin(): void;
  progress(done: number, total: number, label: string): void;
  /** The last beat: the worker leaves. */
  stop(): void;
}

/** How often the worker looks whether its attempt was ended, and writes progress down. */
const LOOK_MS = 200;

/** Starts the heartbeat of an attempt; `ended` is called when somebody else has ended or removed it. */
export function beginPulse(at: Attempt, token: string, now: () => Date, ended: () => void): Pulse {
  const state: BeatFile = { at_ms: 0, worker: thisProcess(), started_ms: null, progress: null, stopped_ms: null };
  let written: JobProgress | null = null;
  const clock = () => now().getTime();
  const beat = (): boolean => {
    state.at_ms = clock();
    written = state.progress;
    return writeBeat(at, state);
  };
  const look = () => {
    // A disk that is full or busy for a moment costs a beat, not the work.
    try {
      lookNow();
    } catch {}
  };
  const lookNow = () => {
    if (readEnd(at) !== null || readStart(at)?.token !== token) return leave();
    const due = state.progress !== written || Math.abs(clock() - state.at_ms) >= BEAT_MS - LOOK_MS;
    if (due && !beat()) leave();
  };
  const timer = setInterval(look, LOOK_MS);
  const leave = () => {
    clearInterval(timer);
    ended();
  };
  beat();
  return {
    begin() {
      state.started_ms = clock();
      beat();
    },
    progress(done, total, label) {
      const { progress } = state;
      // Done that falls is another round, though it be called the same.
      const goesOn = progress !== null && progress.label === label && done >= progress.done;
      state.progress = { done, total, label, since_ms: goesOn ? progress.since_ms : clock() };
    },
    stop() {
      clearInterval(timer);
      if (state.stopped_ms !== null) return;
      state.stopped_ms = clock();
      // The attempt may be another's by now.
      if (readStart(at)?.token === token) beat();
    },
  };
}
