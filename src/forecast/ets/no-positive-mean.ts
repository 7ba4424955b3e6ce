import { type Refusal, refusal } from "../../contract/outcome.ts";
import { type EtsForm, formName } from "./form.ts";

/** The refusal for data through which no path of positive means of the form leads. */
export function noPositiveMean(label: string, form: EtsForm): Refusal {
  const remedy = "take another form, such as AutoETS()";
  return refusal(
    "UnsuitableData",
    `${label}: no start keeps the means of ${formName(form)} above 0 over all rows; ${remedy}`,
    { check: "positive_mean", observed: formName(form), required: "positive means", remedy },
  );
}
