import { isObject } from "./is-object.ts";

/** A question to the person at the client: words, and the fields of a form (JSON Schema of flat properties). */
export interface Question {
  message: string;
  fields: Record<string, { type: "string" | "number" | "integer" | "boolean"; title: string; description?: string }>;
  required: string[];
}

/** What the person did with a question; `content` is what the client sent, not checked by anyone. */
export interface QuestionReply {
  action: "accept" | "decline" | "cancel";
  content: Record<string, unknown>;
}

/** A text that the client's own model is asked to write. */
export interface WritingTask {
  /** What it is to do; ours alone, with nothing of the caller's in it. */
  instructions: string;
  /** What it is to write from, quoted as data. */
  material: string;
  max_tokens: number;
}

/** What the client's model wrote: text from outside, not checked by anyone. */
export interface Written {
  text: string;
  /** As the client names it. */
  model: string;
}

/** What a call cannot go on without; `key` names it within the call, so that a later attempt finds the reply. */
export type Need =
  | { key: string; kind: "question"; question: Question }
  | { key: string; kind: "writing"; task: WritingTask };

/** The replies so far, by key: a QuestionReply, a Written, or null when the client failed to give one. */
export type Replies = Record<string, unknown>;

/** What the other end can be asked for. */
export interface Abilities {
  question: boolean;
  writing: boolean;
}

/**
 * Thrown by `ctx.ask` and `ctx.sample` when there is no reply yet. Whoever made the call gets the reply and makes the
 * call again with it: the same handler then serves protocols that ask in the middle of a call and those that cannot.
 */
export class NeedInput extends Error {
  override readonly name = "NeedInput";
  readonly need: Need;
  constructor(need: Need) {
    super(`the call needs ${need.kind} '${need.key}'`);
    this.need = need;
  }
}

/** `ctx.ask` and `ctx.sample` of a call to which these replies were given so far; absent where nobody can be asked. */
export function participation(
  abilities: Abilities,
  replies: Replies,
): {
  ask?(key: string, question: Question): Promise<QuestionReply>;
  sample?(key: string, task: WritingTask): Promise<Written | null>;
} {
  const replyTo = (need: Need): unknown => {
    if (!Object.hasOwn(replies, need.key)) throw new NeedInput(need);
    return replies[need.key];
  };
  return {
    ...(abilities.question && {
      ask: async (key, question) => questionReply(replyTo({ key, kind: "question", question })),
    }),
    ...(abilities.writing && { sample: async (key, task) => written(replyTo({ key, kind: "writing", task })) }),
  };
}

/** Anything that is not plainly an answer is a question that was left. */
function questionReply(reply: unknown): QuestionReply {
  const { action, content } = (reply ?? {}) as Partial<QuestionReply>;
  const fields = isObject(content) ? content : {};
  return { action: action === "accept" || action === "decline" ? action : "cancel", content: fields };
}

function written(reply: unknown): Written | null {
  const { text, model } = (reply ?? {}) as Partial<Written>;
  return typeof text === "string" ? { text, model: typeof model === "string" ? model : "unnamed" } : null;
}
