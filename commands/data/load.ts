import * as z from "zod/mini";
import { canonicalJson } from "../../src/contract/canonical-json.ts";
import { command } from "../../src/contract/command.ts";
import { dataShape, dataText, drawnText, maxItemsField } from "../../src/contract/data-shapes.ts";
import { capOf, field, fields } from "../../src/contract/field.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { requireKept } from "../../src/contract/require-kept.ts";
import { labelled } from "../../src/contract/text.ts";
import { dataLines } from "../../src/plot/data-lines.ts";
import { describeData } from "../../src/series/dataset/describe-data.ts";
import { zoneOf } from "../../src/series/dataset/zone-of.ts";

const text = (about: string) => field(z.optional(z.string()), about);
const cell = z.union([z.string(), z.number(), z.boolean(), z.literal(null)]);
/** Inline rows above this many cells are echoed as their handle. */
const ECHOED_CELLS = 100;

export default command({
  summary: "Load a series or curves, report what is odd, and return a handle for other commands.",
  args: ["source"],
  input: z.strictObject({
    source: text("File, - (stdin), http(s) or postgres URL, sqlite:FILE, demo:NAME, or handle to reread."),
    as: field(
      z._default(z.enum(["series", "curves"]), "series"),
      "Curves are curve,t,value, or a grid and a column a curve.",
    ),
    format: field(z.optional(z.enum(["csv", "parquet", "json", "xlsx"])), "Default: by the name's ending."),
    data: field(
      z.optional(z.union([z.record(z.string(), z.array(cell)), z.array(z.record(z.string(), cell))])),
      "Inline rows: arrays by column, or objects.",
    ),
    time_column: text("Labels (dates, months, quarters, numbers) or grid of curves. Default: found by name."),
    target_column: text("Values of the series. Default: the only numeric column."),
    exog_columns: field(z._default(z.array(z.string()), []), "Column that may explain the series."),
    frequency: text("Spacing of all labels: MS, QE-DEC, W-MON, B, D, 30min, 'step 1'. Default: inferred."),
    tz: text("IANA zone of days, and of labels without offset."),
    curve_column: text("Column of curve names. Default: curve."),
    value_column: text("Column of curve values. Default: value."),
    label_column: text("Column of curve classes."),
    sep: text("CSV separator: a character, or tab."),
    decimal: text("CSV decimal mark."),
    thousands: text("CSV mark between groups of digits."),
    encoding: text("CSV encoding, such as latin1."),
    na: field(z._default(z.array(z.string()), []), "Word for missing, beside NA, NaN, null, None."),
    timestamp_format: text("strptime format of labels: '%d/%m/%Y'."),
    timestamp_unit: field(z.optional(z.enum(["s", "ms", "us", "ns"])), "Labels count this unit since 1970."),
    dayfirst: field(z._default(z.boolean(), false), "Day before month: 1/2 is 1 February."),
    sheet: text("Sheet of a workbook. Default: the first."),
    query: text("Database SELECT statement."),
    table: text("Database table, instead of a query."),
    query_params: field(
      z._default(z.array(z.string()), []),
      "The query's parameters, in order. Text to SQLite: CAST(? AS REAL).",
    ),
    max_items: maxItemsField(),
    run_async: fields.runAsync(),
  }),
  evidence: z.strictObject({
    ...dataShape,
    content_sha256: z.nullable(z.string()),
    format: z.nullable(z.enum(["csv", "parquet", "json", "xlsx"])),
    recipe: z.string(),
    sparkline: z.array(z.string()),
  }),
  examples: [
    "data load demo:airline",
    "data load demo:airline --run-async",
    "data load liquet-demo/fic101.csv --target-column value",
    'data load --data \'{"month":["2024-01","2024-02","2024-03"],"sold":[3,5,4]}\'',
  ],
  notes: [
    "Nothing is repaired: duplicates, gaps and rows out of order are reported here and refused by what cannot use them.",
    "The handle is the hash of content and options: the same load gives the same handle anywhere. A file is not copied; when",
    "its content changes, its handle is refused (DataChanged). Passwords: write $PGPASSWORD in the URL, never the password.",
  ],
  openWorld: true,
  async run({ source, max_items, as, run_async: _, ...options }, ctx) {
    // A demo and a handle have their layout; stating the default of it is no option of reading.
    const request = { ...options, ...(as === "curves" ? { as } : {}), dayfirst: options.dayfirst || undefined };
    const { data, facts, recipe } = await ctx.loadData(source ?? null, request);
    await requireKept(await ctx.store(), data.handle);
    if (options.data !== undefined && cellsIn(options.data) > ECHOED_CELLS) {
      ctx.echo({ data: undefined, source: data.handle });
    }
    const loaded = recipe.op === "load" ? recipe.content : null;
    const zone = await zoneOf(data.layout === "series" ? data.index.tz : null);
    return evidence({
      ...describeData(data, { zone, facts, most: capOf(max_items) }),
      content_sha256: loaded?.sha256 ?? null,
      format: loaded?.format ?? null,
      recipe: canonicalJson(recipe),
      sparkline: dataLines(data),
    });
  },
  text: (f) => [
    f.handle,
    "",
    ...dataText(f),
    "",
    ...drawnText(f),
    "",
    labelled("next", `liquet data inspect ${f.handle}`),
  ],
});

function cellsIn(data: object): number {
  return Object.values(data).reduce((n: number, part: object) => n + Object.values(part).length, 0);
}
