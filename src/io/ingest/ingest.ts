import { basename, extname, join } from "node:path";
import { formatInstant } from "../../contract/instant.ts";
import { BadCall, refusal } from "../../contract/outcome.ts";
import { tagOf } from "../../series/tag-meta.ts";
import { fileSource } from "../csv/source.ts";
import { csvTable } from "../csv/table.ts";
import { requireFile } from "../paths.ts";
import type { Table } from "../table.ts";
import { refuseExisting, writeFileAtomically } from "../write-file.ts";
import { checkAgainstMeta, type Findings, surveyTable } from "./check.ts";
import { fileNames } from "./file-names.ts";
import { chosenTags, type Layout, layoutOf } from "./layout.ts";
import { type IngestPlan, planIngest } from "./plan.ts";
import type { IngestDeps, IngestedArchive, IngestReport, IngestRequest } from "./request.ts";
import { manyTargets, posix, singleTarget, type Target } from "./targets.ts";
import { surveyForTemplates, templateText } from "./template.ts";
import { writeTargets } from "./write.ts";

/**
 * Turns an export into archives, or with `init_meta` writes the metadata templates for it. The file is read twice: a
 * first pass keeps only counts and finds every reason to refuse, a second writes. So nothing is written before
 * everything was checked, the value column's type is known when the first row is stored, and memory holds one chunk of
 * the file and one row group of each archive, whatever the file's size.
 */
export async function ingest(request: IngestRequest, deps: IngestDeps): Promise<IngestReport> {
  const plan = planIngest(request);
  const path = deps.resolve(request.source);
  requireFile(path, request.source);
  if (request.init_meta !== undefined) return writeTemplates(await openTable(path, plan, deps), plan, deps);
  // A wrong call is told before a large file is read.
  const single = plan.form === "single" ? singleTarget(plan, deps) : null;
  if (single) refuseSource(single.path, single.ref, path);
  const table = await openTable(path, plan, deps);
  const layout = layoutOf(table, plan);
  const early =
    plan.form === "wide"
      ? targetsOf(
          table,
          layout.series.map(({ name }) => name),
          plan,
          deps,
        )
      : null;
  const findings = await surveyTable(table, layout, plan, deps);
  const targets = single ? [single] : (early ?? targetsOf(table, findings.pass.tags, plan, deps));
  for (const target of targets) refuseSource(target.path, target.ref, path);
  const csv = /\.csv$/i.test(path) ? table.label : null;
  for (const { tag, meta } of targets) checkAgainstMeta(tag, findings, meta, csv);
  await writeTargets(table, layout, plan, findings, targets, deps);
  warn(findings, targets, plan, deps);
  const tz = findings.pass.naive() === true ? (plan.zone?.name ?? null) : null;
  return { form: plan.form, archives: targets.map((target) => entry(table, layout, target, findings, plan)), tz };
}

/** The export is the only record of what the source sent: no option writes over it. */
function refuseSource(path: string, ref: string, source: string): void {
  if (path === source) throw new BadCall(`'${ref}' is the export itself; choose another name`);
}

function targetsOf(table: Table, tags: readonly string[], plan: IngestPlan, deps: IngestDeps): Target[] {
  return manyTargets(tags, chosenTags(table, plan, tags), plan, deps);
}

async function openTable(path: string, plan: IngestPlan, deps: IngestDeps): Promise<Table> {
  const label = basename(path);
  const extension = extname(path).toLowerCase();
  if (extension === ".csv") return csvTable(fileSource(path, plan.request.source), plan.csv, label, deps.signal);
  if (extension === ".parquet" || extension === ".pq") {
    if (plan.csvOnly) throw new BadCall(`${plan.csvOnly} is for CSV; '${label}' is parquet`);
    return (await import("../parquet/table.ts")).parquetTable(path, plan.request.source, label, deps.signal);
  }
  const remedy = "name a .csv, .parquet or .pq file";
  throw refusal("SchemaError", `${label}: '${extension}' is no kind of export that is read; ${remedy}`, {
    check: "file_kind",
    file: label,
    observed: extension,
    required: [".csv", ".parquet", ".pq"],
    remedy,
  });
}

function entry(
  table: Table,
  layout: Layout,
  { tag, meta, ref }: Target,
  { facts }: Findings,
  plan: IngestPlan,
): IngestedArchive {
  const { quality } = layout.series[layout.tag === null ? tag : 0];
  const { rows, first, last } = facts[tag];
  return {
    path: ref,
    tag: tagOf(meta),
    identity: meta.identity,
    rows,
    first: rows > 0 ? formatInstant(first) : null,
    last: rows > 0 ? formatInstant(last) : null,
    quality_source: meta.quality_assumed ? "assumed" : "column",
    quality_column: quality === null ? null : table.columns[quality],
    assumed_quality: plan.assumed,
  };
}

function warn({ facts }: Findings, targets: readonly Target[], plan: IngestPlan, deps: IngestDeps): void {
  if (plan.assumed) {
    deps.log(
      `warning: quality ${plan.assumed} is assumed for every row; the archive records it and each profile says so`,
    );
  }
  const collisions = targets.reduce((sum, { tag }) => sum + facts[tag].collisions, 0);
  if (collisions > 0) {
    deps.log(
      `warning: ${collisions} timestamps differ from the row before by less than a microsecond and are stored equal`,
    );
  }
}

async function writeTemplates(table: Table, plan: IngestPlan, deps: IngestDeps): Promise<IngestReport> {
  const target = plan.request.init_meta ?? "";
  const layout: Layout = layoutOf(table, plan);
  const found = await surveyForTemplates(table, layout, plan, deps);
  const chosen =
    plan.form === "single"
      ? found.map(({ tag }) => tag)
      : chosenTags(
          table,
          plan,
          found.map(({ tag }) => tag),
        );
  const facts = found.filter(({ tag }) => chosen.includes(tag));
  const refs = plan.form === "single" ? [target] : fileNames(chosen, ".json").map((name) => join(target, name));
  for (const ref of refs) {
    refuseSource(deps.resolve(ref), ref, deps.resolve(plan.request.source));
    refuseExisting(deps.resolve(ref), ref, plan.request.overwrite);
  }
  const hasQuality = layout.series.some(({ quality }) => quality !== null);
  for (const [i, ref] of refs.entries()) {
    await writeFileAtomically(deps.resolve(ref), ref, templateText(facts[i], plan, hasQuality), plan.request.overwrite);
  }
  return { form: plan.form, templates: refs.map(posix), tz: null };
}
