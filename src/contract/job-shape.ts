import * as z from "zod/mini";
import { formatInstant } from "./instant.ts";
import { JOB_STATUSES, type Job, type JobProgress } from "./job.ts";
import { orReason } from "./outcome.ts";
import { orReasonShape } from "./shapes.ts";
import { labelled, parts, plural, showSecond, showSeconds } from "./text.ts";

const instant = z.nullable(z.string());
const count = z.int();

/** What a list says of a job: the fields that `listedJob` makes. */
export const listedJobShape = {
  job_id: z.string(),
  command: z.string(),
  what: z.string(),
  status: z.enum(JOB_STATUSES),
  attempt: count,
  created_at: z.string(),
  started_at: instant,
  ended_at: instant,
  progress: z.nullable(
    z.strictObject({ done: z.number(), total: z.number(), label: z.string(), percentage: z.nullable(z.number()) }),
  ),
  ...orReasonShape("elapsed_seconds", z.number()),
  ...orReasonShape("eta_seconds", z.number()),
  error: z.nullable(z.strictObject({ kind: z.enum(["bad_call", "stopped", "lost", "internal"]), message: z.string() })),
};

/** Everything of one job: the fields that `jobFields` makes. */
export const jobShape = {
  ...listedJobShape,
  result_bytes: z.nullable(count),
  ...orReasonShape("result", z.record(z.string(), z.unknown())),
  log: z.array(z.string()),
};

const shape = z.strictObject(jobShape);
export type JobFields = z.output<typeof shape>;

/** A job for a list. */
export function listedJob(job: Job, now: Date) {
  const { job_id, command, what, status, attempt, error } = job;
  const until = job.ended_ms ?? now.getTime();
  const elapsed = job.started_ms === null ? null : Math.max(0, until - job.started_ms) / 1000;
  const eta = etaOf(job, now);
  return {
    job_id,
    command,
    what,
    status,
    attempt,
    created_at: at(job.created_ms),
    started_at: job.started_ms === null ? null : at(job.started_ms),
    ended_at: job.ended_ms === null ? null : at(job.ended_ms),
    progress: job.progress && shownProgress(job.progress),
    ...orReason("elapsed_seconds", elapsed, status === "pending" ? "it waits for its turn" : "it was never begun"),
    ...orReason("eta_seconds", typeof eta === "number" ? eta : null, String(eta)),
    error,
  };
}

/** A job with its answer (the one line of JSON, shown when it is at most `most` bytes) and the last lines of its log. */
export function jobFields(
  job: Job,
  now: Date,
  { result, log, most }: { result: { json: string } | { reason: string }; log: string[]; most: number },
): JobFields {
  const bytes = "json" in result ? Buffer.byteLength(result.json) : null;
  const reason =
    "reason" in result ? result.reason : `it has ${bytes} bytes; ask jobs status for it with max_bytes all`;
  const shown = "json" in result && Number(bytes) <= most ? (JSON.parse(result.json) as JobFields["result"]) : null;
  return { ...listedJob(job, now), result_bytes: bytes, ...orReason("result", shown, reason), log };
}

function at(ms: number): string {
  return formatInstant(Math.floor(ms) * 1000);
}

function shownProgress({ done, total, label }: JobProgress) {
  return { done, total, label, percentage: total > 0 ? Math.min(100, (100 * done) / total) : null };
}

/** Seconds that the step needs at its pace so far; words where that cannot be said. */
function etaOf({ status, progress }: Job, now: Date): number | string {
  if (status === "pending") return "it waits for its turn";
  if (status !== "running") return "it has ended";
  if (progress === null || progress.total <= 0) return "nothing is known of how far it is";
  const spent = (now.getTime() - progress.since_ms) / 1000;
  if (progress.done <= 0 || spent <= 0) return "its step has just begun";
  return (spent * Math.max(0, progress.total - progress.done)) / progress.done;
}

/** A job for a person. */
export function jobText(f: Omit<JobFields, "log"> & { log?: string[] }): string[] {
  const { progress, result, error } = f;
  const share = progress && (progress.percentage === null ? "" : `${Math.floor(progress.percentage)} %`);
  const lines = [
    labelled("job", parts(f.job_id, f.status, f.attempt > 1 && `attempt ${f.attempt}`)),
    labelled("runs", parts(f.command, f.what)),
    labelled("created", showSecond(f.created_at)),
  ];
  if (f.elapsed_seconds !== null)
    lines.push(
      labelled(
        "elapsed",
        parts(
          showSeconds(f.elapsed_seconds),
          f.eta_seconds !== null && `${showSeconds(f.eta_seconds)} left in this step`,
        ),
      ),
    );
  if (progress) lines.push(labelled("progress", parts(share, progress.label, `${progress.done} of ${progress.total}`)));
  if (error) lines.push(labelled("failed", error.message));
  if (f.status === "completed")
    lines.push(labelled("result", result ? resultWords(result, Number(f.result_bytes)) : String(f.result_reason)));
  if (f.status === "pending" || f.status === "running")
    lines.push("", labelled("next", `liquet jobs status ${f.job_id}`));
  return lines;
}

function resultWords(result: Record<string, unknown>, bytes: number): string {
  const kind = result.result_kind === "refusal" ? `refusal [${result.error_type}] ${result.cause}` : "evidence";
  return parts(kind, `${plural(bytes, "byte")}, shown with --json`);
}
