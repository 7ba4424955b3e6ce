import { REFUSALS, type RefusalName } from "./refusals.ts";

/** A command's answer: the fields of its evidence schema, in schema order. The envelope is added by `answer()`. */
export interface Evidence<Fields> {
  kind: "evidence";
  fields: Fields;
}

/** Wraps a command's fields as evidence. */
export function evidence<Fields>(fields: Fields): Evidence<Fields> {
  return { kind: "evidence", fields };
}

/**
 * The machine-readable half of a refusal. `check` names the test that failed, `observed` and `required` are its
 * numbers, `remedy` says what to do; anything else (tag, row, window) may be added.
 */
export interface RefusalDetails {
  check: string;
  observed?: unknown;
  required?: unknown;
  remedy: string;
  [key: string]: unknown;
}

/** No honest number exists for this question on these data; exit 3. A result, not a failure. */
export class Refusal extends Error {
  override readonly name: RefusalName;
  readonly details: RefusalDetails;
  constructor(name: RefusalName, cause: string, details: RefusalDetails) {
    super(cause);
    this.name = name;
    this.details = details;
  }
}

/**
 * Makes a refusal to throw: `throw refusal("ZeroSpreadBaseline", "FIC101: MAD of the baseline is 0 (…)", {…})`.
 * `cause` reads: subject, what was found with counts, what to do; lower case, no full stop.
 */
export function refusal(name: RefusalName, cause: string, details: RefusalDetails): Refusal {
  if (!(name in REFUSALS)) throw new Error(`refusal ${name} is not in the catalogue`);
  return new Refusal(name, cause, details);
}

/** The call itself is wrong and no data could make it right; exit 2, one line on stderr. */
export class BadCall extends Error {
  override readonly name = "BadCall";
}

/** `{key: value}`, or `{key: null, key_reason: reason}` when the value is null: an impossible number says why. */
export function orReason<K extends string, T>(
  key: K,
  value: T | null,
  reason: string,
): { [P in K]: T | null } & { [P in `${K}_reason`]?: string } {
  const entry = value === null ? { [key]: null, [`${key}_reason`]: reason } : { [key]: value };
  return entry as { [P in K]: T | null } & { [P in `${K}_reason`]?: string };
}
