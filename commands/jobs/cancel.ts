import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { field } from "../../src/contract/field.ts";
import { listedJob, listedJobShape } from "../../src/contract/job-shape.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { labelled, parts } from "../../src/contract/text.ts";

export default command({
  summary: "Cancel a job and end its process, or remove the record of one that has ended.",
  args: ["job_id"],
  input: z.strictObject({
    job_id: field(z.string(), "Handle of the job (job_…)."),
    delete: field(z._default(z.boolean(), false), "Remove one that had ended."),
  }),
  evidence: z.strictObject({
    ...listedJobShape,
    cancelled: z.boolean(),
    process_gone: z.boolean(),
    deleted: z.boolean(),
    note: z.string(),
  }),
  examples: ["jobs cancel job_d3087d37d354"],
  notes: [
    "What is cancelled stays cancelled: a result that comes late is dropped. The same call starts the job again.",
    "A deleted job is computed anew when it is asked for. The caller's own files are never touched.",
  ],
  volatile: true,
  async run({ job_id, delete: remove }, ctx) {
    const jobs = await ctx.jobs();
    const { job, cancelled, stopped } = await jobs.cancel(job_id);
    const deleted = remove && !cancelled && (await jobs.forget(job));
    const shown = listedJob(job, ctx.now());
    return evidence({ ...shown, cancelled, process_gone: stopped, deleted, note: noteOf(cancelled, remove, deleted) });
  },
  text: (f) => [
    labelled("job", parts(f.job_id, f.status, f.deleted && "record removed")),
    labelled("runs", parts(f.command, f.what)),
    labelled("note", f.note),
  ],
});

function noteOf(cancelled: boolean, remove: boolean, deleted: boolean): string {
  if (cancelled) return remove ? "cancelled now; its record is kept, delete it in a second call" : "cancelled now";
  if (deleted) return "it had ended, and its record is removed";
  return remove ? "it had ended, and was started again meanwhile" : "it had ended before; delete removes its record";
}
