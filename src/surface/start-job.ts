import type { Command } from "../contract/command.ts";
import type { Ctx } from "../contract/context.ts";
import { isMachineField } from "../contract/field.ts";
import { jobFields, jobText } from "../contract/job-shape.ts";
import { BadCall, evidence } from "../contract/outcome.ts";

type Arguments = Record<string, unknown>;

/** An answer that was not there yet is asked for by its id; one that is there comes along up to this size. */
const RESULT_BYTES = 8000;
/** What a list shows of a job, and the longest argument that the first answer repeats. */
const WHAT_CHARS = 60;
const ECHOED_CHARS = 2000;

/** A command that answers with the job that makes the call. Parse, envelope and refusals are those of the command. */
export function asJob(name: string, command: Command): Command {
  return {
    ...command,
    volatile: true,
    run: async (input, ctx) => evidence(await startJob(name, command, input, ctx)),
    text: (fields) => jobText(fields as unknown as Parameters<typeof jobText>[0]),
  };
}

async function startJob(name: string, { args, input }: Command, given: Arguments, ctx: Ctx) {
  const { run_async, ...stated } = given;
  const isMachine = (key: string) => isMachineField(input.shape[key]);
  const stdin = args.find((key) => [stated[key]].flat().includes("-"));
  if (stdin !== undefined)
    throw new BadCall(`${stdin}: '-' (stdin) ends with this call and a job outlives it; name a file`);
  refuseSecrets(stated);
  for (const [key, value] of Object.entries(stated))
    if ((JSON.stringify(value) ?? "").length > ECHOED_CHARS) ctx.echo({ [key]: undefined });
  const jobs = await ctx.jobs();
  const { job, started } = await jobs.start({
    command: name,
    arguments: pick(stated, (key) => !isMachine(key)),
    machine: pick(stated, isMachine),
    what: args
      .flatMap((key) => stated[key] ?? [])
      .join(" ")
      .slice(0, WHAT_CHARS),
  });
  const { log, ...fields } = jobFields(job, ctx.now(), { result: jobs.result(job), log: [], most: RESULT_BYTES });
  return { ...fields, started };
}

/** A job's call is kept in the store: what the command itself would refuse to echo must not get there. */
function refuseSecrets(stated: Arguments): void {
  for (const [key, value] of Object.entries(stated)) {
    if (typeof value !== "string" || !value.includes("://") || !URL.canParse(value)) continue;
    const { protocol, username, password } = new URL(value);
    const secret = password !== "" ? !/^(\$|%24)/.test(password) : username !== "" && /^http/.test(protocol);
    if (secret)
      throw new BadCall(`${key}: a job's call is kept, so no secret is written into it; put it in a variable`);
  }
}

function pick(args: Arguments, wanted: (key: string) => boolean): Arguments {
  return Object.fromEntries(Object.entries(args).filter(([key]) => wanted(key)));
}
