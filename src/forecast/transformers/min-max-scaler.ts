import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { BadCall } from "../../contract/outcome.ts";
import { transformer } from "../component.ts";
import type { Training } from "../training.ts";
import { known, SCALING, type ScaleState, scaleMap } from "../transform/scaler.ts";

interface Params {
  feature_range: [number, number];
}

function learned(train: Training, { feature_range: [from, to] }: Params): ScaleState {
  if (from >= to) throw new BadCall(`spec: MinMaxScaler: feature_range starts at ${from}, which is not below ${to}`);
  const values = known(train);
  let [low, high] = [values[0], values[0]];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const spread = high > low ? (high - low) / (to - from) : 1;
  return { centre: low - from * spread, spread };
}

export default transformer<Params, ScaleState>({
  name: "MinMaxScaler",
  object_type: "transformer",
  ...SCALING,
  summary:
    "Puts the least training value to 0 and the largest to 1, or to another range; later values may lie outside.",
  source: "scikit-learn, MinMaxScaler",
  parameters: z.strictObject({
    feature_range: field(z._default(z.tuple([z.number(), z.number()]), [0, 1]), "Where the least and the largest go."),
  }),
  example: "forecast predict demo:airline --spec 'MinMaxScaler() * NaiveForecaster(sp=12)' --horizon 3",
  fit: learned,
  reversible: { fit: learned, map: scaleMap },
  describe: ({ centre, spread }, { feature_range: [from] }) => ({ min: centre + from * spread, scale: spread }),
});
