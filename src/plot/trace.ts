import { decimate, type Stretch } from "./decimate.ts";
import type { Frame } from "./frame.ts";
import { element, short } from "./svg.ts";

/** What the line of a figure is drawn through. */
export interface Trace {
  /** µs, not running backwards. */
  t: Float64Array;
  /** Values of GOOD rows; NaN elsewhere. */
  v: Float64Array;
  /** Stretches without data, in time order. */
  losses: { start: number; end: number }[];
  /** Longest time (µs) that the line spans across rows which are not GOOD. */
  longest_us: number;
}

/**
 * The line through GOOD values. It breaks where data were lost, and where rows that are not GOOD stand between two
 * values farther apart than a gap: a line across either would show values that nobody measured.
 */
export function trace(of: Trace, frame: Frame, start: number, end: number): string {
  const { t, v, stretches } = goodStretches(of);
  const perColumn = (end - start) / (frame.right - frame.left);
  const d = stretches.map((stretch) => {
    const points = decimate(t, v, stretch, start, perColumn).map(
      (i) => `${short(frame.x(t[i]))} ${short(frame.y(v[i]))}`,
    );
    // A single sample between two gaps still shows, as a dot of the line's width.
    return points.length === 1 ? `M${points[0]}h.01` : `M${points.join("L")}`;
  });
  return d.length === 0 ? "" : element("path", { class: "line", d: d.join("") });
}

/** The GOOD rows, and the stretches of them that one unbroken line joins. */
export function goodStretches({ t, v, losses, longest_us }: Trace): {
  t: Float64Array;
  v: Float64Array;
  stretches: Stretch[];
} {
  const rows = Uint32Array.from(t.keys()).filter((i) => Number.isFinite(v[i]));
  const stretches: Stretch[] = [];
  let from = 0;
  let loss = 0;
  for (let k = 1; k <= rows.length; k++) {
    if (k < rows.length) {
      const [before, at] = [t[rows[k - 1]], t[rows[k]]];
      while (loss < losses.length && losses[loss].start < before) loss++;
      const lost = loss < losses.length && losses[loss].start < at;
      const bridged = rows[k] - rows[k - 1] > 1 && at - before > longest_us;
      if (!lost && !bridged) continue;
    }
    stretches.push([from, k]);
    from = k;
  }
  return { t: Float64Array.from(rows, (i) => t[i]), v: Float64Array.from(rows, (i) => v[i]), stretches };
}
