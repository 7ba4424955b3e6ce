import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { splitter } from "../other-components.ts";
import { seriesTooShort } from "../refusals.ts";
import { countField, fhField } from "../split/fields.ts";
import { foldAt, stepsOf } from "../split/windows.ts";

export default splitter<{ cutoffs: number[]; fh: number | number[]; window_length: number }>({
  name: "CutoffSplitter",
  object_type: "splitter",
  summary: "A fold at each stated row: the window that ends with it, and the steps after it.",
  source: "Tashman 2000, rolling-origin evaluation",
  parameters: z.strictObject({
    cutoffs: field(z.array(z.int().check(z.gte(0))).check(z.minLength(1)), "Last training rows, counted from 0."),
    fh: field(z._default(fhField(), 1), "Steps tested after each cutoff: 1 to fh, or a list."),
    window_length: field(z._default(countField(), 10), "Training rows; fewer where the series begins."),
  }),
  tags: {},
  refuses: ["SeriesTooShort"],
  example: "forecast call-method 'CutoffSplitter(cutoffs=[5, 7], fh=2)' split --kwargs n=10",
  split(n, { cutoffs, fh, window_length }) {
    const steps = stepsOf(fh);
    const needed = Math.max(...cutoffs) + steps[steps.length - 1] + 1;
    if (n < needed)
      throw seriesTooShort("y", n, needed, `step ${steps[steps.length - 1]} after row ${Math.max(...cutoffs)}`);
    return [...new Set(cutoffs)]
      .sort((a, b) => a - b)
      .map((cutoff) => foldAt(Math.max(0, cutoff + 1 - window_length), cutoff + 1, steps));
  },
});
