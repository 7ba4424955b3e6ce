import { Fault, INVALID_PARAMS, LOG_LEVELS, type LogLevel } from "./core.ts";

/** What the server offers, in every protocol. */
export const CAPABILITIES = {
  tools: {},
  resources: { subscribe: true, listChanged: true },
  prompts: {},
  completions: {},
  logging: {},
};

/** Most entries of one page of a list. */
const PAGE = 100;
/** Most values of a completion; the protocol's own bound. */
const VALUES = 100;

/** One page of a list from where the cursor says. Fault for a cursor that this server did not give. */
export function page<T>(all: T[], cursor: string | undefined): { items: T[]; nextCursor?: string } {
  const from = cursor === undefined ? 0 : Number(/^from-(\d{1,9})$/.exec(cursor)?.[1] ?? Number.NaN);
  if (Number.isNaN(from) || (from > 0 && from >= all.length)) {
    throw new Fault(INVALID_PARAMS, "cursor: not one of this list; ask for the list anew");
  }
  const to = from + PAGE;
  return { items: all.slice(from, to), ...(to < all.length && { nextCursor: `from-${to}` }) };
}

/** Values as the protocol wants them: at most a hundred, each once, and how many there are. */
export function completion(values: string[]): { values: string[]; total: number; hasMore: boolean } {
  const all = [...new Set(values)];
  return { values: all.slice(0, VALUES), total: all.length, hasMore: all.length > VALUES };
}

/** Most resources that one connection may subscribe to. */
const SUBSCRIPTIONS = 1000;

/** Adds a subscription; one that is there already changes nothing. Fault when there are too many. */
export function subscribe(subscribed: Set<string>, uri: string): void {
  if (subscribed.size >= SUBSCRIPTIONS && !subscribed.has(uri))
    throw new Fault(INVALID_PARAMS, `more than ${SUBSCRIPTIONS} subscriptions; unsubscribe from some first`);
  subscribed.add(uri);
}

/** Whether a severity is the asked one or above. */
export function isAtLeast(level: LogLevel, asked: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(asked);
}
