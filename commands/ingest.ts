import * as z from "zod/mini";
import { command } from "../src/contract/command.ts";
import { field, writingField } from "../src/contract/field.ts";
import { evidence } from "../src/contract/outcome.ts";
import { labelled, parts, plural } from "../src/contract/text.ts";

const text = (description: string) => field(z.optional(z.string()), description);
const path = (description: string) => writingField(z.optional(z.string()), description);
const severity = z.enum(["GOOD", "UNCERTAIN", "BAD"]);

export default command({
  summary: "Turn a historian export (CSV or parquet) into archives, one a tag, or write metadata templates for it.",
  args: ["source"],
  input: z.strictObject({
    source: field(z.string(), "The export: a .csv, .parquet or .pq file with named columns."),
    out: path("Archive to write; with --wide or --tag-col the folder for one archive a tag."),
    meta: text("Metadata of the tag: a JSON file. See --init-meta."),
    meta_dir: text("With --wide or --tag-col: the folder with one TAG.json a tag."),
    init_meta: path("Write a metadata template to fill in (a file; with --wide or --tag-col a folder) and no archive."),
    source_id: text("With --init-meta of several tags: identity.source_id, the system the export came from."),
    wide: field(z._default(z.boolean(), false), "Every column but the timestamp is a tag."),
    tag_col: text("The column that names the tag of each row (a long export)."),
    tags: field(z.optional(z.array(z.string())), "With --wide or --tag-col: only these tags (A,B works too)."),
    quality_suffix: text("With --wide: the quality of column X is column X plus this suffix."),
    timestamp_col: text("Column of timestamps (default: timestamp)."),
    value_col: text("Column of values (default: value)."),
    quality_col: text("Column of quality codes (default: quality)."),
    timestamp_format: text("How timestamps are written, as strptime spells it, such as '%d-%b-%Y %H:%M:%S'."),
    timestamp_unit: field(
      z.optional(z.enum(["s", "ms", "us", "ns"])),
      "Timestamps are numbers: what they count since 1970. Never guessed.",
    ),
    dayfirst: field(z._default(z.boolean(), false), "Numeric dates are day/month/year."),
    tz: text("Zone of timestamps that carry no UTC offset: an IANA name such as Europe/Berlin."),
    sep: text("Separator of a CSV (default: a comma); tab for the tabulator."),
    decimal: text("Decimal mark of a CSV (default: a point)."),
    thousands: text("Mark between groups of three digits in a CSV (default: none)."),
    encoding: text("Encoding of a CSV (default: utf-8), such as latin1, cp1252 or utf-16le."),
    na: field(z.optional(z.array(z.string())), "A word that stands for a missing cell, beside the empty cell."),
    assume_quality: field(
      z.optional(severity),
      "The quality of every row of an export without one; recorded as assumed.",
    ),
    overwrite: writingField(z._default(z.boolean(), false), "Replace existing files (each atomically)."),
  }),
  evidence: z.strictObject({
    form: z.enum(["single", "wide", "long"]),
    archives: z.optional(
      z.array(
        z.strictObject({
          path: z.string(),
          tag: z.string(),
          identity: z.strictObject({ source_id: z.string(), point_id: z.string() }),
          rows: z.int(),
          first: z.nullable(z.string()),
          last: z.nullable(z.string()),
          quality_source: z.enum(["column", "assumed"]),
          quality_column: z.nullable(z.string()),
          assumed_quality: z.nullable(severity),
        }),
      ),
    ),
    templates: z.optional(z.array(z.string())),
    tz: z.nullable(z.string()),
  }),
  examples: [
    "ingest liquet-demo/fic101.csv --init-meta fic101.meta.json",
    "ingest liquet-demo/fic101.csv --out ingested/fic101.parquet --meta liquet-demo/fic101.meta.json",
  ],
  notes: [
    "Nothing is sorted, filled, dropped or guessed. Everything is checked before the first byte is written.",
    "A text in the value column must be named in quality_codes of the metadata (role MODE keeps it as a state).",
  ],
  writes: true,
  async run(input, ctx) {
    return evidence(await ctx.ingest(input));
  },
  text({ form, archives = [], templates = [], tz }) {
    const wrote = [...archives.map((archive) => archive.path), ...templates];
    const lines = wrote.map((name, i) => labelled(i === 0 ? "wrote" : "", name));
    const [first] = archives;
    if (form === "single" && first) {
      const { assumed_quality: assumed, quality_column: column } = first;
      const quality = assumed === null ? `quality from column ${column}` : `quality assumed ${assumed}`;
      lines.push(labelled("tag", parts(first.tag, plural(first.rows, "row"), quality)));
    }
    if (tz !== null) lines.push(labelled("tz", `${tz} -> UTC`));
    return lines;
  },
});
