/** Keeps a signal from ending the process on the spot, until the returned function was called; that rejects when one came. */
export type Hold = () => () => Promise<void>;

/** What is used of the process. */
export interface SignalSource {
  on(signal: NodeJS.Signals, heard: () => void): unknown;
  off(signal: NodeJS.Signals, heard: () => void): unknown;
  exit(code: number): never;
}

const SIGNALS: NodeJS.Signals[] = ["SIGINT", "SIGTERM"];

/**
 * Ctrl-C and SIGTERM end the process by the system's own doing, in whatever loop it is: JavaScript hears of a signal only
 * between two turns of the event loop, and a long computation makes none. Only while something is held that would be left
 * behind half done (a temporary file, a server) does a signal abort `signal` instead, and whoever holds puts it in order.
 */
export function openSignals(source: SignalSource): { signal: AbortSignal; hold: Hold } {
  const cancel = new AbortController();
  const heard = () => {
    // A second one ends a loop that does not look at the first.
    if (cancel.signal.aborted) source.exit(130);
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
  return { signal: cancel.signal, hold };
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
