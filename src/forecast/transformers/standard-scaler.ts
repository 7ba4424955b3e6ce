import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { mean } from "../../numerics/mean.ts";
import { transformer } from "../component.ts";
import type { Training } from "../training.ts";
import { known, SCALING, type ScaleState, scaleMap } from "../transform/scaler.ts";

interface Params {
  copy: boolean;
  with_mean: boolean;
  with_std: boolean;
}

function learned(train: Training, { with_mean, with_std }: Params): ScaleState {
  const values = known(train);
  const centre = mean(values);
  const sd = Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
  return { centre: with_mean ? centre : 0, spread: with_std && sd > 0 ? sd : 1 };
}

export default transformer<Params, ScaleState>({
  name: "StandardScaler",
  object_type: "transformer",
  ...SCALING,
  summary: "Takes off the mean of the training rows and divides by their standard deviation (divisor n).",
  source: "scikit-learn, StandardScaler",
  parameters: z.strictObject({
    copy: field(z._default(z.boolean(), true), "Without effect: nothing is changed in place."),
    with_mean: field(z._default(z.boolean(), true), "Take off the mean."),
    with_std: field(z._default(z.boolean(), true), "Divide by the standard deviation; values that do not vary stay."),
  }),
  example: "forecast predict demo:airline --spec 'StandardScaler() * NaiveForecaster(sp=12)' --horizon 3",
  fit: learned,
  reversible: { fit: learned, map: scaleMap },
  describe: ({ centre, spread }) => ({ mean: centre, scale: spread }),
});
