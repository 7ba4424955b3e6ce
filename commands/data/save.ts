import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { dataField } from "../../src/contract/data-shapes.ts";
import { field, fields } from "../../src/contract/field.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { labelled, parts } from "../../src/contract/text.ts";
import { rowsOf } from "../../src/series/dataset/data-digest.ts";

export default command({
  summary: "Write data to a CSV, Parquet or JSON file that reads back as the same numbers.",
  args: ["data_handle", "path"],
  input: z.strictObject({
    data_handle: dataField(),
    path: field(z.string(), "File to write; missing folders are made."),
    format: field(
      z.optional(z.enum(["csv", "parquet", "json"])),
      "By default what the name ends in says; the two must agree.",
    ),
    overwrite: fields.overwrite(),
  }),
  evidence: z.strictObject({
    handle: z.string(),
    saved_path: z.string(),
    format: z.enum(["csv", "parquet", "json"]),
    rows: z.int(),
    overwritten: z.boolean(),
  }),
  examples: ["data save demo:airline airline.parquet", "data save demo:bumps bumps.csv"],
  notes: [
    "Series: labels first, then the target and the explaining columns. Curves: curve, t, value (and label).",
    "The path may also be given as --out PATH.",
  ],
  writes: true,
  async run({ data_handle, path, format, overwrite }, ctx) {
    const data = await ctx.data(data_handle);
    const overwritten = (await ctx.fingerprint(path)) !== null;
    const saved = await ctx.saveData(path, data, { format, overwrite });
    return evidence({ handle: data.handle, saved_path: path, format: saved, rows: rowsOf(data), overwritten });
  },
  text: (f) => [labelled("wrote", parts(f.saved_path, `${f.rows} rows`, f.format, f.overwritten && "replaced"))],
});
