import * as z from "zod/mini";
import { field } from "./field.ts";
import { formatInstant } from "./instant.ts";
import { fill, parts, plural } from "./text.ts";

/** Words on one line that a person wrote: no control characters, so that they survive files, hashes and terminals. */
const words = () =>
  z.string().check(z.minLength(1), z.maxLength(2000), z.regex(/^\P{Cc}*$/u, "holds a control character"));

/** Input fields that several experiment commands share. */
export const experimentFields = {
  experiment_id: () =>
    field(
      z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, "expected letters, digits, . _ - (at most 100)")),
      "Name of the experiment.",
    ),
  db: () => field(z.optional(z.string()), "File of records. Default: LIQUET_DB, else the user's own."),
  weights: (description: string) => field(z.record(z.string(), z.number()), description),
  text: (description: string) => field(z.optional(words()), description),
  salt: () => field(words(), "Text hashed before each unit id; one experiment, one salt."),
};

/** A record as answers show it. */
export const experimentShape = {
  experiment_id: z.string(),
  status: z.enum(["running", "closed"]),
  hypothesis: z.nullable(z.string()),
  metric: z.nullable(z.string()),
  population: z.nullable(z.string()),
  audience: z.nullable(z.string()),
  arms: z.record(z.string(), z.number()),
  salt: z.string(),
  alpha: z.number(),
  plan: z.enum(["fixed", "group_sequential", "always_valid"]),
  planned_looks: z.nullable(z.int()),
  planned_units: z.nullable(z.int()),
  created_at: z.string(),
  closed_at: z.nullable(z.string()),
  conclusion: z.nullable(z.string()),
};

/** The record's fields in the order of `experimentShape`. */
export function experimentFieldsOf<T extends Record<keyof typeof experimentShape, unknown>>(
  record: T,
): Pick<T, keyof typeof experimentShape> {
  const keys = Object.keys(experimentShape) as (keyof typeof experimentShape)[];
  return Object.fromEntries(keys.map((key) => [key, record[key]])) as Pick<T, keyof typeof experimentShape>;
}

/** What a shared salt means, or nothing. */
export function saltWarnings(id: string, salt: string, others: string[]): string[] {
  if (others.length === 0) return [];
  return [
    `salt '${salt}' is also that of ${others.join(", ")}, still running: units land in matching arms of both, so ${id} is not independent of ${others.length === 1 ? "it" : "them"}`,
  ];
}

/** A labelled line whose label takes twelve columns; what goes beyond 100 columns goes on below. */
export function labelledWide(label: string, text: string): string[] {
  return fill(`${label.padEnd(10)}  ${text}`.split(/ (?=\S)/), 100, " ".repeat(12));
}

/** The moment of a change, to the second. */
export function recordedAt(now: Date): string {
  return formatInstant(Math.floor(now.getTime() / 1000) * 1_000_000);
}

type Shown = z.output<z.ZodMiniObject<typeof experimentShape>>;

/** The labelled lines of one record. */
export function experimentText(e: Shown): string[] {
  const planned = parts(
    e.plan.replace("_", "-"),
    e.planned_looks !== null && plural(e.planned_looks, "look"),
    e.planned_units !== null && plural(e.planned_units, "unit"),
    `alpha ${e.alpha}`,
  );
  const arms = Object.entries(e.arms).map(([arm, weight]) => `${arm} ${weight}`);
  const optional = (["hypothesis", "metric", "population", "audience"] as const).filter((key) => e[key] !== null);
  return [
    ...optional.flatMap((key) => labelledWide(key, e[key] as string)),
    ...labelledWide("arms", arms.join("   ")),
    ...labelledWide("salt", e.salt),
    ...labelledWide("plan", planned),
    ...labelledWide("created", e.created_at),
    ...(e.closed_at === null ? [] : labelledWide("closed", parts(e.closed_at, e.conclusion))),
  ];
}
