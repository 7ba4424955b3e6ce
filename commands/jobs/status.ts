import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { capOf, field } from "../../src/contract/field.ts";
import { jobFields, jobShape, jobText } from "../../src/contract/job-shape.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { section } from "../../src/contract/text.ts";

const LOG_LINES = 10;

export default command({
  summary: "Report how far a job is, and its answer when it is completed.",
  args: ["job_id"],
  input: z.strictObject({
    job_id: field(z.string(), "Handle of the job (job_…)."),
    max_bytes: field(
      z._default(z.union([z.int().check(z.nonnegative()), z.literal("all")]), 8000),
      "Longest result to show, in bytes.",
    ),
  }),
  evidence: z.strictObject(jobShape),
  examples: ["jobs status job_d3087d37d354", "jobs status job_d3087d37d354 --json --max-bytes all"],
  notes: [
    "The result is the answer that the same call gives without --run-async, evidence or refusal, digit for digit.",
    "eta_seconds is for the step that is under way, at its pace so far. A job whose process is gone is reported as",
    "failed (kind lost), whoever looks first; the same call starts it again.",
  ],
  volatile: true,
  async run({ job_id, max_bytes }, ctx) {
    const jobs = await ctx.jobs();
    const job = await jobs.look(job_id);
    const log = jobs.log(job, LOG_LINES);
    return evidence(jobFields(job, ctx.now(), { result: jobs.result(job), log, most: capOf(max_bytes) }));
  },
  text: (f) => [...jobText(f), ...section("Log", f.log)],
});
