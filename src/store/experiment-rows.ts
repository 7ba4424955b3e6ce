import type { Row } from "./database.ts";
import type { Experiment, Look } from "./experiment-record.ts";

/** The columns that make a definition. */
export const DEFINITION = [
  "experiment_id",
  "hypothesis",
  "metric",
  "population",
  "audience",
  "arms",
  "salt",
  "alpha",
  "plan",
  "planned_looks",
  "planned_units",
] as const;

/** Weights in one order, so that equal definitions are equal texts. */
export function armsText(arms: Record<string, number>): string {
  return JSON.stringify(Object.entries(arms).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A row of the table as a record. */
export function experimentOf(row: Row): Experiment {
  const { n_looks: _, ...fields } = row;
  return { ...fields, arms: Object.fromEntries(JSON.parse(String(row.arms))) } as unknown as Experiment;
}

/** A row of the looks. */
export function lookOf({ outcome, look, recorded_at, data_sha256, result }: Row): Look {
  const answer = JSON.parse(String(result)) as Record<string, unknown>;
  return {
    outcome: String(outcome),
    look: Number(look),
    recorded_at: String(recorded_at),
    data_sha256: String(data_sha256),
    result: answer,
  };
}
