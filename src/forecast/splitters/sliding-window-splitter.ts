import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { splitter } from "../other-components.ts";
import { countField, fhField } from "../split/fields.ts";
import { movingFolds } from "../split/windows.ts";

interface SlidingParams {
  fh: number | number[];
  window_length: number;
  step_length: number;
  initial_window: number | null;
  start_with_window: boolean;
}

export default splitter<SlidingParams>({
  name: "SlidingWindowSplitter",
  object_type: "splitter",
  summary: "A window of training rows slides over the series; each fold tests the steps after it.",
  source: "Tashman 2000, rolling-window evaluation",
  parameters: z.strictObject({
    fh: field(z._default(fhField(), 1), "Steps tested after each window: 1 to fh, or a list."),
    window_length: field(z._default(countField(), 10), "Rows of the window."),
    step_length: field(z._default(countField(), 1), "Rows between folds."),
    initial_window: field(z._default(z.nullable(countField()), null), "Rows of a longer first window; None for none."),
    start_with_window: field(z._default(z.boolean(), true), "The first window is whole; else it grows from one row."),
  }),
  tags: {},
  refuses: ["SeriesTooShort"],
  example:
    "forecast call-method 'SlidingWindowSplitter(fh=[2, 4], window_length=3, step_length=2)' split --kwargs n=10",
  split: (n, { fh, window_length: window, step_length: step, initial_window: initial, start_with_window: whole }) =>
    movingFolds(n, { fh, window, step, slides: true, initial, whole }),
});
