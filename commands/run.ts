import { dirname } from "node:path/posix";
import * as z from "zod/mini";
import { command } from "../src/contract/command.ts";
import type { Ctx, UnitResult } from "../src/contract/context.ts";
import { field, machineField } from "../src/contract/field.ts";
import { toJson } from "../src/contract/json.ts";
import { BadCall, evidence, refusal } from "../src/contract/outcome.ts";
import { parseInput } from "../src/contract/parse.ts";
import { labelled } from "../src/contract/text.ts";
import { runReport } from "../src/plot/run-report.ts";
import { ledgerLines, ledgerOf } from "../src/process/ledger.ts";
import { keepResult, keptResult, unitKey } from "../src/process/run-cache.ts";
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

const failureShape = z.strictObject({
  step: z.string(),
  archives: z.array(z.string()),
  error_type: z.string(),
  cause: z.string(),
});
const tagShape = z.strictObject({
  archive: z.string(),
  tag: z.nullable(z.string()),
  coverage: z.nullable(z.number()),
  good_share: z.nullable(z.number()),
  censored: z.nullable(z.boolean()),
  gaps: z.nullable(z.number()),
  longest_gap_s: z.nullable(z.number()),
  constant_run_s: z.nullable(z.number()),
  constant_run_samples: z.nullable(z.number()),
  flatline: z.nullable(z.string()),
  findings: z.array(z.string()),
  refused: z.array(z.string()),
  errors: z.array(z.string()),
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
      z._default(z.int().check(z.minimum(1), z.maximum(64)), 2),
      "Worker threads; the bytes do not depend on it.",
    ),
  }),
  evidence: z.strictObject({
    title: z.string(),
    out: z.string(),
    tags: z.array(tagShape),
    findings: z.array(
      z.strictObject({
        step: z.string(),
        archives: z.array(z.string()),
        text: z.array(z.string()),
        data: z.record(z.string(), z.unknown()),
      }),
    ),
    refusals: z.array(failureShape),
    errors: z.array(failureShape),
  }),
  examples: ["run liquet-demo/plan.toml"],
  notes: [
    "Units that are done are kept in OUT/units: after a kill or Ctrl-C the same command goes on where it stopped.",
    'Windows are text in the plan: window = "2024-03-31T01:00:00Z/PT5H". A list in [options.STEP] is a list argument.',
  ],
  writes: true,
  async run({ plan: path, out: stated, strict, workers }, ctx) {
    const plan = await readPlan(path, ctx);
    const out = stated ?? `${folderOf(path)}/liquet-run`;
    const units = planUnits(plan);
    const results = await runKept(units, `${out}/units`, workers, ctx);
    const title = `run ${path.split(/[\\/]/).at(-1)}`;
    const ledger = ledgerOf(plan.archives, units, results);
    const document = { title, ...ledger };
    await ctx.write(`${out}/ledger.json`, toJson({ result_kind: "ledger", liquet_version: ctx.version, ...document }), {
      overwrite: true,
    });
    await ctx.write(`${out}/ledger.txt`, `${ledgerLines(title, ledger).join("\n")}\n`, { overwrite: true });
    await ctx.write(`${out}/report.html`, runReport(title, ledger, units, results, ctx.version), { overwrite: true });
    judge(ledger, strict, out);
    return evidence({ title, out, ...ledger });
  },
  text(f) {
    return [
      ...ledgerLines(f.title, f).slice(0, f.refusals.length * 3 + f.errors.length * 3 + 1),
      "",
      ...["ledger.json", "ledger.txt", "report.html"].map((name) => labelled("wrote", `${f.out}/${name}`)),
    ];
  },
});

/** Reads and checks the whole plan before anything is written. Throws BadCall. */
async function readPlan(path: string, ctx: Ctx): Promise<RunPlan> {
  const raw = await ctx.readToml(path);
  const plan = parsed(raw, path);
  const unknown = Object.keys(plan.options).find((step) => !(STEPS as readonly string[]).includes(step));
  if (unknown !== undefined) throw new BadCall(`${path}: options.${unknown}: the steps are ${STEPS.join(", ")}`);
  if (new Set(plan.steps).size < plan.steps.length) throw new BadCall(`${path}: steps: one is named twice`);
  if ((plan.before === undefined) !== (plan.after === undefined))
    throw new BadCall(`${path}: before and after go together`);
  if (plan.steps.includes("compare") && plan.before === undefined)
    throw new BadCall(`${path}: compare needs before and after`);
  for (const step of ["screen", "spc", "mspc"] as const) {
    if (plan.steps.includes(step) && (plan.baseline === undefined || plan.window === undefined)) {
      throw new BadCall(`${path}: ${step} needs baseline and window`);
    }
  }
  const folder = folderOf(path);
  const found = await ctx.glob(plan.archives, folder);
  const empty = found.find(({ paths }) => paths.length === 0);
  if (empty) throw new BadCall(`${path}: archives: '${empty.pattern}' matches no file`);
  const archives = [...new Set(found.flatMap(({ paths }) => paths))].map((name) =>
    folder === "." ? name : `${folder}/${name}`,
  );
  return { ...plan, archives };
}

function parsed(raw: Record<string, unknown>, path: string): z.output<typeof planShape> {
  try {
    return parseInput(planShape, raw);
  } catch (error) {
    throw error instanceof BadCall ? new BadCall(`${path}: ${error.message}`) : error;
  }
}

function folderOf(path: string): string {
  return dirname(path.replaceAll("\\", "/"));
}

/** Runs what no earlier run has kept, and keeps each result as it comes. */
async function runKept(units: PlannedUnit[], folder: string, workers: number, ctx: Ctx): Promise<UnitResult[]> {
  const keys = await Promise.all(units.map((unit) => unitKey(unit, ctx)));
  const results = await Promise.all(keys.map((key) => keptResult(folder, key, ctx)));
  const missing = units.map((_, i) => i).filter((i) => results[i] === null);
  if (missing.length < units.length)
    ctx.log(`${units.length - missing.length} of ${units.length} units were done before`);
  let done = units.length - missing.length;
  const fresh = await ctx.runUnits(
    missing.map((i) => ({ command: units[i].command, arguments: units[i].arguments })),
    {
      workers,
      async done(k, result) {
        await keepResult(folder, keys[missing[k]], result, ctx);
        ctx.progress(++done, units.length, `${units[missing[k]].step} ${units[missing[k]].archives[0] ?? ""}`);
      },
    },
  );
  missing.forEach((i, k) => {
    results[i] = fresh[k];
  });
  return results as UnitResult[];
}

function judge(ledger: ReturnType<typeof ledgerOf>, strict: boolean, out: string): void {
  const { findings, refusals, errors } = ledger;
  const counts = { findings: findings.length, refusals: refusals.length, errors: errors.length };
  if (strict && errors.length > 0) {
    throw new BadCall(
      `${errors.length} unit(s) were wrongly called, first ${errors[0].step}: ${errors[0].cause}; see ${out}/ledger.txt`,
    );
  }
  if (findings.length > 0 && !(strict && refusals.length > 0)) return;
  const first = refusals[0] ?? errors[0];
  throw refusal(
    "RunRefused",
    `run: ${refusals.length} refusals and ${errors.length} errors beside ${findings.length} findings, first ${first.step} [${first.error_type}]; see ${out}/ledger.txt`,
    {
      check: strict ? "no_refusals" : "some_evidence",
      observed: counts,
      required: strict ? { refusals: 0 } : { findings: 1 },
      remedy: `read ${out}/ledger.txt, mend the archives or the plan, and run again`,
    },
  );
}
