/** Keeps a signal from ending the process on the spot, until the returned function was called; that rejects when one came. */
export type Hold = () => () => Promise<void>;

/** What is used of the process. */
export interface SignalSource {
  on(signal: NodeJS.Signals, heard: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, heard: (signal: NodeJS.Signals) => void): unknown;
  kill(pid: number, signal: NodeJS.Signals): unknown;
  pid: number;
}

const SIGNALS: NodeJS.Signals[] = ["SIGINT", "SIGTERM"];

/**
 * Ctrl-C and SIGTERM end the process by the system's own doing, in whatever loop it is: JavaScript hears of a signal only
 * between two turns of the event loop, and a long computation makes none. Only while something is held that would be left
 * behind half done (a temporary file, a server) does a signal abort `signal` instead, and whoever holds puts it in order.
 * `end` then ends the process by the signal that came: a shell goes on with its loop after a program that exits 130 by itself.
 */
export function openSignals(source: SignalSource): { signal: AbortSignal; hold: Hold; end: () => void } {
  const cancel = new AbortController();
  let came: NodeJS.Signals | undefined;
  const end = () => {
    for (const name of SIGNALS) source.off(name, heard);
    if (came) source.kill(source.pid, came);
  };
  const heard = (name: NodeJS.Signals) => {
    came = name;
    // A second one ends a loop that does not look at the first.
    if (cancel.signal.aborted) end();
    cancel.abort();
  };
  let held = 0;
  const hold = () => {
    if (held++ === 0) for (const name of SIGNALS) source.on(name, heard);
    let released: Promise<void> | undefined;
    const release = async () => {
      // What came during a synchronous write is heard in the next turn that begins: the rest of this one, and that.
      await turn();
      await turn();
      if (--held === 0) for (const name of SIGNALS) source.off(name, heard);
      cancel.signal.throwIfAborted();
    };
    return () => (released ??= release());
  };
  return { signal: cancel.signal, hold, end };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Does work that leaves nothing half done while no signal ends it. */
export async function holding<T>(hold: Hold | undefined, work: () => Promise<T>): Promise<T> {
  const release = hold?.();
  try {
    return await work();
  } finally {
    await release?.();
  }
}
