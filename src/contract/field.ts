import * as z from "zod/mini";

/** Adds the description that help, the flag list and the MCP schema show. */
export function field<S extends z.core.$ZodType>(schema: S, description: string): S {
  z.globalRegistry.add(schema, { description });
  return schema;
}

/** A field that makes the command write to the caller's files: it leaves the MCP schema unless writing is allowed. */
export function writingField<S extends z.core.$ZodType>(schema: S, description: string): S {
  z.globalRegistry.add(schema, { description, writes: true });
  return schema;
}

/** A field about the machine (such as a number of workers): it does not change the answer and is left out of `call`. */
export function machineField<S extends z.core.$ZodType>(schema: S, description: string): S {
  z.globalRegistry.add(schema, { description, machine: true });
  return schema;
}

/** True when a field of an input schema was declared by `machineField`. */
export function isMachineField(schema: z.core.$ZodType | undefined): boolean {
  return schema !== undefined && z.globalRegistry.get(schema)?.machine === true;
}

/** True when a field of an input schema was declared by `writingField`. */
export function isWritingField(schema: z.core.$ZodType | undefined): boolean {
  return schema !== undefined && z.globalRegistry.get(schema)?.writes === true;
}

/** The shared input fields; every command that has one of these takes it from here. */
export const fields = {
  archive: () => field(z.string(), "One tag: Parquet or CSV (timestamp,value,quality); - is CSV on stdin."),
  window: () =>
    field(
      z.optional(z.string()),
      "ISO 8601 START/END, START/PT5H, P2D/END or date, with offset, ends inclusive. Default: all.",
    ),
  basis: () =>
    field(z._default(z.enum(["TIME_WEIGHTED", "EVENT_WEIGHTED"]), "TIME_WEIGHTED"), "How a mean weighs the samples."),
  stepped: () => field(z._default(z.boolean(), false), "Values hold until the next sample; else linear."),
  /** A window that has to be stated; `what` says which. A second one of a command is written `like` the first. */
  statedWindow: (what: string, like?: string) =>
    field(
      z.string(),
      like
        ? `${what}, written as ${like} is.`
        : `${what}: ISO 8601 START/END, START/PT5H, P2D/END or date, with offset, ends inclusive.`,
    ),
  clipTolerance: () =>
    field(
      z._default(z.number().check(z.gte(0), z.lte(1)), 0),
      "Most baseline samples at the range's ends, as a share.",
    ),
  maxEvents: () =>
    field(z._default(z.union([z.int().check(z.nonnegative()), z.literal("all")]), 0), "Most timestamps to list."),
  maxRuns: () =>
    field(z._default(z.union([z.int().check(z.nonnegative()), z.literal("all")]), 40), "Most runs to list."),
  maxRows: (most = 40) =>
    field(z._default(z.union([z.int().check(z.nonnegative()), z.literal("all")]), most), "Most rows to list."),
  /**
   * Makes a command one that may be started as a job: give its input `run_async: fields.runAsync()`, and that is all.
   * When it is true, either surface starts the same call without it in a process of its own and answers with the job
   * (surface/start-job.ts); `run` never acts on it (one that hands its input on whole takes it out), and bytes and
   * `call` of the answer are those of a call without it. `ctx.progress` becomes the job's progress; a job that is
   * cancelled aborts `ctx.signal` 0.25 s before its thread is ended, in whatever loop it is.
   */
  runAsync: () => machineField(z._default(z.boolean(), false), "Start a job and return its job_id (see jobs status)."),
  overwrite: () => writingField(z._default(z.boolean(), false), "Replace an existing file (atomically)."),
};

/** The number a capping field stands for: `all` is no cap. */
export function capOf(value: number | "all"): number {
  return value === "all" ? Number.POSITIVE_INFINITY : value;
}
