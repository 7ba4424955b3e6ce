import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { splitter } from "../other-components.ts";
import { countField, fhField } from "../split/fields.ts";
import { movingFolds } from "../split/windows.ts";

export default splitter<{ fh: number | number[]; initial_window: number; step_length: number }>({
  name: "ExpandingWindowSplitter",
  object_type: "splitter",
  summary: "Training rows grow from a first window; each fold tests the steps after them.",
  source: "Tashman 2000, rolling-origin evaluation",
  parameters: z.strictObject({
    fh: field(z._default(fhField(), 1), "Steps tested after each window: 1 to fh, or a list."),
    initial_window: field(z._default(countField(), 10), "Rows of the first window."),
    step_length: field(z._default(countField(), 1), "Rows between folds."),
  }),
  tags: {},
  refuses: ["SeriesTooShort"],
  example:
    "forecast call-method 'ExpandingWindowSplitter(fh=[2, 4], initial_window=5, step_length=2)' split --kwargs n=10",
  split: (n, { fh, initial_window, step_length }) =>
    movingFolds(n, { fh, window: initial_window, step: step_length, slides: false, initial: null, whole: true }),
});
