import type { Ctx, FileStream } from "../contract/context.ts";
import { csvCell } from "../series/csv-cell.ts";
import type { Allocation } from "./allocation.ts";
import type { assignmentRun } from "./assignment-run.ts";
import { assignInBlocks, blockBalance, blockQuotas, blockUnits } from "./permuted-blocks.ts";
import { unitHash } from "./unit-hash.ts";
import type { UnitBatch } from "./unit-source.ts";

/** How a stratified assignment came out: see `blockBalance`. */
export type BlockBalance = ReturnType<typeof blockBalance>;

type Run = ReturnType<typeof assignmentRun>;
type Progress = Pick<Ctx, "progress" | "tick">;

/** Assigns units as they come, in constant memory, and writes a line for each to `out`. Returns the blank lines. */
export async function assignByHash(
  batches: AsyncIterable<UnitBatch>,
  run: Run,
  out: FileStream | null,
  ctx: Progress,
): Promise<number> {
  let blank = 0;
  for await (const { ids, n_blank, done, total } of batches) {
    blank += n_blank;
    let lines = "";
    for (const id of ids) {
      const arm = run.assign(id);
      if (out) lines += `${csvCell(id)},${csvCell(arm ?? "")}\n`;
    }
    await out?.write(lines);
    if (total !== null) ctx.progress(done, total, "units");
    await ctx.tick();
  }
  return blank;
}

/** Assigns units in permuted blocks: all of them are read first, because an arm follows from the rank in the list. */
export async function assignByBlocks(
  batches: AsyncIterable<UnitBatch>,
  { run, out, salt, allocation }: { run: Run; out: FileStream | null; salt: string; allocation: Allocation },
  ctx: Progress,
): Promise<{ blank: number; balance: BlockBalance }> {
  const quotas = blockQuotas(allocation);
  const hashOf = unitHash(salt);
  const { units, add, indexOf } = blockUnits(hashOf);
  const order: string[] = [];
  let blank = 0;
  for await (const { ids, strata, n_blank } of batches) {
    blank += n_blank;
    for (const [i, id] of ids.entries()) {
      add(id, strata?.[i] ?? "");
      order.push(id);
    }
    await ctx.tick();
  }
  const arms = assignInBlocks(units, quotas, hashOf);
  for (const id of order) {
    const arm = run.assign(id, arms[indexOf(id)]);
    await out?.write(`${csvCell(id)},${csvCell(arm ?? "")}\n`);
  }
  return { blank, balance: blockBalance(units, arms, quotas) };
}
