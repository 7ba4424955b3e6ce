const BARS = "▁▂▃▄▅▆▇█";

/**
 * A line of block characters: the mean of each of `width` equal time slots between the least and the greatest of those
 * means; a blank where a slot has no finite value. Rows need not be sorted.
 */
export function sparkline(t: Float64Array, v: Float64Array, start: number, end: number, width = 60): string {
  return bars(slotMeans(t, v, start, end, width));
}

/**
 * As `sparkline` for a curve, whose points are joined by straight lines: a slot without points is on the line between its
 * neighbours' means. A slot whose points have no value stays blank.
 */
export function curveLine(t: Float64Array, v: Float64Array, start: number, end: number, width: number): string {
  const means = slotMeans(t, v, start, end, width);
  const held = new Set(Array.from(t, (at) => slotOf(at, start, end, width)));
  const known = means.flatMap((mean, k) => (Number.isNaN(mean) ? [] : [k]));
  for (let i = 1; i < known.length; i++) {
    const [from, to] = [known[i - 1], known[i]];
    const rise = (means[to] - means[from]) / (to - from);
    for (let k = from + 1; k < to; k++) if (!held.has(k)) means[k] = means[from] + rise * (k - from);
  }
  return bars(means);
}

/** The mean of each slot's finite values; NaN for a slot without any. */
function slotMeans(t: Float64Array, v: Float64Array, start: number, end: number, width: number): number[] {
  const sum = new Float64Array(width);
  const count = new Uint32Array(width);
  for (let i = 0; i < t.length; i++) {
    if (!Number.isFinite(v[i])) continue;
    const slot = slotOf(t[i], start, end, width);
    sum[slot] += v[i];
    count[slot]++;
  }
  return Array.from(sum, (s, k) => (count[k] === 0 ? Number.NaN : s / count[k]));
}

function bars(means: number[]): string {
  const seen = means.filter((m) => !Number.isNaN(m));
  if (seen.length === 0) return " ".repeat(means.length);
  const low = Math.min(...seen);
  const span = Math.max(...seen) - low;
  return means
    .map((m) => (Number.isNaN(m) ? " " : BARS[span === 0 ? 3 : Math.min(7, Math.floor(((m - low) / span) * 8))]))
    .join("");
}

/** A line below a sparkline: `▲` in each slot that holds one of the times. */
export function sparkMarks(times: Float64Array, start: number, end: number, width = 60): string {
  const marks = new Array<string>(width).fill(" ");
  for (const us of times) marks[slotOf(us, start, end, width)] = "▲";
  return marks.join("");
}

function slotOf(us: number, start: number, end: number, width: number): number {
  // The grid of curves may be 1e-9 long: only a span of nothing has no slots.
  const span = end > start ? end - start : 1;
  return Math.min(width - 1, Math.max(0, Math.floor(((us - start) / span) * width)));
}
