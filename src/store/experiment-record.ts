/** How the experiment's planner means to look at it. */
export type AnalysisPlan = "fixed" | "group_sequential" | "always_valid";

/** What is known of an experiment when it is created; nothing of it changes afterwards. */
export interface ExperimentDefinition {
  experiment_id: string;
  hypothesis: string | null;
  metric: string | null;
  population: string | null;
  audience: string | null;
  /** Arm name to weight, as stated. */
  arms: Record<string, number>;
  salt: string;
  alpha: number;
  plan: AnalysisPlan;
  planned_looks: number | null;
  planned_units: number | null;
}

/** One analysis of one outcome on one state of the data. `result` is the answer's own fields. */
export interface Look {
  outcome: string;
  /** From 1, counted within the outcome. */
  look: number;
  recorded_at: string;
  data_sha256: string;
  result: Record<string, unknown>;
}

export interface Experiment extends ExperimentDefinition {
  status: "running" | "closed";
  created_at: string;
  closed_at: string | null;
  conclusion: string | null;
}

/** Records of experiments, opened. Every method is one transaction; what it returned is on disk. */
export interface ExperimentRecords {
  /** The file, as the caller typed it (the default's full path when it was not). */
  db: string;
  /**
   * Creates, or finds the same definition again (`created` false). `salt_shared_with`: other running experiments of the
   * same salt. Refuses ExperimentExists when the id stands for another definition.
   */
  create(
    definition: ExperimentDefinition,
    now: string,
  ): { experiment: Experiment; created: boolean; salt_shared_with: string[] };
  /** All of a status, oldest first, each with its number of looks. */
  list(status: "running" | "closed" | "all"): (Experiment & { n_looks: number })[];
  /** Refuses UnknownExperiment. */
  show(id: string): { experiment: Experiment; looks: Look[]; salt_shared_with: string[] };
  /** Closes, or finds it closed already (`already_closed`); a first conclusion stays. Refuses UnknownExperiment. */
  close(id: string, conclusion: string | null, now: string): { experiment: Experiment; already_closed: boolean };
  /**
   * Counts a look, if `admit` does not throw on the experiment and the digests of the outcome's looks so far; no other
   * process records one in between. The same outcome on the same data is the same look (`repeated`): its result is
   * replaced, its number and time stay. Refuses UnknownExperiment and ExperimentClosed.
   */
  recordLook(
    id: string,
    look: Omit<Look, "look" | "recorded_at">,
    now: string,
    admit?: (experiment: Experiment, digests: string[]) => void,
  ): { experiment: Experiment; look: number; repeated: boolean; n_looks: number };
}

/**
 * Opens the records of the file at `path` (absolute; `ref` as the caller typed it), lets `use` work on them and closes
 * them. With `mode` "read" a missing file is an empty one and nothing is made. Refuses StoreUnavailable.
 */
export type WithExperiments = <T>(
  path: string,
  ref: string,
  mode: "read" | "write",
  use: (records: ExperimentRecords) => T,
) => Promise<T>;
