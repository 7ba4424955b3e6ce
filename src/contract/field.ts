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
  archive: () =>
    field(
      z.string(),
      "Parquet archive or canonical CSV (timestamp,value,quality) of one tag; - reads such a CSV from stdin.",
    ),
  window: () =>
    field(
      z.optional(z.string()),
      "START/END, START/DURATION, DURATION/END or a date, ISO 8601 with offset, both ends inclusive. Default: the archive's extent.",
    ),
  basis: () =>
    field(
      z._default(z.enum(["TIME_WEIGHTED", "EVENT_WEIGHTED"]), "TIME_WEIGHTED"),
      "How the mean weighs samples: by the time they stand for, or each alike.",
    ),
  stepped: () =>
    field(
      z._default(z.boolean(), false),
      "The value holds until the next sample; otherwise it is linear between samples.",
    ),
  overwrite: () => writingField(z._default(z.boolean(), false), "Replace an existing file (atomically)."),
};
