/** Where a job may stand. The last three are ends, and an end never changes. */
export const JOB_STATUSES = ["pending", "running", "completed", "failed", "cancelled"] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];

/** A call that is to be made as a job. */
export interface JobCall {
  command: string;
  /** With defaults; what tells one job from another. */
  arguments: Record<string, unknown>;
  /** Arguments about the machine: they change no answer. */
  machine: Record<string, unknown>;
  /** What it works on, in a few words for a list. */
  what: string;
}

/** Why a job failed. */
export interface JobError {
  /** The call was wrong; the worker was told to stop; its heartbeat stopped; liquet's own fault. */
  kind: "bad_call" | "stopped" | "lost" | "internal";
  message: string;
}

/** How far a step is. */
export interface JobProgress {
  done: number;
  total: number;
  label: string;
  /** When the step began. */
  since_ms: number;
}

/** One job as it stands. Times are in milliseconds since 1970. */
export interface Job {
  job_id: string;
  command: string;
  what: string;
  status: JobStatus;
  /** From 1: a job that failed or was cancelled is started again under the same id. */
  attempt: number;
  created_ms: number;
  /** Null while it waits for its turn. */
  started_ms: number | null;
  ended_ms: number | null;
  /** The last that was heard of it; null when nothing was. */
  progress: JobProgress | null;
  error: JobError | null;
}

/** The jobs of a store. Whoever looks at a job whose heartbeat stopped writes down that it failed. */
export interface Jobs {
  /**
   * Starts the call in a process of its own, or finds it: one that waits, runs or is completed stays as it is
   * (`started` false), one that failed or was cancelled is started again. BadCall when the store cannot be written.
   */
  start(call: JobCall): Promise<{ job: Job; started: boolean }>;
  /** Refuses UnknownHandle; BadCall when the text is no handle of a job. */
  look(job_id: string): Promise<Job>;
  /** Every job, the newest first. */
  list(): Promise<Job[]>;
  /**
   * Ends a job that waits or runs, and its process, which is killed where it does not leave (`stopped` says whether it is
   * known to be gone). One that had ended stays as it is (`cancelled` false). Refuses as `look` does.
   */
  cancel(job_id: string): Promise<{ job: Job; cancelled: boolean; stopped: boolean }>;
  /** Removes what is known of a job that has ended; false when it is gone or was started again meanwhile. */
  forget(job: Job): Promise<boolean>;
  /** The bytes of the answer, or why there are none to show. */
  result(job: Job): { json: string } | { reason: string };
  /** The last lines of its log. */
  log(job: Job, most: number): string[];
}
