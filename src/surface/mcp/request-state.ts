import { createHash } from "node:crypto";
import { Fault, INVALID_PARAMS, type ToolRequest } from "./core.ts";

/** What a call was told so far; it goes to the client and comes back with the next attempt. */
export interface RequestState {
  /** Digest of the call: a reply to one call is none to another. */
  call: string;
  /** The key that the client was asked for. */
  asked: string;
  replies: Record<string, unknown>;
}

/**
 * The replies to this attempt of a call: those in its state and, to what was asked last, the one that came with it. When
 * none did, the call will ask anew. Replies without a state answer nothing that this server has asked and are not looked
 * at. Fault when the state is that of another call.
 */
export function repliesSoFar(
  call: ToolRequest,
  state: RequestState | undefined,
  responses: Record<string, unknown>,
): Record<string, unknown> {
  if (state === undefined) return {};
  if (state.call !== digestOf(call)) throw new Fault(INVALID_PARAMS, "requestState: it belongs to another call");
  const reply = Object.hasOwn(responses, state.asked) ? { [state.asked]: responses[state.asked] } : {};
  return { ...state.replies, ...reply };
}

/** The state of a call that now asks for `key`. */
export function stateAfter(call: ToolRequest, replies: Record<string, unknown>, key: string): RequestState {
  return { call: digestOf(call), asked: key, replies };
}

function digestOf({ name, arguments: args }: ToolRequest): string {
  return createHash("sha256")
    .update(JSON.stringify([name, Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest("hex");
}
