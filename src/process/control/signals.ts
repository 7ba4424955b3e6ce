/** Samples `from` to `to`, both inside; positions among the GOOD samples of the window. */
export interface Extent {
  from: number;
  to: number;
}

/** What a pattern showed: where it signalled, and the stretches of samples that form it. */
export interface Signals {
  n_hits: number;
  /** The first hits, at most as many as were asked for. */
  hits: number[];
  n_runs: number;
  /** The first runs, at most as many as were asked for; in order of their first sample. */
  runs: Extent[];
}

/** How many hits and runs to keep; all are counted. */
export interface Keep {
  hits: number;
  runs: number;
}

export function noSignals(): Signals {
  return { n_hits: 0, hits: [], n_runs: 0, runs: [] };
}

export function addHit(signals: Signals, at: number, keep: Keep): void {
  if (signals.n_hits++ < keep.hits) signals.hits.push(at);
}

export function addRun(signals: Signals, from: number, to: number, keep: Keep): void {
  if (signals.n_runs++ < keep.runs) signals.runs.push({ from, to });
}
