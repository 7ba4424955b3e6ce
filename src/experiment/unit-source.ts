import { createHash } from "node:crypto";
import type { Ctx } from "../contract/context.ts";
import { BadCall, refusal } from "../contract/outcome.ts";
import type { KeyColumn } from "../series/column-table.ts";
import { unitIdFault } from "./unit-hash.ts";

/** Some unit ids, each checked, with their strata when there are any. */
export interface UnitBatch {
  ids: string[];
  strata: string[] | null;
  n_blank: number;
  done: number;
  total: number | null;
}

/** Where the caller's ids are: in the call, one a line in a file or on stdin, or in a column of a table. */
export interface UnitSourceInput {
  ids: string[];
  file?: string;
  id_col?: string;
  strata_col?: string;
}

/**
 * The unit ids of a call in batches. Blank lines and empty cells are counted, not hashed. BadCall for an id in the call
 * that cannot be hashed; refuses AmbiguousUnitId when it stands in a file.
 */
export async function* unitBatches(
  input: UnitSourceInput,
  ctx: Pick<Ctx, "lines" | "table" | "noteRead">,
): AsyncGenerator<UnitBatch> {
  const { ids, file, id_col, strata_col } = input;
  const stdin = ids.length === 1 && ids[0] === "-";
  const sources = [ids.length > 0, file !== undefined].filter(Boolean).length;
  if (sources !== 1)
    throw new BadCall(`ids: name unit ids, or - for stdin, or --file${sources > 1 ? "; not both" : ""}`);
  if (strata_col !== undefined && id_col === undefined) throw new BadCall("strata_col: needs --file with --id-col");
  if (id_col !== undefined) yield* fromTable(stdin ? "-" : required(file), id_col, strata_col, ctx);
  else if (stdin || file !== undefined) yield* fromLines(file ?? "-", ctx);
  else yield fromCall(ids);
}

function required(file: string | undefined): string {
  if (file === undefined) throw new BadCall("id_col: names a column of --file");
  return file;
}

function fromCall(ids: string[]): UnitBatch {
  for (const [i, id] of ids.entries()) {
    const fault = unitIdFault(id);
    if (fault !== null) throw new BadCall(`ids: number ${i + 1} ${fault}`);
  }
  return { ids, strata: null, n_blank: 0, done: ids.length, total: ids.length };
}

async function* fromLines(ref: string, ctx: Pick<Ctx, "lines" | "noteRead">): AsyncGenerator<UnitBatch> {
  const digest = createHash("sha256");
  let rows = 0;
  for await (const { first, lines, done, total } of ctx.lines(ref)) {
    const ids = lines.filter((line) => line !== "");
    for (const [i, line] of lines.entries()) if (line !== "") checked(line, ref, `line ${first + i}`);
    for (const id of ids) digest.update(`${id}\n`);
    rows += ids.length;
    yield { ids, strata: null, n_blank: lines.length - ids.length, done, total };
  }
  ctx.noteRead({ archive: ref, tag: "unit_id", rows, sha256: digest.digest("hex") });
}

const BATCH = 10_000;

async function* fromTable(
  ref: string,
  id_col: string,
  strata_col: string | undefined,
  ctx: Pick<Ctx, "table">,
): AsyncGenerator<UnitBatch> {
  const names =
    strata_col === undefined
      ? { [id_col]: "key" as const }
      : { [id_col]: "key" as const, [strata_col]: "key" as const };
  const { rows, columns } = await ctx.table(ref, names);
  const unit = columns[id_col] as KeyColumn;
  const stratum = strata_col === undefined ? null : (columns[strata_col] as KeyColumn);
  for (let start = 0; start < rows; start += BATCH) {
    const batch: UnitBatch = {
      ids: [],
      strata: stratum ? [] : null,
      n_blank: 0,
      done: Math.min(rows, start + BATCH),
      total: rows,
    };
    for (let row = start; row < batch.done; row++) {
      const code = unit.codes[row];
      if (code < 0) {
        batch.n_blank++;
        continue;
      }
      batch.ids.push(checked(unit.label(code), ref, `row ${row + 1}`));
      if (stratum) batch.strata?.push(stratum.codes[row] < 0 ? "" : stratum.label(stratum.codes[row]));
    }
    yield batch;
  }
}

function checked(id: string, ref: string, place: string): string {
  const fault = unitIdFault(id);
  if (fault === null) return id;
  throw refusal(
    "AmbiguousUnitId",
    `${ref}: ${place}: the unit id ${fault}; correct it, so that everyone hashes the same bytes`,
    {
      check: "unit_id",
      observed: fault,
      required: "a non-empty text without the byte 0x1f",
      remedy: "correct the id",
      place,
    },
  );
}
