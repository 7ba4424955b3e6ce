import * as z from "zod/mini";
import { command } from "../src/contract/command.ts";
import type { Ctx } from "../src/contract/context.ts";
import { field } from "../src/contract/field.ts";
import { formatInstant } from "../src/contract/instant.ts";
import { BadCall, evidence } from "../src/contract/outcome.ts";
import { parseDuration, parseWindow } from "../src/contract/window.ts";
import { canonicalCsv, type DemoTag, demoUnit } from "../src/process/demo-data.ts";
import { DEMO_PLAN } from "../src/process/demo-plan.ts";
import { demoTrial } from "../src/process/demo-trial.ts";
import { planDocument } from "../src/process/switchback/plan-document.ts";
import { planTrial } from "../src/process/switchback/plan-trial.ts";
import { scheduleOf } from "../src/process/switchback/schedule.ts";
import { tagOf } from "../src/series/tag-meta.ts";

const TRIAL = { window: "2024-06-03", block: "PT1H", washout: "PT15M", seed: 7 };

export default command({
  summary: "Write synthetic demo archives that every process command can be tried on.",
  args: ["directory"],
  input: z.strictObject({
    directory: field(z._default(z.string(), "liquet-demo"), "Folder to write to, made when missing."),
  }),
  evidence: z.strictObject({
    directory: z.string(),
    synthetic: z.boolean(),
    generator: z.string(),
    files: z.array(
      z.strictObject({
        path: z.string(),
        kind: z.enum(["archive", "csv", "metadata", "plan"]),
        tag: z.nullable(z.string()),
        samples: z.nullable(z.number()),
      }),
    ),
    next: z.array(z.string()),
  }),
  examples: ["demo another-folder"],
  notes: [
    "fic101, tic101  a flow with an outage, half an hour at full scale and one",
    "                unknown quality code; a temperature that follows it and then",
    "                does not; the flow also as CSV, with fic101.meta.json",
    "plan.toml       a plan of steps over these two, for 'liquet run'",
    "switchback/     a trial of two settings on an outlet temperature, with two",
    "                covariates and its plan",
  ],
  writes: true,
  async run({ directory }, ctx) {
    const root = directory.replace(/[/\\]+$/, "") || directory;
    const files = demoFiles(root);
    await refuseExisting(files, ctx);
    for (const { path, content } of files) {
      if (typeof content === "string") await ctx.write(path, content);
      else await ctx.writeArchive(path, content.meta, content.rows);
    }
    return evidence({
      directory,
      synthetic: true,
      generator: "PCG64",
      files: files.map(({ path, kind, tag, samples }) => ({ path, kind, tag, samples })),
      next: [
        `liquet profile ${root}/fic101.parquet`,
        `liquet spc ${root}/fic101.parquet --baseline 2024-03-30 --window 2024-03-31`,
        `liquet run ${root}/plan.toml`,
        `liquet switchback analyze ${root}/switchback/plan.json ${root}/switchback/ti201.parquet --target TI201.PV`,
      ],
    });
  },
  text({ files, next }) {
    const width = Math.max(...files.map(({ path }) => path.length));
    const lines = files.map(({ path, samples }, i) => {
      const size = samples === null ? "" : `  ${samples} samples`;
      return `${i === 0 ? "wrote" : ""}`.padEnd(10) + (size === "" ? path : path.padEnd(width) + size);
    });
    return [...lines, "note      the data are synthetic: no plant was measured", `next      ${next[0]}`];
  },
});

/** All are looked at before the first is written: a demo is made whole or not at all. */
async function refuseExisting(files: DemoFile[], ctx: Ctx): Promise<void> {
  const there: string[] = [];
  for (const { path } of files) if ((await ctx.fingerprint(path)) !== null) there.push(path);
  if (there.length === 0) return;
  const found = there.length === 1 ? "exists" : `and ${there.length - 1} more files exist`;
  throw new BadCall(`directory: '${there[0]}' ${found} already, and nothing was written; choose another folder`);
}

interface DemoFile {
  path: string;
  kind: "archive" | "csv" | "metadata" | "plan";
  tag: string | null;
  samples: number | null;
  content: string | DemoTag;
}

function demoFiles(root: string): DemoFile[] {
  const unit = demoUnit();
  const schedule = scheduleOf(
    parseWindow(TRIAL.window),
    parseDuration(TRIAL.block, "block"),
    parseDuration(TRIAL.washout, "washout"),
  );
  const { plan, digest, design, settings } = planTrial(schedule, TRIAL.seed, "demo");
  const document = planDocument(plan, digest, schedule, design, null);
  return [
    ...unit.map((tag) => archiveFile(root, tag)),
    ...csvFiles(root, unit[0]),
    { path: `${root}/plan.toml`, kind: "plan", tag: null, samples: null, content: DEMO_PLAN },
    ...demoTrial(schedule, settings).map((tag) => archiveFile(`${root}/switchback`, tag)),
    planFile(`${root}/switchback/plan.json`, document),
  ];
}

function archiveFile(folder: string, tag: DemoTag): DemoFile {
  return {
    path: `${folder}/${tag.file}.parquet`,
    kind: "archive",
    tag: tagOf(tag.meta),
    samples: tag.rows.t.length,
    content: tag,
  };
}

/** The same rows once more, as the CSV form that every command reads. */
function csvFiles(folder: string, tag: DemoTag): DemoFile[] {
  const of = { tag: tagOf(tag.meta) };
  const text = canonicalCsv(tag.rows, formatInstant);
  const meta = `${JSON.stringify(tag.meta, null, 2)}\n`;
  return [
    { path: `${folder}/${tag.file}.csv`, kind: "csv", ...of, samples: tag.rows.t.length, content: text },
    { path: `${folder}/${tag.file}.meta.json`, kind: "metadata", ...of, samples: null, content: meta },
  ];
}

function planFile(path: string, document: object): DemoFile {
  return { path, kind: "plan", tag: null, samples: null, content: `${JSON.stringify(document, null, 2)}\n` };
}
