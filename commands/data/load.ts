import * as z from "zod/mini";
import { canonicalJson } from "../../src/contract/canonical-json.ts";
import { command } from "../../src/contract/command.ts";
import { dataShape, dataText, drawnText, maxItemsField } from "../../src/contract/data-shapes.ts";
import { capOf, field, fields } from "../../src/contract/field.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { labelled } from "../../src/contract/text.ts";
import { dataLines } from "../../src/plot/data-lines.ts";
import { describeData } from "../../src/series/dataset/describe-data.ts";
import { zoneOf } from "../../src/series/dataset/zone-of.ts";

const text = (about: string) => field(z.optional(z.string()), about);
const cell = z.union([z.string(), z.number(), z.boolean(), z.literal(null)]);
/** Inline rows above this many cells are echoed as their handle. */
const ECHOED_CELLS = 100;

export default command({
  summary:
    "Load one series or a set of curves, report what is odd about it, and return a handle that other commands take.",
  args: ["source"],
  input: z.strictObject({
    source: text("File, - (stdin), http(s) URL, postgres://… or sqlite:FILE, demo:NAME, or a handle to read again."),
    as: field(
      z._default(z.enum(["series", "curves"]), "series"),
      "One series, or curves (curve,t,value; or a grid column and one column a curve).",
    ),
    format: field(z.optional(z.enum(["csv", "parquet", "json", "xlsx"])), "By default what the name ends in says."),
    data: field(
      z.optional(z.union([z.record(z.string(), z.array(cell)), z.array(z.record(z.string(), cell))])),
      "Rows given inline: arrays by column name, or a list of rows as objects.",
    ),
    time_column: text(
      "Column of the labels (dates, months, quarters or numbers), or the grid of curves. Default: found by its name.",
    ),
    target_column: text("Column of the series. Default: the only column of numbers."),
    exog_columns: field(z._default(z.array(z.string()), []), "Column that may explain the series; kept beside it."),
    frequency: text("Spacing that every label must hold: MS, QE-DEC, W-MON, B, D, 30min, 'step 1'. Default: inferred."),
    tz: text("IANA zone of labels without offset; days and months are counted in it."),
    curve_column: text("Column of curve names. Default: curve."),
    value_column: text("Column of curve values. Default: value."),
    label_column: text("Column of curve classes."),
    sep: text("Separator of a CSV: one character, or tab."),
    decimal: text("Decimal mark of a CSV."),
    thousands: text("Mark between groups of three digits in a CSV."),
    encoding: text("Encoding of a CSV, such as latin1."),
    na: field(z._default(z.array(z.string()), []), "Word that means a missing value, beside NA, NaN, null and None."),
    timestamp_format: text("strptime format of the labels, such as '%d/%m/%Y'."),
    timestamp_unit: field(z.optional(z.enum(["s", "ms", "us", "ns"])), "Labels are counts since 1970 of this unit."),
    dayfirst: field(z._default(z.boolean(), false), "Numeric dates have the day before the month."),
    sheet: text("Sheet of a workbook. Default: the first."),
    query: text("SELECT statement for a database."),
    table: text("Table of a database, instead of a query."),
    query_params: field(z._default(z.array(z.string()), []), "Value bound to the query's next parameter."),
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
