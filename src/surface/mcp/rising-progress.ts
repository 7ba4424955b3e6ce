type Progress = (done: number, total: number, label: string) => void;

/**
 * Progress of one piece of work after another (reading, then computing) as one that only rises, as the protocol has it. The
 * first piece is told as it is; each later one, whatever it counts, is as long as all before it together.
 */
export function risingProgress(tell: Progress): Progress {
  let [reached, base, unit] = [0, 0, 1];
  let piece: string | null = null;
  return (done, total, label) => {
    if (label !== piece) {
      [piece, base] = [label, reached];
      unit = base === 0 || total <= 0 ? 1 : base / total;
    }
    reached = Math.max(reached, base + done * unit);
    tell(base + done * unit, base + total * unit, label);
  };
}
