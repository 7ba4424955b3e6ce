import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import type { Ctx } from "../../src/contract/context.ts";
import { experimentFields } from "../../src/contract/experiment-shapes.ts";
import { field } from "../../src/contract/field.ts";
import { liftShape } from "../../src/contract/lift-shapes.ts";
import { BadCall, evidence, refusal } from "../../src/contract/outcome.ts";
import type { LiftFields } from "../../src/experiment/lift-text.ts";
import { type Background, type Fact, readoutFacts } from "../../src/experiment/readout-facts.ts";
import { checkedProse, writingTask } from "../../src/experiment/readout-prose.ts";
import { readoutText } from "../../src/experiment/readout-text.ts";

const numbersByArm = (description: string) => field(z.optional(z.record(z.string(), z.number())), description);

interface Source {
  source: { kind: "answer" | "record" | "counts"; name: string; look: number | null };
  result: LiftFields;
  background: Background;
}

export default command({
  summary: "Draft a readout of an experiment: plain sentences that state its facts alone.",
  args: ["answer"],
  input: z.strictObject({
    answer: field(z.optional(z.string()), "File of an 'experiment analyze-lift' --json."),
    experiment_id: field(z.optional(z.string()), "Record whose last look to read out."),
    outcome: field(z.optional(z.string()), "Which of the record's outcomes."),
    n: numbersByArm("Units by arm, without an answer."),
    successes: numbersByArm("By arm: control=178,treatment=261."),
    control: field(z._default(z.string(), "control"), "The control arm of the counts."),
    db: experimentFields.db(),
  }),
  evidence: z.strictObject({
    source: z.strictObject({
      kind: z.enum(["answer", "record", "counts"]),
      name: z.string(),
      look: z.nullable(z.int()),
      look_reason: z.optional(z.string()),
    }),
    written_by: z.enum(["template", "client_model"]),
    written_by_reason: z.optional(z.string()),
    model: z.optional(z.string()),
    readout: z.string(),
    facts: z.array(
      z.strictObject({
        subject: z.string(),
        name: z.string(),
        value: z.union([z.number(), z.string(), z.boolean()]),
        text: z.string(),
      }),
    ),
  }),
  examples: ["experiment draft-readout --n control=2016,treatment=1984 --successes control=178,treatment=261"],
  notes: [
    "To read out an answer: liquet experiment analyze-lift … --json > lift.json, then liquet experiment draft-readout lift.json",
    "An MCP client that lets its own model write has the sentences from it, if every number in them stands in a fact; else, and",
    "everywhere else, a template writes them. What the model's words claim beyond the numbers is not checked: the facts are listed.",
  ],
  async run(input, ctx) {
    const { source, result, background } = await findSource(input, ctx);
    const facts = readoutFacts(result, background);
    const { look, ...named } = source;
    const counted = look === null ? { look, look_reason: "not read from a record" } : { look };
    return evidence({
      source: { ...named, ...counted },
      ...(await sentences(facts, ctx)),
      facts,
    });
  },
  text: (f) => f.readout.split("\n").flatMap((line) => (line === "" ? [""] : folded(line))),
});

/** From the client's model where it writes and keeps to the facts; from the template otherwise. */
async function sentences(facts: Fact[], { sample }: Ctx) {
  const readout = readoutText(facts);
  if (sample === undefined) return { written_by: "template" as const, readout };
  const written = await sample("readout", writingTask(facts));
  const prose = checkedProse(written?.text ?? "", facts);
  if ("reason" in prose) return { written_by: "template" as const, written_by_reason: prose.reason, readout };
  return { written_by: "client_model" as const, model: written?.model ?? "unnamed", readout: prose.text };
}

interface Input {
  answer?: string;
  experiment_id?: string;
  outcome?: string;
  n?: Record<string, number>;
  successes?: Record<string, number>;
  control: string;
  db?: string;
}

async function findSource(input: Input, ctx: Ctx): Promise<Source> {
  const { answer, experiment_id, n, successes } = input;
  const given = [answer, experiment_id, successes].filter((source) => source !== undefined);
  if (given.length !== 1) throw new BadCall("state one of an answer's file, experiment_id, or n with successes");
  if (answer !== undefined) return fromAnswer(answer, await ctx.readText(answer));
  if (experiment_id !== undefined) return fromRecord(experiment_id, input, ctx);
  const document = await ctx.need("experiment analyze-lift", { n, successes, control: input.control });
  return {
    source: { kind: "counts", name: "counts in the call", look: null },
    result: fieldsOf(document, "the counts"),
    background: {},
  };
}

function fromAnswer(path: string, text: string): Source {
  let document: unknown = null;
  try {
    document = JSON.parse(text);
  } catch {
    // Said below, with every other reason why the file is no answer.
  }
  return { source: { kind: "answer", name: path, look: null }, result: fieldsOf(document, path), background: {} };
}

async function fromRecord(id: string, { outcome, db }: Input, ctx: Ctx): Promise<Source> {
  const { experiment, looks } = await ctx.records(db ?? null, "read", (records) => records.show(id));
  const outcomes = [...new Set(looks.map((look) => look.outcome))];
  if (outcome === undefined && outcomes.length > 1) {
    throw new BadCall(`outcome: ${id} has looks at ${outcomes.join(", ")}; state one`);
  }
  const last = looks.filter((look) => outcome === undefined || look.outcome === outcome).at(-1);
  if (!last)
    throw notAnAnswer(
      `${id}: no look${outcome === undefined ? "" : ` at '${outcome}'`} is recorded`,
      `liquet experiment analyze-lift … --record-look ${id}`,
    );
  const { hypothesis, population, audience, status, conclusion } = experiment;
  return {
    source: { kind: "record", name: id, look: last.look },
    result: fieldsOf(last.result, id),
    background: { hypothesis, population, audience, status, conclusion },
  };
}

/** The lift in a document. Refuses NotAnAnswer when it holds none. */
function fieldsOf(document: unknown, name: string): LiftFields {
  const { result_kind, liquet_version, call, provenance, ...fields } = (document ?? {}) as Record<string, unknown>;
  const parsed = z.safeParse(liftShape, fields, { jitless: true });
  if (parsed.success) return parsed.data as LiftFields;
  throw notAnAnswer(
    `${name}: holds no lift of 'experiment analyze-lift'`,
    "liquet experiment analyze-lift … --json > lift.json",
  );
}

function notAnAnswer(found: string, command: string) {
  const remedy = `make one with '${command}'`;
  return refusal("NotAnAnswer", `${found}; ${remedy}`, {
    check: "lift_answer",
    required: "evidence of experiment analyze-lift",
    remedy,
  });
}

/** Words in lines of at most 100 columns. */
function folded(line: string): string[] {
  return line.match(/.{1,100}(?= |$)/g)?.map((part) => part.trimStart()) ?? [line];
}
