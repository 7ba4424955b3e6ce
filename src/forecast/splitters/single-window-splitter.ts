import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { splitter } from "../other-components.ts";
import { countField, fhField } from "../split/fields.ts";
import { lastWindow } from "../split/one-split.ts";

export default splitter<{ fh: number | number[]; window_length: number | null }>({
  name: "SingleWindowSplitter",
  object_type: "splitter",
  summary: "One fold: the steps at the end of the series, and the rows before them.",
  source: "hold-out evaluation",
  parameters: z.strictObject({
    fh: field(fhField(), "Steps tested: 1 to fh, or a list."),
    window_length: field(z._default(z.nullable(countField()), null), "Training rows; None for all."),
  }),
  tags: {},
  refuses: ["SeriesTooShort"],
  example: "forecast call-method 'SingleWindowSplitter(fh=3)' split --kwargs n=10",
  split: (n, { fh, window_length }) => [lastWindow(n, fh, window_length)],
});
