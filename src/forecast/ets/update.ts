import { refusal } from "../../contract/outcome.ts";
import type { Training } from "../training.ts";
import { continueStates } from "./continue.ts";
import { formName, isMultiplicative } from "./form.ts";
import { requirePositive } from "./require-positive.ts";
import { type EtsState, fromPlain, toPlain } from "./state.ts";

/** The states moved over the `added` last rows; estimates stay. Refuses NonPositiveValues and UnsuitableData. */
export function updateEts(state: EtsState, train: Training, added: number): EtsState {
  const { form } = state.fit;
  const rows = train.y.subarray(train.y.length - added);
  if (isMultiplicative(form)) requirePositive(train.label, rows, formName(form));
  const fit = continueStates(fromPlain(state.fit), rows);
  if (fit !== null) return { ...state, fit: toPlain(fit) };
  const remedy = "estimate again with all rows (--update-params)";
  throw refusal(
    "UnsuitableData",
    `${train.label}: the ${added} new rows take the mean of ${formName(form)} to 0 or below; ${remedy}`,
    { check: "positive_mean", observed: added, required: "positive means", remedy },
  );
}
