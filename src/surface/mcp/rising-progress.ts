type Progress = (done: number, total: number, label: string) => void;

/**
 * Progress of one piece of work after another (reading, then computing) as one that only rises, as the protocol has it. A
 * piece ends where another total is counted to, or the count starts again. The first is told as it is; each later one,
 * whatever it counts, is as long as the first.
 */
export function risingProgress(tell: Progress): Progress {
  let [base, unit, length] = [0, 1, 0];
  let before: { done: number; total: number } | null = null;
  return (done, total, label) => {
    if (before === null) length = total;
    else if (total !== before.total || done < before.done) {
      base += before.total * unit;
      unit = length > 0 && total > 0 ? length / total : 1;
    }
    before = { done, total };
    tell(base + done * unit, base + total * unit, label);
  };
}
