import * as z from "zod/mini";
import { command } from "../src/contract/command.ts";
import { field, fields, machineField } from "../src/contract/field.ts";
import { BadCall, evidence } from "../src/contract/outcome.ts";
import { labelled, parts } from "../src/contract/text.ts";
import { runReport } from "../src/plot/run-report.ts";
import { ledgerOf } from "../src/process/ledger.ts";
import { planUnits } from "../src/process/run-units.ts";

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
      z._default(z.int().check(z.minimum(1), z.maximum(64)), 2),
      "Worker threads; the bytes do not depend on it.",
    ),
  }),
  evidence: z.strictObject({
    out: z.string(),
    n_profiles: z.number(),
    n_refusals: z.number(),
    refusals: z.array(z.strictObject({ archive: z.string(), error_type: z.string(), cause: z.string() })),
  }),
  examples: ["report liquet-demo/fic101.parquet liquet-demo/tic101.parquet --out report.html --overwrite"],
  writes: true,
  async run({ archives, window, out, overwrite, workers }, ctx) {
    const plan = {
      archives: [...new Set(archives)],
      window,
      steps: ["profile" as const],
      options: { profile: { flatline: true } },
    };
    const units = planUnits(plan);
    const results = await ctx.runUnits(units, {
      workers,
      done: async (index) => ctx.progress(index + 1, units.length, units[index].archives[0]),
    });
    const wrong = results.find(({ status }) => status === 2);
    const ledger = ledgerOf(plan.archives, units, results);
    if (wrong && ledger.findings.length === 0) throw new BadCall((wrong.line ?? "").replace(/^error: /, ""));
    await ctx.write(out, runReport("liquet report", ledger, units, results, ctx.version), { overwrite });
    const failures = [...ledger.refusals, ...ledger.errors];
    return evidence({
      out,
      n_profiles: ledger.findings.length,
      n_refusals: failures.length,
      refusals: failures.map(({ archives: [archive], error_type, cause }) => ({ archive, error_type, cause })),
    });
  },
  text(f) {
    return [
      labelled("wrote", f.out),
      labelled("profiles", parts(String(f.n_profiles), `refusals ${f.n_refusals}`)),
      ...f.refusals.flatMap(({ archive, error_type, cause }) => [
        "",
        `REFUSAL  ${archive}`,
        `  [${error_type}] ${cause}`,
      ]),
    ];
  },
});
