import { refusal } from "../../contract/outcome.ts";
import { chooseSeason } from "../seasonality/choose-season.ts";
import type { Training } from "../training.ts";

/** The season that a test finds, else the calendar's shortest. Refuses UnsuitableData where there is neither. */
export function stlSeason({ label, y, periods }: Training): number {
  const { period } = chooseSeason(y, periods);
  const sp = period > 1 ? period : (periods[0] ?? 1);
  if (sp > 1) return sp;
  const remedy = "state it, as STLForecaster(sp=12), or use a forecaster without a season";
  throw refusal("UnsuitableData", `${label}: no season is suggested by its labels, and STL takes one out; ${remedy}`, {
    check: "season",
    observed: 1,
    required: 2,
    remedy,
  });
}
