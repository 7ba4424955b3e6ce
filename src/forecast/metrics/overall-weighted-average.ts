import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { metric } from "../other-components.ts";
import { naive2 } from "../score/naive2.ts";
import { relativeError } from "../score/relative.ts";
import { scaledError } from "../score/scaled.ts";
import { scoreOf, undefinedScore } from "../score/score.ts";

export default metric<{ sp: number | null }>({
  name: "OverallWeightedAverage",
  aliases: ["owa"],
  object_type: "metric",
  short: "owa",
  summary: "Mean of MASE and sMAPE, each over that of the Naive 2 forecast; below 1 beats it.",
  source: "Makridakis, Spiliotis & Assimakopoulos 2020 (M4)",
  parameters: z.strictObject({
    sp: field(z._default(z.nullable(z.int().check(z.gte(1))), null), "Season of scale and Naive 2; None: the model's."),
  }),
  tags: {},
  refuses: ["MetricUndefined"],
  example: "forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --metrics owa",
  needs: "point",
  better: "smaller",
  score: (scored, { sp: stated }) => {
    const sp = stated ?? scored.period;
    const steps = scored.steps ?? Array.from(scored.actual, (_, i) => i + 1);
    const benchmark = { ...scored, predicted: naive2(scored.train, sp, steps) };
    const halves: number[] = [];
    for (const of of [scored, benchmark]) {
      const mase = scaledError(of, { sp, squared: false, square_root: false, eps: null });
      if (mase.value === null) return mase;
      const smape = relativeError(of, { symmetric: true, relative_to: "y_true", eps: null });
      if (smape.value === null) return smape;
      halves.push(mase.value, smape.value);
    }
    const [mase, smape, baseMase, baseSmape] = halves;
    if (baseMase === 0) return undefinedScore("the Naive 2 forecast has no error to compare with", { sp });
    return scoreOf((mase / baseMase + smape / baseSmape) / 2);
  },
});
