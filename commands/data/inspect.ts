import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { dataField, dataShape, dataText, maxItemsField } from "../../src/contract/data-shapes.ts";
import { capOf } from "../../src/contract/field.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { labelled, more, parts, plural, section, showNumber } from "../../src/contract/text.ts";
import { dataLines } from "../../src/plot/data-lines.ts";
import { columnStatistics } from "../../src/series/dataset/column-statistics.ts";
import type { Data } from "../../src/series/dataset/dataset.ts";
import { describeData } from "../../src/series/dataset/describe-data.ts";
import { plainColumns } from "../../src/series/dataset/rows-of.ts";
import { zoneOf } from "../../src/series/dataset/zone-of.ts";

const number = z.nullable(z.number());
const rowShape = z.record(z.string(), z.nullable(z.union([z.string(), z.number()])));

export default command({
  summary: "Show what data hold: labels, spacing, missing values, first and last rows, and statistics of every column.",
  args: ["data_handle"],
  input: z.strictObject({ data_handle: dataField(), max_items: maxItemsField() }),
  evidence: z.strictObject({
    ...dataShape,
    head: z.array(rowShape),
    tail: z.array(rowShape),
    rows_dropped: z.int(),
    statistics: z.array(
      z.strictObject({
        name: z.string(),
        n: z.int(),
        n_distinct: z.int(),
        mean: number,
        std: number,
        min: number,
        q25: number,
        median: number,
        q75: number,
        max: number,
      }),
    ),
    statistics_dropped: z.int(),
    sparkline: z.array(z.string()),
  }),
  examples: ["data inspect demo:airline", "data inspect demo:longley --max-items 3 --json"],
  notes: [
    "Standard deviations have divisor n - 1, quartiles are of type 7; missing and infinite values are left out of both.",
  ],
  async run({ data_handle, max_items }, ctx) {
    const { data, facts } = await ctx.loadData(data_handle, {});
    const zone = await zoneOf(data.layout === "series" ? data.index.tz : null);
    const most = capOf(max_items);
    const columns = measured(data);
    return evidence({
      ...describeData(data, { zone, facts, most }),
      ...someRows(data, most),
      statistics: columns.slice(0, most).map(columnStatistics),
      statistics_dropped: Math.max(0, columns.length - most),
      sparkline: dataLines(data),
    });
  },
  text: (f) => [
    f.handle,
    "",
    ...dataText(f),
    "",
    ...f.sparkline,
    ...section("First rows", f.head.map(rowText)),
    ...section("Last rows", [
      ...(f.rows_dropped > 0 ? [`(${plural(f.rows_dropped, "row")} between)`] : []),
      ...f.tail.map(rowText),
    ]),
    ...section("Statistics", [
      ...f.statistics.map((s) =>
        labelled(
          s.name,
          parts(
            `n ${s.n}`,
            `mean ${showNumber(s.mean)}`,
            `std ${showNumber(s.std)}`,
            `min ${showNumber(s.min)}`,
            `median ${showNumber(s.median)}`,
            `max ${showNumber(s.max)}`,
          ),
        ),
      ),
      ...more(f.statistics_dropped, "column"),
    ]),
  ],
});

function rowText(row: z.infer<typeof rowShape>): string {
  return parts(...Object.entries(row).map(([name, value]) => `${name} ${value ?? "-"}`));
}

function measured(data: Data) {
  return data.layout === "series" ? [data.y, ...data.x] : data.curves.map(({ name, v }) => ({ name, values: v }));
}

/** The first and the last rows, which do not overlap. */
function someRows(data: Data, most: number) {
  const columns = [...plainColumns(data)];
  const n = columns[0][1].length;
  const first = Math.min(n, most);
  const last = Math.max(first, n - most);
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) =>
      Object.fromEntries(columns.map(([name, cells]) => [name, cells[from + i]])),
    );
  return { head: rows(0, first), tail: rows(last, n), rows_dropped: last - first };
}
