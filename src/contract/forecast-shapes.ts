import * as z from "zod/mini";
import { field } from "./field.ts";
import { labelled, parts, plural } from "./text.ts";

/** The input field of a specification that has a default. */
export const specField = () =>
  field(z.optional(z.string()), "Forecaster: AutoETS(sp=12), or est_… handle. Default: Auto().");

/** The input field of a model, or of data with `spec` beside it. */
export const modelField = () => field(z.string(), "fit_… handle, or data (data_…, demo:NAME, a file) to fit.");

/** The input field of how intervals are held to what came in real series. */
export const calibrationField = () =>
  field(z._default(z.enum(["m3", "none"]), "m3"), "Intervals widened as real series need, or the model's.");

/** Values by name, as plain JSON. */
export const plainShape = z.record(z.string(), z.unknown());

/** What every answer about a fitted model says of it: the fields that `describeModel` makes. */
export const modelShape = {
  model_handle: z.string(),
  spec: z.string(),
  model: z.string(),
  period: z.int(),
  data: z.strictObject({
    handle: z.string(),
    target: z.string(),
    n: z.int(),
    first: z.string(),
    cutoff: z.string(),
    frequency: z.nullable(z.string()),
    frequency_reason: z.optional(z.string()),
    exog: z.array(z.string()),
  }),
};

const shape = z.strictObject(modelShape);
/** The model fields of an answer. */
export type ModelFields = z.output<typeof shape>;

/** The facts of a model for a person. */
export function modelText(f: ModelFields): string[] {
  const { n, first, cutoff, frequency, exog } = f.data;
  return [
    `${f.model_handle}  ${f.model}`,
    labelled("spec", f.spec),
    labelled(
      "learned",
      parts(
        `${plural(n, "row")}, ${first} to ${cutoff}`,
        frequency ?? "no spacing",
        exog.length > 0 && `with ${exog.join(", ")}`,
      ),
    ),
  ];
}

/** Warnings, labelled, one a line. */
export function warningLines(warnings: string[]): string[] {
  return warnings.map((warning) => labelled("warning", warning));
}
