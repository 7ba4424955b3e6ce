import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import {
  experimentFields,
  experimentFieldsOf,
  experimentShape,
  labelledWide,
} from "../../src/contract/experiment-shapes.ts";
import { capOf, field, fields } from "../../src/contract/field.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { more, plural } from "../../src/contract/text.ts";

export default command({
  summary: "List recorded experiments: arms, looks, state, and salts that running ones share.",
  args: [],
  input: z.strictObject({
    status: field(z._default(z.enum(["running", "closed", "all"]), "all"), "Which experiments to list."),
    max_rows: fields.maxRows(),
    db: experimentFields.db(),
  }),
  evidence: z.strictObject({
    n_experiments: z.int(),
    experiments: z.array(z.strictObject({ ...experimentShape, n_looks: z.int() })),
    experiments_dropped: z.int(),
    shared_salts: z.array(z.strictObject({ salt: z.string(), experiments: z.array(z.string()) })),
    db: z.string(),
  }),
  examples: ["experiment list --db records.db"],
  volatile: true,
  async run({ status, max_rows, db }, ctx) {
    return ctx.records(db ?? null, "read", (records) => {
      const found = records.list(status);
      const shown = found.slice(0, capOf(max_rows));
      return evidence({
        n_experiments: found.length,
        experiments: shown.map((e) => ({ ...experimentFieldsOf(e), n_looks: e.n_looks })),
        experiments_dropped: found.length - shown.length,
        shared_salts: sharedSalts(records.list("running")),
        db: records.db,
      });
    });
  },
  text: (f) => {
    const width = Math.min(32, Math.max(10, ...f.experiments.map((e) => e.experiment_id.length)));
    return [
      `${plural(f.n_experiments, "experiment")}   ${f.db}`,
      ...(f.experiments.length === 0
        ? []
        : ["", `${"experiment".padEnd(width)}  status   looks  created               arms`]),
      ...f.experiments.map((e) => {
        const arms = Object.entries(e.arms).map(([arm, weight]) => `${arm} ${weight}`);
        return `${e.experiment_id.padEnd(width)}  ${e.status.padEnd(7)}  ${String(e.n_looks).padStart(5)}  ${e.created_at}  ${arms.join(", ")}`;
      }),
      ...more(f.experiments_dropped, "experiment"),
      ...f.shared_salts.flatMap(({ salt, experiments }) =>
        labelledWide("warning", `salt '${salt}' is shared by ${experiments.join(", ")}, all running`),
      ),
    ];
  },
});

function sharedSalts(running: { experiment_id: string; salt: string }[]) {
  const bySalt = new Map<string, string[]>();
  for (const { salt, experiment_id } of running) bySalt.set(salt, [...(bySalt.get(salt) ?? []), experiment_id]);
  return [...bySalt].filter(([, ids]) => ids.length > 1).map(([salt, experiments]) => ({ salt, experiments }));
}
