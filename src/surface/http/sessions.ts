import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { Problem } from "./problem.ts";

/** One client's conversation. */
export interface Session {
  /** Whose token opened it; nobody else's continues it. */
  subject: string;
  transport: StreamableHTTPServerTransport;
  /** Requests and streams that are open now, and how many of them wait for an answer. */
  open: number;
  running: number;
  /** When the last of them ended, in milliseconds. */
  used: number;
  /** Requests that came alone in their HTTP request, whose stream can be ended when they are cancelled. */
  alone: Set<string | number>;
}

export interface Sessions {
  /**
   * A conversation that becomes findable once its initialization has been answered. Where there are too many, a subject
   * that has more than this one loses one of its own; Problem when none does.
   */
  start(subject: string): Promise<Session>;
  /** Throws Problem 404 alike for one that is not there and for someone else's. */
  find(id: string, subject: string): Session;
  count(): number;
  /** Ends those that nobody has used for the idle time. */
  sweep(): void;
  /** Waits until every request for an answer has one, at most `grace` milliseconds. */
  drain(grace: number): Promise<void>;
  closeAll(): Promise<void>;
}

/** Keeps at most `most` conversations; `idle` is in milliseconds. */
export function openSessions(
  createServer: () => Server,
  { most, idle, now }: { most: number; idle: number; now(): Date },
): Sessions {
  const kept = new Map<string, Session>();
  // Those that wait for the answer to their initialization.
  const starting = new Set<StreamableHTTPServerTransport>();
  const full = () => kept.size + starting.size >= most;

  /** Ends a conversation of the subject that has the most, two or more beyond what `subject` has: one that is idle, the longest. */
  const makeRoom = async (subject: string) => {
    const all = [...kept.values()];
    const counts = new Map<string, number>();
    for (const each of all) counts.set(each.subject, (counts.get(each.subject) ?? 0) + 1);
    const [[busiest, count]] = [...counts, ["", 0] as const].sort(([, a], [, b]) => b - a);
    if (count < (counts.get(subject) ?? 0) + 2) return;
    const theirs = all.filter((each) => each.subject === busiest);
    const [last] = theirs.sort((a, b) => a.running - b.running || a.open - b.open || a.used - b.used);
    await last.transport.close();
  };

  const sweep = () => {
    const before = now().getTime() - idle;
    for (const { open, used, transport } of kept.values()) if (open === 0 && used < before) void transport.close();
  };

  return {
    async start(subject) {
      if (full()) sweep();
      if (full()) await makeRoom(subject);
      if (full()) throw new Problem(503, "too many sessions; try later", { "retry-after": "60" });
      const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized(id) {
          starting.delete(transport);
          kept.set(id, session);
        },
      });
      const session: Session = { subject, transport, open: 0, running: 0, used: now().getTime(), alone: new Set() };
      starting.add(transport);
      const server = createServer();
      server.onclose = () => {
        starting.delete(transport);
        kept.delete(transport.sessionId ?? "");
      };
      await server.connect(transport);
      return session;
    },
    find(id, subject) {
      const session = kept.get(id);
      if (session?.subject !== subject) throw new Problem(404, "there is no such session; initialize anew", {}, -32001);
      return session;
    },
    count: () => kept.size,
    sweep,
    async drain(grace) {
      const running = () => [...kept.values()].some(({ running }) => running > 0);
      for (const end = now().getTime() + grace; running() && now().getTime() < end; ) await setTimeout(20);
    },
    async closeAll() {
      await Promise.all([...kept.values()].map(({ transport }) => transport.close()));
    },
  };
}
