/** The span that several bars share. */
export interface BarScale {
  low: number;
  high: number;
  width: number;
}

/** A scale that holds 0 and every interval, with a little room. */
export function barScale(intervals: readonly { low: number; high: number }[], width = 56): BarScale {
  const low = Math.min(0, ...intervals.map((interval) => interval.low));
  const high = Math.max(0, ...intervals.map((interval) => interval.high));
  const room = (high - low || 1) * 0.03;
  return { low: low - room, high: high + room, width };
}

/**
 * An interval drawn in text: `├───●───┤` against `│` at 0. Ends and estimate keep their order; where they share a
 * column the estimate is drawn.
 */
export function intervalBar(
  { low, estimate, high }: { low: number; estimate: number; high: number },
  scale: BarScale,
): string {
  const column = (value: number) =>
    Math.min(
      scale.width - 1,
      Math.max(0, Math.round(((value - scale.low) / (scale.high - scale.low)) * (scale.width - 1))),
    );
  const cells = new Array<string>(scale.width).fill(" ");
  const [from, to, zero] = [column(low), column(high), column(0)];
  for (let i = from; i <= to; i++) cells[i] = "─";
  cells[zero] = zero > from && zero < to ? "┼" : "│";
  cells[from] = "├";
  cells[to] = "┤";
  cells[column(estimate)] = "●";
  return cells.join("").trimEnd();
}
