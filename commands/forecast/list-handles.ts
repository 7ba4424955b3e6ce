import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { capOf, field } from "../../src/contract/field.ts";
import { formatInstant } from "../../src/contract/instant.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { columns, more, section, showSecond } from "../../src/contract/text.ts";

const KINDS = ["est", "fit", "fc"] as const;

export default command({
  summary: "List handles of specifications, fitted models and forecasts, newest first.",
  args: [],
  input: z.strictObject({
    kind: field(z._default(z.enum(["all", ...KINDS]), "all"), "Kind of handle to list."),
    limit: field(z._default(z.union([z.int().check(z.nonnegative()), z.literal("all")]), 20), "Most handles."),
  }),
  evidence: z.strictObject({
    handles: z.array(
      z.strictObject({
        handle: z.string(),
        op: z.string(),
        of: z.nullable(z.string()),
        spec: z.nullable(z.string()),
        created_at: z.string(),
      }),
    ),
    total: z.int(),
    handles_dropped: z.int(),
  }),
  examples: ["forecast list-handles", "forecast list-handles --kind fit --json"],
  volatile: true,
  async run({ kind, limit }, ctx) {
    const store = await ctx.store();
    const kinds = kind === "all" ? KINDS : [kind];
    const all = (await Promise.all(kinds.map((each) => store.list(each))))
      .flat()
      .sort((a, b) => b.created_ms - a.created_ms);
    const text = (value: unknown) => (typeof value === "string" ? value : null);
    const handles = all.slice(0, capOf(limit)).map(({ handle, recipe, created_ms }) => ({
      handle,
      op: recipe.op,
      of: text(recipe.of),
      spec: text(recipe.spec),
      created_at: formatInstant(Math.floor(created_ms) * 1000),
    }));
    return evidence({ handles, total: all.length, handles_dropped: all.length - handles.length });
  },
  text: (f) => [
    `${f.total} in the store`,
    ...section("Handles", [
      ...(f.handles.length === 0
        ? []
        : columns([
            ["handle", "made by", "of", "specification", "when"],
            ...f.handles.map((h) => [h.handle, h.op, h.of ?? "", h.spec ?? "", showSecond(h.created_at)]),
          ])),
      ...more(f.handles_dropped, "handle"),
    ]),
  ],
});
