import * as z from "zod/mini";
import { didYouMean } from "../../src/contract/closest.ts";
import { command } from "../../src/contract/command.ts";
import { field } from "../../src/contract/field.ts";
import { JOB_STATUSES, type JobStatus } from "../../src/contract/job.ts";
import { listedJob, listedJobShape } from "../../src/contract/job-shape.ts";
import { BadCall, evidence } from "../../src/contract/outcome.ts";
import { more, parts, showSecond } from "../../src/contract/text.ts";

export default command({
  summary: "List the jobs of the store, newest first, without their answers.",
  args: [],
  input: z.strictObject({
    status: field(z.optional(z.string()), `Only these: ${JOB_STATUSES.join(", ")}.`),
    limit: field(z._default(z.int().check(z.positive()), 20), "Most jobs to list."),
    offset: field(z._default(z.int().check(z.nonnegative()), 0), "Jobs to skip first."),
  }),
  evidence: z.strictObject({
    jobs: z.array(z.strictObject(listedJobShape)),
    total: z.int(),
    offset: z.int(),
    limit: z.int(),
    has_more: z.boolean(),
  }),
  examples: ["jobs list", "jobs list --status running --json"],
  notes: [
    "As many jobs run at once as there are processors (LIQUET_MAX_JOBS says another number); the others are pending.",
  ],
  volatile: true,
  async run({ status, limit, offset }, ctx) {
    const wanted = status === undefined ? null : statusOf(status);
    const found = (await (await ctx.jobs()).list()).filter((job) => wanted === null || job.status === wanted);
    return evidence({
      jobs: found.slice(offset, offset + limit).map((job) => listedJob(job, ctx.now())),
      total: found.length,
      offset,
      limit,
      has_more: offset + limit < found.length,
    });
  },
  text: (f) => [
    ...f.jobs.map((job) =>
      parts(
        job.job_id,
        job.status.padEnd(9),
        showSecond(job.created_at),
        job.progress?.percentage != null && job.status === "running" && `${Math.floor(job.progress.percentage)} %`,
        `${job.command} ${job.what}`,
      ),
    ),
    ...(f.total === 0 ? ["no jobs"] : more(Math.max(0, f.total - f.offset - f.jobs.length), "job")),
  ],
});

function statusOf(text: string): JobStatus {
  const found = JOB_STATUSES.find((status) => status === text.trim().toLowerCase());
  if (found) return found;
  throw new BadCall(
    `status: expected one of ${JOB_STATUSES.join(", ")}, got "${text}"${didYouMean(text, [...JOB_STATUSES])}`,
  );
}
