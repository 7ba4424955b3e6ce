import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { BadCall } from "../../contract/outcome.ts";
import type { TagMeta } from "../../series/tag-meta.ts";
import { parseTagMetaText } from "../meta.ts";
import { reason, refuseCsvName } from "../paths.ts";
import { refuseExisting } from "../write-file.ts";
import { fileNames, safeName } from "./file-names.ts";
import type { IngestPlan } from "./plan.ts";
import type { IngestDeps } from "./request.ts";

/** One archive to write. */
export interface Target {
  /** The tag's number in the pass. */
  tag: number;
  meta: TagMeta;
  /** As the caller spelled it, with `/` between folders. */
  ref: string;
  path: string;
}

/** The archive of a single export. BadCall when it exists already or the metadata cannot be read. */
export function singleTarget(plan: IngestPlan, deps: IngestDeps): Target {
  const [out, meta] = [plan.request.out ?? "", plan.request.meta ?? ""];
  const target = { tag: 0, meta: readMeta(meta, plan, deps), ref: posix(out), path: deps.resolve(out) };
  refuseCsvName(out);
  refuseExisting(target.path, out, plan.request.overwrite);
  return target;
}

/** The archives of a wide or long export, one a chosen tag. BadCall as for a single one, and when two have one name. */
export function manyTargets(
  tags: readonly string[],
  chosen: readonly string[],
  plan: IngestPlan,
  deps: IngestDeps,
): Target[] {
  const [out, folder] = [plan.request.out ?? "", plan.request.meta_dir ?? ""];
  const metas = chosen.map((tag) => readTagMeta(tag, folder, chosen, plan, deps));
  const names = fileNames(
    metas.map(({ identity }) => identity.point_id),
    ".parquet",
  );
  const numbers = new Map(tags.map((tag, i) => [tag, i]));
  return chosen.map((tag, i) => {
    const ref = `${posix(out).replace(/\/$/, "")}/${names[i]}`;
    const target = { tag: numbers.get(tag) ?? -1, meta: metas[i], ref, path: join(deps.resolve(out), names[i]) };
    refuseExisting(target.path, ref, plan.request.overwrite);
    return target;
  });
}

function readTagMeta(tag: string, folder: string, all: readonly string[], plan: IngestPlan, deps: IngestDeps): TagMeta {
  const file = (name: string) => join(deps.resolve(folder), `${safeName(name)}.json`);
  if (existsSync(file(tag))) return readMeta(join(folder, `${safeName(tag)}.json`), plan, deps);
  const missing = all.filter((name) => !existsSync(file(name))).length;
  throw new BadCall(
    `meta_dir: '${posix(folder)}' holds no '${safeName(tag)}.json' (${missing} of ${all.length} tags have no metadata); write templates with init_meta`,
  );
}

/** Metadata as they are stored: what was assumed in this call is marked. */
function readMeta(ref: string, plan: IngestPlan, deps: IngestDeps): TagMeta {
  let text: string;
  try {
    text = readFileSync(deps.resolve(ref), "utf8");
  } catch (error) {
    if (error instanceof BadCall) throw error;
    const absent = (error as NodeJS.ErrnoException).code === "ENOENT";
    const template = `liquet ingest ${plan.request.source} --init-meta ${ref}`;
    const remedy = absent ? `; '${template}' and the options of reading write a template to fill in` : "";
    throw new BadCall(`cannot open '${ref}': ${reason(error)}${remedy}`);
  }
  const meta = parseTagMetaText(text, basename(ref));
  return plan.assumed === null ? meta : { ...meta, quality_assumed: true };
}

/** A path with `/` between folders. */
export function posix(path: string): string {
  return process.platform === "win32" ? path.replaceAll("\\", "/") : path;
}
