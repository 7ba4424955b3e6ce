import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { Archive, Attachment, Ctx, Provenance } from "../contract/context.ts";
import { BadCall, type RefusalDetails, refusal } from "../contract/outcome.ts";
import type { RefusalName } from "../contract/refusals.ts";
import type { Data } from "../series/dataset/dataset.ts";
import { type RowDigest, rowDigest } from "../series/digest.ts";
import type { WithExperiments } from "../store/experiment-record.ts";
import type { OpenJobs } from "../store/jobs/open-jobs.ts";
import type { OpenStore, Store } from "../store/store.ts";
import { requireFile, resolvePath } from "./paths.ts";
import { type Hold, holding } from "./signals.ts";

/** What a surface must hand over to get a world; see CtxOptions in surface/invoke.ts. */
export interface CtxOptions {
  version: string;
  stdin: (() => NodeJS.ReadableStream) | null;
  roots: string[];
  signal: AbortSignal;
  /** Absent where no signal comes. */
  hold?: Hold;
  env: Record<string, string | undefined>;
  now(): Date;
  progress(done: number, total: number, label: string): void;
  log(message: string): void;
  ask?: Ctx["ask"];
  sample?: Ctx["sample"];
  invoke: Ctx["invoke"];
  /** The module that a worker thread starts with. */
  workerEntry(): URL;
  /** Imports the experiment records, handed over by bin/: io knows nothing of the store. */
  records(): Promise<{ withExperiments: WithExperiments }>;
  /** Imports the store of recipes and results, in the same way. */
  store(): Promise<{ openStore: OpenStore }>;
  /** Imports the jobs, in the same way. */
  jobs(): Promise<{ openJobs: OpenJobs }>;
  /** URLs and database servers may be asked. */
  allowNetwork?: boolean;
  /** Files of the caller's may be written: of use to a job, which makes its call elsewhere. */
  allowWrite?: boolean;
}

/** The outside world of one call. Readers and writers are imported when they are first needed. */
export function createCtx(options: CtxOptions): Ctx {
  const { version, roots, signal, now, progress, log, ask, sample } = options;
  const read = new Map<string, { archive: string; tag: string; digest: RowDigest }>();
  const tables: Provenance[] = [];
  const adopted: Provenance[] = [];
  const echoed: Record<string, unknown> = {};
  const images: Attachment[] = [];
  let store: Promise<Store> | null = null;
  let foreign: string | null = null;
  const tick = async () => {
    await setImmediate();
    signal.throwIfAborted();
  };
  /** What writes is not cut off by a signal, which would leave temporary files. */
  const writing = <T>(work: () => Promise<T>) => holding(options.hold, work);
  return {
    version,
    signal,
    now,
    progress,
    log,
    ask,
    sample,
    async archive(ref) {
      const archive = await openArchive(ref, options, tick);
      const seen = read.get(ref) ?? { archive: ref, tag: archive.tag, digest: rowDigest() };
      read.set(ref, seen);
      return {
        ...archive,
        async read(window) {
          const rows = await archive.read(window);
          seen.digest.add(rows);
          return rows;
        },
      };
    },
    async table(ref, columns) {
      const { readColumns } = await import("./columns.ts");
      const { tableDigest } = await import("../series/table-digest.ts");
      const table = await readColumns(ref, columns, { ...options, tick });
      const tag = Object.keys(columns).join(",");
      tables.push({ archive: ref, tag, rows: table.rows, sha256: tableDigest(table) });
      return table;
    },
    async readText(path) {
      const resolved = resolvePath(path, roots);
      requireFile(resolved, path);
      return readFileSync(resolved, "utf8");
    },
    async *lines(path) {
      const { readLines } = await import("./lines.ts");
      yield* readLines(path, options);
    },
    noteRead(entry) {
      adopted.push(entry);
    },
    distrust(ref) {
      foreign ??= ref;
    },
    distrusted: () => foreign,
    async readToml(path) {
      const { parseToml } = await import("./folder.ts");
      return parseToml(await this.readText(path), path);
    },
    async glob(patterns, folder) {
      return (await import("./folder.ts")).globFiles(patterns, resolvePath(folder, roots), { roots, signal });
    },
    async fingerprint(path) {
      return (await import("./folder.ts")).fileFingerprint(resolvePath(path, roots));
    },
    async png(svg) {
      return (await import("./png.ts")).renderPng(svg);
    },
    async runUnits(units, { workers, done }) {
      const { runOnWorkers } = await import("./pool.ts");
      // What `done` keeps of a unit is kept whole.
      return writing(() =>
        runOnWorkers(units, options.workerEntry(), { roots, env: options.env }, { workers, signal, done }),
      );
    },
    async pool(task, use, { workers } = {}) {
      const { onPool } = await import("./task-pool.ts");
      return onPool(task, options.workerEntry(), { roots, env: options.env }, { workers, signal }, use);
    },
    async write(path, bytes, { overwrite = false } = {}) {
      const { writeFileAtomically } = await import("./write-file.ts");
      await writing(() => writeFileAtomically(resolvePath(path, roots), path, bytes, overwrite));
    },
    async lineLog(path) {
      return (await import("./line-log.ts")).openLineLog(resolvePath(path, roots), path);
    },
    async stream(path, { overwrite = false } = {}) {
      const { openFileStream } = await import("./file-stream.ts");
      return openFileStream(resolvePath(path, roots), path, overwrite, options.hold);
    },
    async records(db, mode, use) {
      const { recordsFile } = await import("./user-folders.ts");
      const { path, ref } = recordsFile(db, options);
      const { withExperiments } = await options.records();
      return writing(() => withExperiments(path, ref, mode, use));
    },
    async data(ref, request = {}) {
      try {
        return (await this.loadData(ref, request)).data;
      } catch (error) {
        throw (await import("./data/where-options-go.ts")).sayingWhereOptionsGo(ref, error);
      }
    },
    async loadData(ref, request) {
      const { openData } = await import("./data/open-data.ts");
      const opened = await openData(ref, request, { ...options, tick, store: await this.store() });
      await noteData(ref ?? opened.data.handle, opened.data, tables);
      return opened;
    },
    async deriveData(recipe) {
      const { deriveData } = await import("./data/open-data.ts");
      return deriveData(recipe, { ...options, tick, store: await this.store() });
    },
    async saveData(path, data, { format: stated, overwrite }) {
      const { encodeFile, saveFormat } = await import("./data/save.ts");
      const format = saveFormat(path, stated);
      await this.write(path, encodeFile(data, format), { overwrite });
      return format;
    },
    store() {
      store ??= Promise.all([import("./user-folders.ts"), options.store()]).then(([{ storeFolder }, { openStore }]) =>
        openStore(storeFolder(options.env), writing),
      );
      return store;
    },
    async jobs() {
      const [{ openJobs }, { worldOfJobs }] = await Promise.all([options.jobs(), import("./jobs.ts")]);
      const { folder, world } = worldOfJobs(options);
      return openJobs(folder, world, writing);
    },
    async writeArchive(path, meta, rows, { overwrite = false } = {}) {
      const { writeSeries } = await import("./parquet/write.ts");
      const target = resolvePath(path, roots);
      // What an answer was computed from must outlive it, whatever may be overwritten.
      const source = [...read.keys()].find((ref) => ref !== "-" && resolvePath(ref, roots) === target);
      if (source !== undefined) throw new BadCall(`'${path}' is the archive that was read; choose another name`);
      await writing(() => writeSeries(target, meta, rows, { overwrite, ref: path, tick }));
    },
    async ingest(request) {
      const { ingest } = await import("./ingest/ingest.ts");
      return writing(() => ingest(request, { resolve: (path) => resolvePath(path, roots), signal, progress, log }));
    },
    async environment() {
      return (await import("./environment.ts")).environment(options.env);
    },
    async invoke(command, args) {
      const document = await options.invoke(command, args);
      if (Array.isArray(document.provenance)) adopted.push(...(document.provenance as Provenance[]));
      return document;
    },
    async need(command, args) {
      const document = await this.invoke(command, args);
      if (document.result_kind === "evidence") return document;
      throw refusal(document.error_type as RefusalName, String(document.cause), document.details as RefusalDetails);
    },
    echo(args) {
      Object.assign(echoed, args);
    },
    echoed: () => echoed,
    attach(image) {
      images.push(image);
    },
    attached: () => images,
    provenance() {
      const own = [...read.values()].map(({ archive, tag, digest }) => ({
        archive,
        tag,
        rows: digest.rows(),
        sha256: digest.hex(),
      }));
      return [...own, ...tables, ...adopted];
    },
    tick,
  };
}

/** Adds data to the provenance, once however often they are asked for. */
async function noteData(ref: string, data: Data, entries: Provenance[]): Promise<void> {
  const { columnsOf, dataDigest, rowsOf } = await import("../series/dataset/data-digest.ts");
  const entry = { archive: ref, tag: columnsOf(data), rows: rowsOf(data), sha256: dataDigest(data) };
  if (!entries.some(({ archive, sha256 }) => archive === ref && sha256 === entry.sha256)) entries.push(entry);
}

async function openArchive(
  ref: string,
  { stdin, roots, signal, ...options }: CtxOptions,
  tick: () => Promise<void>,
): Promise<Archive> {
  const progress = (done: number, total: number) => options.progress(done, total, `reading ${ref}`);
  if (ref === "-") {
    if (stdin === null) throw new BadCall("archive: '-' (stdin) is only for the terminal; name a file");
    return (await import("./archive-csv.ts")).openCsvArchive({ stream: stdin() }, ref, { signal, progress });
  }
  const path = resolvePath(ref, roots);
  requireFile(path, ref);
  if (/\.csv$/i.test(path))
    return (await import("./archive-csv.ts")).openCsvArchive({ path, roots }, ref, { signal, progress });
  return (await import("./archive-parquet.ts")).openParquetArchive(path, ref, { tick, progress });
}
