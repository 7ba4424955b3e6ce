import { createHash } from "node:crypto";
import { createReadStream, existsSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { canonicalJson } from "../../contract/canonical-json.ts";
import { BadCall } from "../../contract/outcome.ts";
import type { Store } from "../../store/store.ts";
import { realPathOf, reason, requireFile, resolvePath } from "../paths.ts";
import { formatOf } from "./open-table.ts";
import type { DataFormat, LoadRequest } from "./request.ts";

/** Bytes that a recipe is to be made of: where they are now, and what they are. */
export interface Content {
  path: string;
  sha256: string;
  format: DataFormat;
  /** The file's name, which starts messages about its cells. */
  label: string;
}

/** What finding content needs of the outside. */
export interface ContentWorld {
  stdin: (() => NodeJS.ReadableStream) | null;
  roots: string[];
  signal: AbortSignal;
  env: Record<string, string | undefined>;
  allowNetwork?: boolean;
  tick(): Promise<void>;
  workerEntry(): URL;
  progress(done: number, total: number, label: string): void;
}

/**
 * The content of a source: a path, `-`, an http(s) URL, a PostgreSQL URL, a SQLite file, or rows given inline. What is
 * no file is kept in the store, so that its handle means the rows that were read. BadCall when it cannot be opened, is
 * outside the roots, or would need the network where that is not allowed.
 */
export async function contentOf(
  source: string | null,
  request: LoadRequest,
  store: Store,
  world: ContentWorld,
): Promise<Content> {
  if (request.data !== undefined) {
    if (source !== null) throw new BadCall("data: rows are given inline and a source is named; give one of them");
    return kept(Buffer.from(canonicalJson(request.data)), "json", "data", store, world.roots);
  }
  if (source === null)
    throw new BadCall("source: missing; name a file, a URL, demo:NAME, a handle or -, or give rows with data");
  if (source === "-") return fromStdin(request, store, world);
  if (/^https?:\/\//i.test(source)) return fromUrl(source, request, store, world);
  if (/^postgres(ql)?:\/\//i.test(source)) {
    if (!world.allowNetwork) throw noNetwork("database servers");
    const { environmentFor, postgresColumns } = await import("./postgres.ts");
    // At a terminal the server was named by who owns the variables.
    const env = world.stdin === null ? environmentFor(source, world.env) : world.env;
    const columns = await postgresColumns(source, request, env);
    return kept(Buffer.from(canonicalJson(columns)), "json", "query", store, world.roots);
  }
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(source)?.[1];
  if (scheme !== undefined && !/^(file|sqlite)$/i.test(scheme))
    throw new BadCall(`source: ${scheme}:// is not read; name a file, or an http, https or postgres address`);
  const path = resolvePath(source.replace(/^sqlite:/i, ""), world.roots);
  if (/^data_/.test(source) && !existsSync(path)) {
    throw new BadCall(`source: '${source}' is neither a handle (data_ and 12 hex digits) nor a file`);
  }
  requireFile(path, source);
  // A device or a pipe may have no end, and cannot be read twice.
  if (!statSync(path).isFile()) throw new BadCall(`cannot open '${source}': it is not a regular file; pipe it to -`);
  if (/^sqlite:/i.test(source) || /\.(db|sqlite|sqlite3)$/i.test(source)) {
    const { sqliteColumns } = await import("./sqlite.ts");
    const columns = await sqliteColumns(path, source, request, world);
    const content = await kept(Buffer.from(canonicalJson(columns)), "json", basename(path), store, null);
    await noteSeen(store, content.sha256, path);
    return content;
  }
  if (request.query !== undefined || request.table !== undefined)
    throw new BadCall(`query: '${source}' is no database`);
  const format = request.format ?? formatOf(path) ?? raiseFormat(source);
  const content = { path, sha256: await digestOf(path, source, world.signal), format, label: basename(path) };
  await noteSeen(store, content.sha256, path);
  return content;
}

/** Notes where a content is, so that a handle finds it again. A store that cannot be written keeps no note. */
async function noteSeen(store: Store, sha256: string, path: string): Promise<void> {
  const name = createHash("sha256").update(path).digest("hex").slice(0, 12);
  await store.note(sha256, name, { path: resolve(path) }).catch((error: unknown) => {
    if (!(error instanceof BadCall)) throw error;
  });
}

/** SHA-256 of a file's bytes. BadCall when it cannot be read. */
export async function digestOf(path: string, ref: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal })) hash.update(chunk as Buffer);
  } catch (error) {
    if (signal.aborted || (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new BadCall(`cannot read '${ref}': ${reason(error)}`);
  }
  return hash.digest("hex");
}

/** What tells whether a file was written to between two looks at it. */
export function stampOf(path: string): string {
  const { size, mtimeMs, ino } = statSync(path);
  return `${ino} ${size} ${mtimeMs}`;
}

async function fromStdin(request: LoadRequest, store: Store, { stdin, roots }: ContentWorld): Promise<Content> {
  if (stdin === null) throw new BadCall("'-' (stdin) is only for the terminal; name a file");
  const { memorySource } = await import("../csv/source.ts");
  const source = await memorySource(stdin() as AsyncIterable<Uint8Array | string>, "stdin");
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.open()) chunks.push(chunk);
  return kept(Buffer.concat(chunks), request.format ?? "csv", "stdin", store, roots);
}

async function fromUrl(source: string, request: LoadRequest, store: Store, world: ContentWorld): Promise<Content> {
  if (!world.allowNetwork) throw noNetwork("URLs");
  const format = request.format ?? formatOf(source) ?? raiseFormat(source);
  const { fetchUrl } = await import("./fetch-url.ts");
  const name = basename(new URL(source).pathname) || "download";
  return kept(await fetchUrl(source, world.signal), format, name, store, world.roots);
}

/** Keeps what is no file in the store. `roots`: who may read it again, beside those who may read a file of the same bytes. */
async function kept(
  bytes: Uint8Array,
  format: DataFormat,
  label: string,
  store: Store,
  roots: string[] | null,
): Promise<Content> {
  const sha256 = await store.putContent(bytes);
  if (roots !== null) {
    const within = roots.map((root) => realPathOf(resolve(root))).sort();
    await store.note(sha256, createHash("sha256").update(within.join("\n")).digest("hex").slice(0, 12), { within });
  }
  return { path: (await store.contentPath(sha256)) ?? "", sha256, format, label };
}

function raiseFormat(source: string): never {
  throw new BadCall(
    `format: the name '${source}' does not say its format; state one with --format csv, parquet, json or xlsx`,
  );
}

function noNetwork(what: string): BadCall {
  return new BadCall(`source: ${what} are not read on this server; start it with --allow-network, or name a file`);
}
