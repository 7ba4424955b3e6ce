import * as z from "zod/mini";
import { assignmentShape, assignmentText } from "../../src/contract/assignment-shapes.ts";
import { command } from "../../src/contract/command.ts";
import type { Ctx } from "../../src/contract/context.ts";
import { experimentFields, saltWarnings } from "../../src/contract/experiment-shapes.ts";
import { capOf, field, fields, writingField } from "../../src/contract/field.ts";
import { BadCall, evidence } from "../../src/contract/outcome.ts";
import { allocate } from "../../src/experiment/allocation.ts";
import { assignByBlocks, assignByHash } from "../../src/experiment/assign-units.ts";
import { assignmentFields } from "../../src/experiment/assignment-fields.ts";
import { assignmentRun } from "../../src/experiment/assignment-run.ts";
import { unitHash } from "../../src/experiment/unit-hash.ts";
import { unitBatches } from "../../src/experiment/unit-source.ts";

const input = z.strictObject({
  ids: field(z._default(z.array(z.string()), []), "Unit ids; - reads stdin, one a line."),
  file: field(z.optional(z.string()), "One id a line; with id_col a CSV or parquet."),
  id_col: field(z.optional(z.string()), "Column of the unit ids."),
  strata_col: field(z.optional(z.string()), "Column of strata, each balanced."),
  salt: experimentFields.text("Hashed before each unit id; one per experiment."),
  weights: field(z.optional(z.record(z.string(), z.number())), "By arm: control=0.5,treatment=0.5."),
  experiment: field(z.optional(z.string()), "Record to take salt and arms from."),
  db: experimentFields.db(),
  exposure: field(z._default(z.number().check(z.gt(0), z.lte(1)), 1), "Share of each arm that takes part."),
  against: field(z.optional(z.record(z.string(), z.number())), "Earlier weights, to count changed arms."),
  blocks: field(z._default(z.boolean(), false), "Permuted blocks: exact balance."),
  explain: field(z._default(z.boolean(), false), "Show how each unit's arm came about."),
  max_rows: fields.maxRows(),
  out: writingField(z.optional(z.string()), "CSV file to write: unit_id,arm for every id, in the order given."),
  overwrite: fields.overwrite(),
});
type Input = z.output<typeof input>;

export default command({
  summary: "Give units to arms by hashing salt and unit id: the same unit, the same arm.",
  args: ["ids"],
  input,
  evidence: assignmentShape,
  examples: [
    "experiment assign-cells C0001 C0002 --salt WEEKEND_15 --weights control=0.5,treatment=0.5 --explain",
    "experiment assign-cells C0001 C0002 C0003 --salt exp-1 --weights a=1,b=1,c=2 --against a=1,b=1",
  ],
  notes: [
    "From a pipe: cat ids.txt | liquet experiment assign-cells - --salt exp-1 --weights a=1,b=1 --out arms.csv",
    "Raising --exposure later moves nobody between arms; changing weights does (--against counts whom).",
    "Hash: SHA-256 over the UTF-8 bytes of salt, one byte 0x1f, unit id. The first 8 bytes, big-endian, are a number below",
    "2^64; arms in code-point order have the bounds round(cumulative weight * 2^64 / sum), the last bound being 2^64.",
  ],
  async run(asked, ctx) {
    const design = await designOf(asked, ctx);
    const inBlocks = asked.blocks || asked.strata_col !== undefined;
    if (inBlocks && (asked.explain || asked.against || asked.exposure !== 1)) {
      throw new BadCall(
        "blocks: a unit's arm follows from its rank in the list; not with --explain, --against or --exposure",
      );
    }
    const allocation = allocate(design.weights, "weights");
    const run = assignmentRun({
      allocation,
      salt: design.salt,
      hashOf: unitHash(design.salt),
      exposure: asked.exposure,
      against: asked.against === undefined ? null : allocate(asked.against, "against"),
      cap: capOf(asked.max_rows),
      explain: asked.explain,
    });
    const out = asked.out === undefined ? null : await ctx.stream(asked.out, { overwrite: asked.overwrite });
    try {
      await out?.write("unit_id,arm\n");
      const batches = unitBatches(asked, ctx);
      const { blank, balance } = inBlocks
        ? await assignByBlocks(batches, { run, out, salt: design.salt, allocation }, ctx)
        : { blank: await assignByHash(batches, run, out, ctx), balance: null };
      await out?.commit();
      const { exposure, out: written = null } = asked;
      return evidence(
        assignmentFields({ run, allocation, ...design, exposure, n_blank: blank, balance, out: written }),
      );
    } catch (error) {
      await out?.abandon();
      throw error;
    }
  },
  text: assignmentText,
});

/** Salt and weights as stated, or those of a recorded experiment. */
async function designOf({ experiment, salt, weights, db }: Input, ctx: Ctx) {
  if (experiment === undefined) {
    if (salt === undefined)
      throw new BadCall("salt: missing; without one the same units come first in every experiment");
    if (weights === undefined) throw new BadCall("weights: missing");
    return { salt, weights, experiment_id: null, warnings: [] as string[] };
  }
  if (salt !== undefined || weights !== undefined)
    throw new BadCall("experiment: its record has salt and weights; state neither");
  return ctx.records(db ?? null, "read", (records) => {
    const { experiment: found, salt_shared_with } = records.show(experiment);
    const warnings = saltWarnings(experiment, found.salt, salt_shared_with);
    if (found.status === "closed") warnings.push(`${experiment} is closed since ${found.closed_at}`);
    return { salt: found.salt, weights: found.arms, experiment_id: experiment, warnings };
  });
}
