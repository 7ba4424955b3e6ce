import type { Change } from "./core.ts";
import { experimentUri } from "./resources.ts";

/** The recorded experiments by id: whether each runs, and a text that is another when anything of it is. */
export type Known = Map<string, { status: string; row: string }>;

/** Tells clients of what becomes of the recorded experiments, whichever process does it. */
export interface ExperimentChanges {
  /** From now on changes are noticed; before anyone asks for the records nothing is read. */
  begin(): Promise<void>;
  /** Looks now, after a call of this server that writes; `touched` was written to, though its row is the same. */
  look(touched?: string): Promise<void>;
  end(): void;
}

/** `read` gives the records as they are; `watch` calls back after their file has changed and returns what ends that. */
export function experimentChanges(
  read: () => Promise<Known>,
  watch: (changed: () => void) => Promise<() => void>,
  tell: (change: Change) => void,
): ExperimentChanges {
  let known: Known | null = null;
  let begun: Promise<void> | null = null;
  let unwatch = () => {};
  let looking = Promise.resolve();
  const lookNow = async (touched?: string) => {
    // Records that cannot be read now are looked at when they change the next time.
    const now = await read().catch(() => null);
    if (now === null) return;
    if (known !== null) for (const change of changesBetween(known, now, touched)) tell(change);
    known = now;
  };
  const look = (touched?: string) => {
    looking = looking.then(() => lookNow(touched));
    return looking;
  };
  return {
    look,
    begin() {
      // Watched first: what changes while the records are read is seen by the next look at their file.
      begun ??= watch(() => void look())
        // Where the file cannot be watched, what this server's own calls change is still told.
        .catch(() => unwatch)
        .then((end) => {
          unwatch = end;
          return look();
        });
      return begun;
    },
    end: () => unwatch(),
  };
}

/** What clients are told when the records went from one state to another. */
export function changesBetween(before: Known, after: Known, touched?: string): Change[] {
  const ids = [...new Set([...before.keys(), ...after.keys()])].filter(
    (id) => before.get(id)?.row !== after.get(id)?.row || id === touched,
  );
  if (ids.length === 0) return [];
  const list: Change[] = ids.some((id) => before.get(id)?.status !== after.get(id)?.status) ? [{ kind: "list" }] : [];
  const uris = ["experiment://index", ...ids.flatMap((id) => [experimentUri(id), `${experimentUri(id)}/results`])];
  return [...list, ...uris.map((uri): Change => ({ kind: "updated", uri }))];
}
