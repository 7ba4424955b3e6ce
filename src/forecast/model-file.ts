import { createHash } from "node:crypto";
import { BadCall, refusal } from "../contract/outcome.ts";
import type { LabelStyle, SeriesData, TimeIndex } from "../series/dataset/dataset.ts";
import type { Frequency } from "../series/dataset/frequency.ts";
import type { Plain } from "./component.ts";
import { faultOf } from "./model-document.ts";

/** The layout of a model file; a file of another one is refused. */
const LAYOUT = 1;

/**
 * A fitted model as one JSON document. `sha256` is over the JSON text of the rest, in the order written, so that a
 * changed file is found out before it forecasts. Numbers have full precision.
 */
interface ModelDocument {
  liquet_model: number;
  /** The version that fitted it; told, not checked. */
  liquet_version: string;
  spec: string;
  /** Explaining columns that the model uses, in order. */
  x: string[];
  data: {
    index: { kind: TimeIndex["kind"]; name: string | null; tz: string | null; style: LabelStyle; at: number[] };
    frequency: Frequency | null;
    y: { name: string; values: (number | null)[] };
    x: { name: string; values: number[] }[];
  };
  state: Plain;
  sha256: string;
}

/** What a model file holds. */
export interface ModelFile {
  spec: string;
  x: string[];
  data: Omit<SeriesData, "handle" | "label"> & { handle: ""; label: string };
  state: Plain;
  sha256: string;
  version: string;
}

/** The text of a model file. */
export function encodeModel(
  model: { spec: string; x: string[]; data: SeriesData; state: Plain },
  version: string,
): string {
  const { index, frequency, y, x } = model.data;
  const { kind, name, tz, style, at } = index;
  const document: Omit<ModelDocument, "sha256"> = {
    liquet_model: LAYOUT,
    liquet_version: version,
    spec: model.spec,
    x: model.x,
    data: {
      index: { kind, name, tz, style, at: [...at] },
      frequency,
      y: { name: y.name, values: Array.from(y.values, (value) => (Number.isNaN(value) ? null : value)) },
      x: x
        .filter((column) => model.x.includes(column.name))
        .map((column) => ({ name: column.name, values: [...column.values] })),
    },
    state: model.state,
  };
  return `${JSON.stringify({ ...document, sha256: digestOf(document) })}\n`;
}

/** Reads a model file. BadCall when it is none, SchemaError when it was changed or is of a layout this version does not know. */
export function decodeModel(text: string, path: string): ModelFile {
  const document = parsed(text, path);
  const { sha256, ...rest } = document;
  if (document.liquet_model !== LAYOUT)
    throw damaged(
      path,
      `has layout ${document.liquet_model}, and this version reads ${LAYOUT}`,
      "save it again with this version",
    );
  if (digestOf(rest) !== sha256)
    throw damaged(path, "was changed since it was saved: its SHA-256 is another", "use the file as it was saved");
  const fault = faultOf(document);
  if (fault !== null) throw damaged(path, `holds no model: ${fault}`, "use the file as it was saved");
  const { data } = document;
  return {
    spec: document.spec,
    x: document.x,
    state: document.state,
    sha256,
    version: document.liquet_version,
    data: {
      layout: "series",
      label: path,
      handle: "",
      index: { ...data.index, at: Float64Array.from(data.index.at) },
      y: { name: data.y.name, values: Float64Array.from(data.y.values, (value) => value ?? Number.NaN) },
      x: data.x.map(({ name, values }) => ({ name, values: Float64Array.from(values) })),
      frequency: data.frequency,
      filled: null,
    },
  };
}

function parsed(text: string, path: string): ModelDocument {
  try {
    const value = JSON.parse(text) as Partial<ModelDocument> | null;
    if (
      typeof value === "object" &&
      value !== null &&
      typeof value.liquet_model === "number" &&
      typeof value.sha256 === "string"
    )
      return value as ModelDocument;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new BadCall(`'${path}' is no model; save one with 'liquet forecast save-model'`);
}

function digestOf(document: Omit<ModelDocument, "sha256">): string {
  return createHash("sha256").update(JSON.stringify(document)).digest("hex");
}

function damaged(path: string, found: string, remedy: string): Error {
  return refusal("SchemaError", `${path}: ${found}; ${remedy}`, {
    check: "model_file",
    observed: found,
    required: LAYOUT,
    remedy,
  });
}
