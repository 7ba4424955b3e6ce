import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { dataField, dataShape, dataText, drawnText, maxItemsField } from "../../src/contract/data-shapes.ts";
import { capOf } from "../../src/contract/field.ts";
import { roundNumber } from "../../src/contract/json.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { more, plural, section, showNumber, table } from "../../src/contract/text.ts";
import { dataLines } from "../../src/plot/data-lines.ts";
import { columnStatistics } from "../../src/series/dataset/column-statistics.ts";
import type { Data } from "../../src/series/dataset/dataset.ts";
import { describeData } from "../../src/series/dataset/describe-data.ts";
import { plainColumns } from "../../src/series/dataset/rows-of.ts";
import { zoneOf } from "../../src/series/dataset/zone-of.ts";

const number = z.nullable(z.number());
const rowShape = z.record(z.string(), z.nullable(z.union([z.string(), z.number()])));

export default command({
  summary: "Show what data hold: labels, spacing, missing values, end rows, statistics by column.",
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
    ...drawnText(f),
    ...section("Rows", rowsText(f.head, f.rows_dropped, f.tail)),
    ...section("Statistics", [
      ...table([
        ["", "n", "mean", "std", "min", "median", "max"],
        ...f.statistics.map(({ name, n, mean, std, min, median, max }) => [
          name,
          String(n),
          ...[mean, std, min, median, max].map(showNumber),
        ]),
      ]),
      ...more(f.statistics_dropped, "column"),
    ]),
  ],
});

type Row = z.infer<typeof rowShape>;

function rowsText(head: Row[], dropped: number, tail: Row[]): string[] {
  const shown = [...head, ...tail];
  const names = Object.keys(shown[0] ?? {});
  const lines = table([names, ...shown.map((row) => names.map((name) => cellText(row[name])))]);
  const between = dropped > 0 ? [`(${plural(dropped, "row")} between)`] : [];
  return shown.length === 0
    ? between
    : [...lines.slice(0, head.length + 1), ...between, ...lines.slice(head.length + 1)];
}

/** Numbers as the JSON has them. */
function cellText(cell: Row[string] | undefined): string {
  return typeof cell === "number" ? String(roundNumber(cell)) : (cell ?? "-");
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
