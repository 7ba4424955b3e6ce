import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { BadCall } from "../../contract/outcome.ts";
import { splitter } from "../other-components.ts";
import { fhField, sizeField } from "../split/fields.ts";
import { type Cut, lastWindow, oneCut } from "../split/one-split.ts";

export default splitter<Cut & { fh: number | number[] | null }>({
  name: "TemporalTrainTestSplitter",
  aliases: ["temporal_train_test_split"],
  object_type: "splitter",
  summary: "One cut in time: training rows, then test rows, by counts, shares or steps.",
  source: "hold-out evaluation",
  parameters: z.strictObject({
    test_size: field(z._default(z.nullable(sizeField()), null), "Rows, or a share below 1 (rounded up)."),
    train_size: field(z._default(z.nullable(sizeField()), null), "Rows, or a share below 1 (rounded down)."),
    fh: field(z._default(z.nullable(fhField()), null), "Steps at the end, instead of sizes."),
    anchor: field(
      z._default(z.enum(["start", "end"]), "start"),
      "Where the rows stand when both sizes leave some over.",
    ),
  }),
  tags: {},
  refuses: ["SeriesTooShort"],
  example: "forecast call-method 'TemporalTrainTestSplitter(test_size=0.25)' split --kwargs n=10",
  split(n, { fh, ...cut }) {
    if (fh === null) return [oneCut(n, cut)];
    if (cut.test_size === null && cut.train_size === null) return [lastWindow(n, fh, null)];
    throw new BadCall("spec: TemporalTrainTestSplitter: fh stands instead of test_size and train_size");
  },
});
