import type { FileMetaData, SchemaElement } from "hyparquet";
import { schemaError } from "./damage.ts";
import { type InstantUnit, instantType } from "./instants.ts";
import { findLeaf, type Leaf } from "./leaf.ts";
import { numberConversion, type ToNumbers } from "./numbers.ts";
import { isText, qualityConversion, type ToCodes } from "./texts.ts";

const REQUIRED = ["timestamp", "value", "quality"] as const;
const PRESENT = { missing: "", nested: "is nested", repeated: "is a list", ambiguous: "is there twice" } as const;

/** The three columns of an archive, and how their cells are read. */
export interface Columns {
  timestamp: { leaf: Leaf; unit: InstantUnit };
  /** `numbers` is null for text. */
  value: { leaf: Leaf; numbers: ToNumbers | null };
  quality: { leaf: Leaf; codes: ToCodes };
}

/**
 * Finds the columns of an archive and checks their types. Refuses SchemaError in this order: missing columns
 * (together), nested ones, the timestamp's type, its zone (not asked of an empty file), value, quality.
 */
export function planColumns(metadata: FileMetaData, label: string): Columns {
  const [timestamp, value, quality] = requireLeaves(metadata.schema, label);
  const instant = instantType(timestamp.element);
  if (!instant) throw wrongType(label, timestamp, "a timestamp", "write it as a parquet TIMESTAMP adjusted to UTC");
  if (!instant.utc && metadata.num_rows > 0n) {
    const found = "naive timestamps are rejected: the timestamp column carries no time zone (isAdjustedToUTC is false)";
    throw schemaError(label, "timestamp_zone", found, "localise it to UTC before writing", { column: "timestamp" });
  }
  const numbers = numberConversion(value.element);
  if (!numbers && !isText(value.element)) throw wrongType(label, value, "numeric or text", "write numbers or texts");
  const codes = qualityConversion(quality.element);
  if (!codes) throw wrongType(label, quality, "text or an integer", "write the codes as text or as integers");
  return {
    timestamp: { leaf: timestamp, unit: instant.unit },
    value: { leaf: value, numbers },
    quality: { leaf: quality, codes },
  };
}

function requireLeaves(schema: SchemaElement[], label: string): [Leaf, Leaf, Leaf] {
  const found = REQUIRED.map((name) => findLeaf(schema, name));
  const missing = REQUIRED.filter((_, i) => found[i] === "missing");
  if (missing.length > 0) {
    const what = `missing required column${missing.length > 1 ? "s" : ""} ${missing.join(", ")}`;
    throw schemaError(label, "columns", what, "an archive holds timestamp, value and quality", {
      observed: missing,
      required: REQUIRED,
    });
  }
  return REQUIRED.map((name, i) => {
    const leaf = found[i];
    if (typeof leaf === "object") return leaf;
    throw schemaError(label, "columns", `column '${name}' ${PRESENT[leaf]}`, "store one cell a row", { column: name });
  }) as [Leaf, Leaf, Leaf];
}

function wrongType(label: string, { name, element }: Leaf, required: string, remedy: string): Error {
  const observed = typeName(element);
  const found = `the ${name} column must be ${required} and is ${observed}`;
  return schemaError(label, `${name}_type`, found, remedy, { column: name, observed, required });
}

function typeName({ type, logical_type: logical, converted_type: converted }: SchemaElement): string {
  const meaning = logical?.type ?? converted;
  return meaning ? `${meaning} (${type})` : String(type);
}
