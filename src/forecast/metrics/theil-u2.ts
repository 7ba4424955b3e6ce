import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { mean } from "../../numerics/mean.ts";
import { metric } from "../other-components.ts";
import { squaredErrors } from "../score/errors.ts";
import { scoreOf, undefinedScore } from "../score/score.ts";

export default metric<{ sp: number }>({
  name: "TheilU2",
  aliases: ["theil"],
  object_type: "metric",
  short: "theilu2",
  summary: "Root mean squared error over that of repeating the true value sp rows before each row.",
  source: "Theil 1966, chapter 2",
  parameters: z.strictObject({
    sp: field(z._default(z.int().check(z.gte(1)), 1), "Rows back of the value that is repeated."),
  }),
  tags: {},
  refuses: ["MetricUndefined"],
  example: "forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --metrics theilu2",
  needs: "point",
  better: "smaller",
  score: (scored, { sp }) => {
    const { actual, train, steps } = scored;
    if (steps?.some((h, i) => h !== i + 1))
      return undefinedScore("rows between the steps asked for are not known", { steps: [...steps] });
    if (train.length < sp)
      return undefinedScore(`${train.length} training values are fewer than sp=${sp}`, { sp, n_train: train.length });
    const before = (i: number) => (i < sp ? train[train.length - sp + i] : actual[i - sp]);
    const naive = mean(squaredErrors({ actual, predicted: actual.map((_, i) => before(i)) }));
    if (naive === 0)
      return undefinedScore(`each of ${actual.length} true values repeats the one ${sp} rows before`, { sp });
    return scoreOf(Math.sqrt(mean(squaredErrors(scored)) / naive));
  },
});
