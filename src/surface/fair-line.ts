/** Waits for a slot and returns what gives it back. Rejects with the signal's reason, out of the line, once it aborts. */
export type Enter = (subject: string, signal: AbortSignal) => Promise<() => void>;

/**
 * A line in front of `slots` (2 or more). A slot that comes free goes to the subject that holds the fewest of those who
 * wait, in turn where several do, and to what it asked for first. So one that holds all slots but one gets no further one
 * while another waits; alone it may hold them all.
 */
export function fairLine(slots: number): Enter {
  const held = new Map<string, number>();
  // From the subject whose turn is next.
  const lines = new Map<string, Set<() => void>>();
  let free = slots;
  const holds = (subject: string) => held.get(subject) ?? 0;

  const take = (subject: string) => {
    free--;
    held.set(subject, holds(subject) + 1);
    return () => give(subject);
  };
  const give = (subject: string) => {
    free++;
    const left = holds(subject) - 1;
    if (left > 0) held.set(subject, left);
    else held.delete(subject);
    if (lines.size > 0) serve([...lines.keys()].reduce((first, each) => (holds(each) < holds(first) ? each : first)));
  };
  const serve = (subject: string) => {
    const line = lines.get(subject) ?? new Set();
    const [turn] = line;
    leave(subject, turn);
    // Behind the others, for its next one.
    if (lines.delete(subject)) lines.set(subject, line);
    turn();
  };
  const leave = (subject: string, turn: () => void) => {
    const line = lines.get(subject);
    line?.delete(turn);
    if (line?.size === 0) lines.delete(subject);
  };

  return async (subject, signal) => {
    signal.throwIfAborted();
    if (free > 0) return take(subject);
    return new Promise((resolve, reject) => {
      const turn = () => {
        signal.removeEventListener("abort", gone);
        resolve(take(subject));
      };
      const gone = () => {
        leave(subject, turn);
        reject(signal.reason);
      };
      signal.addEventListener("abort", gone, { once: true });
      const line = lines.get(subject);
      if (line) line.add(turn);
      else lines.set(subject, new Set([turn]));
    });
  };
}
