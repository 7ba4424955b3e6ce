import type { Window } from "../contract/window.ts";
import { countDistinct } from "../numerics/count-distinct.ts";
import { quantile } from "../numerics/quantile.ts";
import { quantileOfTally } from "../numerics/quantile-of-tally.ts";
import type { ValidColumns } from "../series/valid.ts";

/** How the tag moved in earlier windows of the same length. */
export interface FlatlineReference {
  windows: number;
  /** How many reference windows hold how many distinct values, ascending. */
  distinct: { values: number[]; windows: number[] };
  /** Seconds between successive changes within one reference window. */
  change_intervals_s: Float64Array;
}

/**
 * Cuts the valid rows before a window into windows of its length L, from the archive's first row `first` on: the k-th
 * is [first + kL, first + (k+1)L), and the last one ends before the window starts. A change is a row whose value
 * differs from the previous row of the same reference window.
 */
export function flatlineReference(history: ValidColumns, first: number, window: Window): FlatlineReference {
  const length = window.end - window.start;
  const windows = length > 0 ? Math.max(0, Math.ceil((window.start - first) / length) - 1) : 0;
  const tally = new Map<number, number>();
  const intervals = new Float64Array(history.t.length);
  let changes = 0;
  let occupied = 0;
  for (let from = 0; from < history.t.length; ) {
    const k = Math.floor((history.t[from] - first) / length);
    if (k >= windows) break;
    const edge = first + (k + 1) * length;
    let to = from + 1;
    let lastChange = Number.NaN;
    for (; to < history.t.length && history.t[to] < edge; to++) {
      if (history.v[to] === history.v[to - 1]) continue;
      if (!Number.isNaN(lastChange)) intervals[changes++] = (history.t[to] - lastChange) / 1e6;
      lastChange = history.t[to];
    }
    const distinct = distinctIn(history.v.subarray(from, to));
    tally.set(distinct, (tally.get(distinct) ?? 0) + 1);
    occupied++;
    from = to;
  }
  if (windows > occupied) tally.set(0, windows - occupied);
  const values = [...tally.keys()].sort((a, b) => a - b);
  return {
    windows,
    distinct: { values, windows: values.map((value) => tally.get(value) ?? 0) },
    change_intervals_s: intervals.subarray(0, changes),
  };
}

function distinctIn(v: Float64Array): number {
  return v.length < 512 ? new Set(v).size : countDistinct(v);
}

/** One test for stillness. `observed` and `reference` are null when it could not be evaluated; `evidence` says why. */
export interface FlatlineSignal {
  signal: string;
  fired: boolean;
  evidence: string;
  evaluable: boolean;
  observed: number | null;
  reference: number | null;
}

/** Whether a tag that should move stands still. */
export interface FlatlineVerdict {
  verdict: "NOT ASSESSED" | "FLATLINE SUSPECTED" | "no flatline";
  fired: boolean;
  /** The window touches a rail of the range: a saturated tag is still for another reason. */
  saturated_not_frozen: boolean;
  /** Why there is no verdict, unless saturation is the reason. */
  not_assessed: string | null;
  reference_windows: number;
  reference_changes: number;
  signals: FlatlineSignal[];
}

/** Mean and standard deviation of a tag's valid rows; std is null below two rows. */
export interface Spread {
  mean: number | null;
  std: number | null;
}

/** What is known of the window under test. */
export interface FlatlineSubject extends Spread {
  state_valued: boolean;
  n_valid: number;
  distinct: number | null;
  stall_s: number | null;
  n_clipped: number;
  clipped_fraction: number | null;
  peers: Spread[];
}

/**
 * Compares a window with the tag's own history: the time since the last change with the 99 % quantile of earlier times
 * between changes, the number of distinct values with the 5 % quantile of earlier windows', and, with peers, zero
 * spread beside a peer that moves. Any one that fires makes the flatline suspected. A censored window is not assessed.
 */
export function assessFlatline(subject: FlatlineSubject, reference: FlatlineReference): FlatlineVerdict {
  const counts = { reference_windows: reference.windows, reference_changes: reference.change_intervals_s.length };
  const refuse = (signal: string, evidence: string, reason: string | null): FlatlineVerdict => ({
    verdict: "NOT ASSESSED",
    fired: false,
    saturated_not_frozen: subject.n_clipped > 0,
    not_assessed: reason,
    ...counts,
    signals: [{ signal, fired: false, evidence, evaluable: true, observed: null, reference: null }],
  });
  if (subject.n_clipped > 0) {
    const share = subject.clipped_fraction?.toPrecision(3) ?? "unknown, no range declared";
    const evidence = `censored window (clipped fraction ${share}); saturated is not frozen`;
    return refuse("clipping_consulted_first", evidence, null);
  }
  if (subject.state_valued) {
    const reason = "state-valued tag (role=MODE); stillness is not a flatline signal";
    return refuse("state_valued_tag", reason, reason);
  }
  if (subject.n_valid === 0) {
    return refuse("valid_samples_present", "no valid samples in window", "no valid samples in window");
  }
  const signals = [stall(subject, reference), fewValues(subject, reference), stillBesidePeer(subject)];
  const fired = signals.some((signal) => signal.fired);
  const assessed = signals.some((signal) => signal.evaluable);
  return {
    verdict: assessed ? (fired ? "FLATLINE SUSPECTED" : "no flatline") : "NOT ASSESSED",
    fired,
    saturated_not_frozen: false,
    not_assessed: assessed ? null : "no evaluable signal",
    ...counts,
    signals,
  };
}

function evaluated(
  signal: string,
  observed: number,
  reference: number,
  fired: boolean,
  evidence: string,
): FlatlineSignal {
  return { signal, fired, evidence, evaluable: true, observed, reference };
}

function notEvaluable(signal: string, evidence: string): FlatlineSignal {
  return { signal, fired: false, evidence, evaluable: false, observed: null, reference: null };
}

function stall({ stall_s }: FlatlineSubject, { change_intervals_s }: FlatlineReference): FlatlineSignal {
  const signal = "time_since_last_actual_change";
  if (stall_s === null) return notEvaluable(signal, "fewer than two valid samples");
  if (change_intervals_s.length === 0) return notEvaluable(signal, "no two changes in any earlier window");
  const p99 = quantile(change_intervals_s, 0.99);
  return evaluated(signal, stall_s, p99, stall_s > p99, `stall ${brief(stall_s)}s vs own p99 ${brief(p99)}s`);
}

function fewValues({ distinct }: FlatlineSubject, { windows, distinct: earlier }: FlatlineReference): FlatlineSignal {
  const signal = "distinct_value_count_vs_p05";
  if (windows === 0 || distinct === null) return notEvaluable(signal, "no earlier window of this length");
  const p05 = quantileOfTally(earlier.values, earlier.windows, 0.05);
  return evaluated(
    signal,
    distinct,
    p05,
    distinct < p05,
    `distinct ${distinct} vs own p05 ${brief(p05)} of ${windows} windows`,
  );
}

function stillBesidePeer(subject: FlatlineSubject): FlatlineSignal {
  const signal = "zero_std_while_coupled_tag_moves";
  const peers = subject.peers.filter(({ std }) => std !== null);
  if (peers.length === 0) return notEvaluable(signal, "no peer tag to compare with");
  const limit = stillness(subject);
  if (subject.std === null || limit === null) {
    return notEvaluable(signal, subject.n_valid < 2 ? "fewer than two valid samples" : "no spread in double precision");
  }
  const moving = peers.filter((peer) => peer.std! > stillness(peer)!).length;
  const fired = subject.std <= limit && moving > 0;
  return evaluated(
    signal,
    subject.std,
    limit,
    fired,
    `std ${brief(subject.std)} with ${moving} of ${peers.length} peers moving`,
  );
}

/** Spread below which a tag stands still to within rounding. */
function stillness({ mean }: Spread): number | null {
  return mean === null ? null : 1e-9 * Math.max(1, Math.abs(mean));
}

function brief(x: number): string {
  return String(Number(x.toPrecision(4)));
}
