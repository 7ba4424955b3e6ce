import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { splitter } from "../other-components.ts";
import { seriesTooShort } from "../refusals.ts";
import { countField, sizeField } from "../split/fields.ts";
import { rowsOf } from "../split/one-split.ts";
import { foldAt, stepsOf } from "../split/windows.ts";

export default splitter<{ test_size: number; folds: number; step_length: number | null }>({
  name: "ExpandingGreedySplitter",
  object_type: "splitter",
  summary: "A stated number of test windows that end with the series; each trains on all rows before it.",
  source: "Tashman 2000, rolling-origin evaluation",
  parameters: z.strictObject({
    test_size: field(sizeField(), "Rows, or a share below 1 (rounded up)."),
    folds: field(z._default(countField(), 5), "Test windows."),
    step_length: field(z._default(z.nullable(countField()), null), "Rows between folds; None for test_size."),
  }),
  tags: {},
  refuses: ["SeriesTooShort"],
  example: "forecast call-method 'ExpandingGreedySplitter(test_size=2, folds=3)' split --kwargs n=10",
  split(n, { test_size, folds, step_length }) {
    const size = rowsOf(n, test_size, Math.ceil) ?? 1;
    const step = step_length ?? size;
    const needed = (folds - 1) * step + size + 1;
    if (n < needed) throw seriesTooShort("y", n, needed, `${folds} folds of ${size} rows`);
    const steps = stepsOf(size);
    return Array.from({ length: folds }, (_, k) => foldAt(0, n - (folds - 1 - k) * step - size, steps));
  },
});
