import type { Ctx } from "../contract/context.ts";

/** Values from which on a fit is left to a thread, as it takes some 0.1 s or more. */
const WORTH_A_THREAD = 1e5;

/** What a fit of values with so many functions takes, in values: the eigenproblem of the functions beside them. */
export function costOfFit(values: number, n_basis: number): number {
  return values + n_basis ** 3 / 10;
}

/** True for a fit that would hold up cancellation and other calls if it ran here. */
export function isWorthAThread(values: number, n_basis = 0): boolean {
  return costOfFit(values, n_basis) >= WORTH_A_THREAD;
}

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
