/** A confidence interval; a side that does not close is null and flagged. */
export interface Interval {
  lo: number | null;
  hi: number | null;
  lo_unbounded: boolean;
  hi_unbounded: boolean;
}

/** A closed span of shifts; ±Infinity where it does not end. */
type Span = [number, number];

const LINEAR = 1e-12;

/**
 * The shifts θ for which an assignment's coefficient is at least as extreme as the observed one after θ is taken off
 * the B blocks: |estimate − θ·overlap| ≥ |observed − θ|. The quadratic (overlap² − 1)θ² + … has the roots
 * (observed − estimate)/(1 − overlap) and (observed + estimate)/(1 + overlap).
 */
export function compatibleShifts(observed: number, estimate: number, overlap: number): Span[] {
  const lead = overlap * overlap - 1;
  if (Math.abs(lead) <= LINEAR) return linearShifts(observed, estimate, Math.sign(overlap));
  const roots = [(observed - estimate) / (1 - overlap), (observed + estimate) / (1 + overlap)];
  const [low, high] = roots[0] <= roots[1] ? roots : [roots[1], roots[0]];
  if (lead < 0) return [[low, high]];
  return low === high
    ? [ALL]
    : [
        [Number.NEGATIVE_INFINITY, low],
        [high, Number.POSITIVE_INFINITY],
      ];
}

const ALL: Span = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/** overlap = ±1: estimate² − observed² ≥ 2θ(±estimate − observed). */
function linearShifts(observed: number, estimate: number, sign: number): Span[] {
  const slope = sign * estimate - observed;
  if (slope === 0) return [ALL];
  const bound = (sign * estimate + observed) / 2;
  return slope > 0 ? [[Number.NEGATIVE_INFINITY, bound]] : [[bound, Number.POSITIVE_INFINITY]];
}

/** The hull of the shifts that lie in at least `needed` of the spans; null when none does. */
export function hullOfCovered(spans: readonly Span[], needed: number): Interval | null {
  const lo = firstCovered(spans, needed);
  if (lo === null) return null;
  const mirrored = firstCovered(
    spans.map(([low, high]): Span => [-high, -low]),
    needed,
  ) as number;
  const hi = mirrored === 0 ? 0 : -mirrored;
  return {
    lo: Number.isFinite(lo) ? lo : null,
    hi: Number.isFinite(hi) ? hi : null,
    lo_unbounded: !Number.isFinite(lo),
    hi_unbounded: !Number.isFinite(hi),
  };
}

/** The least shift in `needed` closed spans: the covered set can begin only where a span does. */
function firstCovered(spans: readonly Span[], needed: number): number | null {
  if (needed <= 0) return Number.NEGATIVE_INFINITY;
  const starts = Float64Array.from(spans, ([low]) => low).sort();
  const ends = Float64Array.from(spans, ([, high]) => high).sort();
  for (let i = needed - 1, ended = 0; i < starts.length; i++) {
    while (ends[ended] < starts[i]) ended++;
    if (i + 1 - ended >= needed) return starts[i];
  }
  return null;
}
