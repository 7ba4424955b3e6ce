import { orReason } from "../contract/outcome.ts";
import { labelText } from "../series/dataset/index-label.ts";
import { describeFitted } from "./engine.ts";
import type { Model } from "./models.ts";

/** What every answer says of a model. */
export function describeModel(model: Model) {
  const { data } = model;
  const { at } = data.index;
  const { model: name, period } = describeFitted(model.fitted);
  return {
    model_handle: model.handle,
    spec: model.spec,
    model: name,
    period,
    data: {
      handle: data.handle,
      target: data.y.name,
      n: at.length,
      first: labelText(data.index, at[0]),
      cutoff: labelText(data.index, at[at.length - 1]),
      ...orReason("frequency", data.frequency?.text ?? null, "the labels have no one spacing"),
      exog: model.x,
    },
  };
}
