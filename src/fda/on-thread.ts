import type { Ctx } from "../contract/context.ts";

/**
 * One piece of work on a thread of its own, so that it can be cancelled while it computes. `task` is one of the command's
 * `tasks`; what goes in and comes out is copied. Refuses as the task does.
 */
export async function onThread<I, O>(
  ctx: Pick<Ctx, "pool">,
  { command, task }: { command: string; task: string },
  piece: I,
): Promise<O> {
  const [result] = await ctx.pool<I, O, O[]>({ command, task, shared: null }, (each) => each([piece]), { workers: 1 });
  return result;
}
