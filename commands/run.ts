import * as z from "zod/mini";
import { command } from "../src/contract/command.ts";
import type { Ctx, UnitResult } from "../src/contract/context.ts";
import { field, machineField } from "../src/contract/field.ts";
import { toJson } from "../src/contract/json.ts";
import { ledgerShape } from "../src/contract/ledger-shapes.ts";
import { BadCall, evidence, refusal } from "../src/contract/outcome.ts";
import { parseInput } from "../src/contract/parse.ts";
import { labelled } from "../src/contract/text.ts";
import { runReport } from "../src/plot/run-report.ts";
import { type Ledger, ledgerOf, provenanceOf } from "../src/process/ledger.ts";
import { ledgerLines, outcomeLines, tagTable } from "../src/process/ledger-text.ts";
import { keptLine, readKept, unitKey } from "../src/process/run-cache.ts";
import { besidePlan, checkPlan, type PlanFile } from "../src/process/run-plan.ts";
import { type PlannedUnit, planUnits, type RunPlan, STEPS } from "../src/process/run-units.ts";

const planShape = z.strictObject({
  archives: z.array(z.string()).check(z.minLength(1)),
  window: z.optional(z.string()),
  baseline: z.optional(z.string()),
  before: z.optional(z.string()),
  after: z.optional(z.string()),
  steps: z.array(z.enum(STEPS)).check(z.minLength(1)),
  options: z._default(z.record(z.string(), z.record(z.string(), z.unknown())), {}),
});

export default command({
  summary: "Run a plan of steps over many archives in parallel and write one ledger and one report page.",
  args: ["plan"],
  input: z.strictObject({
    plan: field(z.string(), "TOML file: archives (globs), steps, window, baseline, before, after, [options.STEP]."),
    out: field(
      z.optional(z.string()),
      "Folder for ledger.json, ledger.txt, report.html. Default: liquet-run beside the plan.",
    ),
    strict: field(
      z._default(z.boolean(), false),
      "Refuse (exit 3) when any unit was refused, bad call (exit 2) when any was wrongly called.",
    ),
    workers: machineField(
      z.optional(z.int().check(z.minimum(1), z.maximum(64))),
      "Worker threads; the bytes do not depend on it. Default: one a processor, at most 8.",
    ),
  }),
  evidence: z.strictObject({ title: z.string(), out: z.string(), ...ledgerShape }),
  examples: ["run liquet-demo/plan.toml"],
  notes: [
    `Steps: ${STEPS.join(", ")}. A file that two patterns match is read once.`,
    "Units that are done are kept in OUT/units.log: after a kill or Ctrl-C the same command goes on where it stopped, and",
    "later only what changed is done again. That file may be deleted at any time.",
    'Windows are text in the plan: window = "2024-03-31T01:00:00Z/PT5H". A list in [options.STEP] is a list argument;',
    "files named there are relative to the plan.",
  ],
  writes: true,
  async run({ plan: path, out: stated, strict, workers }, ctx) {
    const plan = await readPlan(path, ctx);
    const out = stated ?? besidePlan(path, "liquet-run");
    const units = planUnits(plan);
    const results = await runKept(units, `${out}/units.log`, workers, ctx);
    for (const entry of provenanceOf(results)) ctx.noteRead(entry);
    const title = `run ${path.split(/[\\/]/).at(-1)}`;
    const ledger = ledgerOf(plan.archives, units, results);
    const page = { title, plan, ledger, ...tagTable(ledger.tags) };
    const files = {
      "ledger.json": toJson({ result_kind: "ledger", liquet_version: ctx.version, title, ...ledger }),
      "ledger.txt": `${ledgerLines(title, ledger).join("\n")}\n`,
      "report.html": runReport({ ...page, units, results, version: ctx.version }),
    };
    for (const [name, text] of Object.entries(files)) await ctx.write(`${out}/${name}`, text, { overwrite: true });
    judge(ledger, strict, out);
    return evidence({ title, out, ...ledger });
  },
  text: (f) => [
    ...outcomeLines(f.title, f),
    "",
    ...["ledger.json", "ledger.txt", "report.html"].map((name) => labelled("wrote", `${f.out}/${name}`)),
  ],
});

/** Reads and checks the whole plan before anything is written. Throws BadCall. */
async function readPlan(path: string, ctx: Ctx): Promise<RunPlan> {
  const raw = await ctx.readToml(path);
  try {
    const plan: PlanFile = parseInput(planShape, raw);
    const { folder, options } = checkPlan(plan, path);
    const found = await ctx.glob(plan.archives, folder);
    const empty = found.find(({ paths }) => paths.length === 0);
    if (empty) throw new BadCall(`archives: '${empty.pattern}' matches no file`);
    const archives = [...new Set(found.flatMap(({ paths }) => paths))].map((name) => besidePlan(path, name));
    return { ...plan, archives, options };
  } catch (error) {
    throw error instanceof BadCall ? new BadCall(`${path}: ${error.message}`) : error;
  }
}

/** Runs what no earlier run has kept, and keeps each result as it comes. */
async function runKept(
  units: PlannedUnit[],
  path: string,
  workers: number | undefined,
  ctx: Ctx,
): Promise<UnitResult[]> {
  const keys = await Promise.all(units.map((unit) => unitKey(unit, ctx)));
  const log = await ctx.lineLog(path);
  try {
    const { results, stale } = await readKept(log, keys);
    const missing = units.map((_, i) => i).filter((i) => results[i] === null);
    if (missing.length < units.length)
      ctx.log(`${units.length - missing.length} of ${units.length} units were done before`);
    let done = 0;
    const fresh = await ctx.runUnits(
      missing.map((i) => ({ command: units[i].command, arguments: units[i].arguments })),
      {
        workers,
        async done(k, result) {
          const { step, archives } = units[missing[k]];
          await log.append(keptLine(keys[missing[k]], result));
          ctx.progress(++done, missing.length, `${step} ${archives.length === 1 ? archives[0] : "all"}`);
        },
      },
    );
    missing.forEach((i, k) => {
      results[i] = fresh[k];
    });
    const all = results as UnitResult[];
    if (stale > 0)
      await ctx.write(path, all.map((result, i) => `${keptLine(keys[i], result)}\n`).join(""), { overwrite: true });
    return all;
  } finally {
    await log.close();
  }
}

function judge({ findings, refusals, errors }: Ledger, strict: boolean, out: string): void {
  const wrongAlone = findings.length === 0 && refusals.length === 0;
  if (errors.length > 0 && (strict || wrongAlone)) {
    const [{ step, cause }] = errors;
    throw new BadCall(`${errors.length} unit(s) were wrongly called, first ${step}: ${cause}; see ${out}/ledger.txt`);
  }
  if (findings.length > 0 && !(strict && refusals.length > 0)) return;
  const [first] = [...refusals, ...errors];
  throw refusal(
    "RunRefused",
    `run: ${refusals.length} refusals and ${errors.length} errors beside ${findings.length} findings, first ${first.step} [${first.error_type}]; see ${out}/ledger.txt`,
    {
      check: strict ? "no_refusals" : "some_evidence",
      observed: { findings: findings.length, refusals: refusals.length, errors: errors.length },
      required: strict ? { refusals: 0 } : { findings: 1 },
      remedy: `read ${out}/ledger.txt, mend the archives or the plan, and run again`,
    },
  );
}
