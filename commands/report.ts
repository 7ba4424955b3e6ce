import * as z from "zod/mini";
import { command } from "../src/contract/command.ts";
import { field, fields, machineField } from "../src/contract/field.ts";
import { BadCall, evidence, refusal } from "../src/contract/outcome.ts";
import { labelled, parts } from "../src/contract/text.ts";
import { runReport } from "../src/plot/run-report.ts";
import { ledgerOf, provenanceOf } from "../src/process/ledger.ts";
import { failureLines, tagTable } from "../src/process/ledger-text.ts";
import { planUnits, type RunPlan } from "../src/process/run-units.ts";

const failureShape = z.strictObject({ archive: z.string(), error_type: z.string(), cause: z.string() });

export default command({
  summary: "Write one self-contained HTML page with the profile and the figure of each archive.",
  args: ["archives"],
  input: z.strictObject({
    archives: field(
      z.array(z.string()).check(z.minLength(1)),
      "Archives, each a parquet file or canonical CSV of one tag.",
    ),
    window: fields.window(),
    out: field(z._default(z.string(), "liquet-report.html"), "The page to write."),
    overwrite: fields.overwrite(),
    workers: machineField(
      z.optional(z.int().check(z.minimum(1), z.maximum(64))),
      "Worker threads; the bytes do not depend on it. Default: one a processor, at most 8.",
    ),
  }),
  evidence: z.strictObject({
    out: z.string(),
    n_archives: z.int(),
    n_profiles: z.int(),
    refusals: z.array(failureShape),
    errors: z.array(failureShape),
  }),
  examples: ["report liquet-demo/fic101.parquet liquet-demo/tic101.parquet --out report.html --overwrite"],
  writes: true,
  async run({ archives, window, out, overwrite, workers }, ctx) {
    const plan: RunPlan = {
      archives: [...new Set(archives)],
      window,
      steps: ["profile"],
      options: { profile: { flatline: true } },
    };
    const units = planUnits(plan);
    let done = 0;
    const results = await ctx.runUnits(units, {
      workers,
      done: async (index) => ctx.progress(++done, units.length, units[index].archives[0]),
    });
    for (const entry of provenanceOf(results)) ctx.noteRead(entry);
    const ledger = ledgerOf(plan.archives, units, results);
    const { tags, findings, refusals, errors } = ledger;
    if (findings.length === 0) {
      const [first] = [...refusals, ...errors];
      if (refusals.length === 0) throw new BadCall(first.cause);
      throw refusal("RunRefused", `report: none of ${tags.length} archives could be profiled, first: ${first.cause}`, {
        check: "some_evidence",
        observed: { profiles: 0, refusals: refusals.length, errors: errors.length },
        required: { profiles: 1 },
        remedy: "mend the archives that are refused, or name others",
        refusals: refusals.map(({ archives: [archive], error_type, cause }) => ({ archive, error_type, cause })),
      });
    }
    const page = {
      title: "liquet report",
      plan,
      ledger,
      ...tagTable(tags),
      units,
      results,
    };
    await ctx.write(out, runReport({ ...page, version: ctx.version }), { overwrite });
    const row = ({ archives: [archive], error_type, cause }: (typeof refusals)[number]) => ({
      archive,
      error_type,
      cause,
    });
    return evidence({
      out,
      n_archives: tags.length,
      n_profiles: findings.length,
      refusals: refusals.map(row),
      errors: errors.map(row),
    });
  },
  text(f) {
    const failures = (word: string, rows: z.output<typeof failureShape>[]) =>
      rows.flatMap(({ archive, ...why }) => failureLines(word, { step: "profile", archives: [archive], ...why }));
    return [
      labelled("wrote", f.out),
      labelled(
        "profiles",
        parts(`${f.n_profiles} of ${f.n_archives}`, `refusals ${f.refusals.length}`, `errors ${f.errors.length}`),
      ),
      ...failures("REFUSAL", f.refusals),
      ...failures("ERROR", f.errors),
    ];
  },
});
