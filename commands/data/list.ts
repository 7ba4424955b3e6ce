import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { capOf, field } from "../../src/contract/field.ts";
import { formatInstant } from "../../src/contract/instant.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { more, parts, section, showSecond } from "../../src/contract/text.ts";
import { DEMO_CURVES, DEMO_SERIES } from "../../src/series/demos/catalogue.ts";
import { type DemoCurves, type DemoSeries, demoColumns } from "../../src/series/demos/demo.ts";
import { GENERATORS, generatedRef } from "../../src/series/demos/generators.ts";

export default command({
  summary: "List the demo data of liquet and the data handles in its store, newest first.",
  args: [],
  input: z.strictObject({
    only: field(z._default(z.enum(["all", "demos", "handles"]), "all"), "What to list."),
    limit: field(z._default(z.union([z.int().check(z.nonnegative()), z.literal("all")]), 20), "Most handles."),
  }),
  evidence: z.strictObject({
    demos: z.array(
      z.strictObject({
        ref: z.string(),
        title: z.string(),
        layout: z.enum(["series", "curves"]),
        n: z.int(),
        unit: z.nullable(z.string()),
        sp: z.nullable(z.int()),
        target: z.nullable(z.string()),
        exog: z.array(z.string()),
        traps: z.array(z.string()),
        source: z.string(),
      }),
    ),
    generators: z.array(z.strictObject({ ref: z.string(), title: z.string() })),
    handles: z.array(
      z.strictObject({
        handle: z.string(),
        op: z.string(),
        of: z.nullable(z.string()),
        detail: z.string(),
        created_at: z.string(),
      }),
    ),
    handles_total: z.int(),
    handles_dropped: z.int(),
  }),
  examples: ["data list", "data list --only demos --json"],
  volatile: true,
  async run({ only, limit }, ctx) {
    const stored = only === "demos" ? [] : await (await ctx.store()).list("data");
    const shown = stored.slice(0, capOf(limit));
    return evidence({
      demos: only === "handles" ? [] : [...DEMO_SERIES, ...DEMO_CURVES].map(describeDemo),
      generators: only === "handles" ? [] : Object.entries(GENERATORS).map(generatorRow),
      handles: shown.map(({ handle, recipe, created_ms }) => ({
        handle,
        op: recipe.op,
        of: typeof recipe.of === "string" ? recipe.of : null,
        detail: detailOf(recipe),
        created_at: formatInstant(Math.floor(created_ms) * 1000),
      })),
      handles_total: stored.length,
      handles_dropped: stored.length - shown.length,
    });
  },
  text: (f) => [
    ...section(
      "Demo data",
      f.demos.map((d) =>
        parts(d.ref.padEnd(20), `${d.n} ${d.unit === null ? "curves" : `${d.unit}s`}`.padEnd(13), d.title),
      ),
    ).slice(1),
    ...section(
      "Made up, with a seed of your choice",
      f.generators.map((g) => parts(g.ref, g.title)),
    ),
    ...section("Handles", [
      ...f.handles.map((h) => parts(h.handle, showSecond(h.created_at), h.op.padEnd(9), h.detail)),
      ...more(f.handles_dropped, "handle"),
    ]),
  ],
});

function generatorRow([name, { title, parameters }]: [string, (typeof GENERATORS)[string]]) {
  return { ref: generatedRef(name, parameters), title };
}

function describeDemo(demo: DemoSeries | DemoCurves) {
  const shared = { ref: `demo:${demo.name}`, title: demo.title };
  if ("curves" in demo) {
    const n = demo.curves().length;
    return {
      ...shared,
      layout: "curves" as const,
      n,
      unit: null,
      sp: null,
      target: null,
      exog: [],
      traps: demo.traps,
      source: demo.source,
    };
  }
  const { y, x } = demoColumns(demo);
  const exog = x.map(({ name }) => name);
  const { unit, sp, target, traps, source } = demo;
  return { ...shared, layout: "series" as const, n: y.values.length, unit, sp, target, exog, traps, source };
}

/** What tells a recipe from others of its kind, in a few words. */
function detailOf(recipe: Record<string, unknown>): string {
  const { columns, name, part, n_test, action, as } = recipe as Record<string, unknown> & {
    columns?: { target: string | null };
  };
  const words = [as, columns?.target, name, part, n_test === undefined ? null : `n_test ${n_test}`, action];
  return words.filter((word) => typeof word === "string" && word !== "").join(" ");
}
