import * as z from "zod/mini";

/** Shapes that several commands' evidence shares; the values come from contract/window.ts and src/series. */

/** The schema of what `orReason` makes: `key`, and `key_reason` when it is null. */
export function orReasonShape<K extends string, S extends z.ZodMiniType>(
  key: K,
  schema: S,
): { [P in K]: z.ZodMiniNullable<S> } & { [P in `${K}_reason`]: z.ZodMiniOptional<z.ZodMiniString> } {
  return { [key]: z.nullable(schema), [`${key}_reason`]: z.optional(z.string()) } as never;
}

/** A window: bounds as stated, length in seconds. */
export const windowShape = z.strictObject({ start: z.string(), end: z.string(), duration_s: z.number() });

/** A sampling contract and its digest. */
export const samplingShape = z.strictObject({
  calculation_basis: z.enum(["TIME_WEIGHTED", "EVENT_WEIGHTED"]),
  retrieval_mode: z.enum(["RECORDED", "INTERPOLATED"]),
  aggregate_type: z.literal("NONE"),
  stepped: z.boolean(),
  digest: z.string(),
});

/** A resolved or unresolved unit. */
export const unitShape = z.strictObject({
  raw: z.nullable(z.string()),
  canonical: z.nullable(z.string()),
  pint_units: z.nullable(z.string()),
  reference_condition: z.boolean(),
  datum: z.nullable(z.enum(["gauge", "absolute"])),
  resolved: z.boolean(),
});

/** Gaps that several tags share, and how many the cap left out. */
export const commonGapsShape = {
  common_gaps: z.array(
    z.strictObject({
      start: z.string(),
      end: z.string(),
      duration_s: z.number(),
      class: z.literal("comm_outage_multitag"),
      n_tags: z.int(),
    }),
  ),
  common_gaps_dropped: z.int(),
};
