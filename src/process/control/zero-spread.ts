import { formatInstant } from "../../contract/instant.ts";
import { type Refusal, refusal } from "../../contract/outcome.ts";
import type { Window } from "../../contract/window.ts";
import { shortNumber } from "./short-number.ts";

/** Whose baseline it is, for the words of a refusal. */
export interface BaselineSubject {
  tag: string;
  window: Window;
  /** Label of the operating regime when the baseline is that of one regime alone. */
  regime?: string;
}

/** `demo:FIC101.PV` or `demo:FIC101.PV regime 'S2'`. */
export function subjectName({ tag, regime }: BaselineSubject): string {
  return regime === undefined ? tag : `${tag} regime '${regime}'`;
}

/**
 * The refusal of a baseline whose scale is 0: states how many values it holds, how many differ, and which one (the
 * smallest among ties) makes up most of it. `scale` names the estimator that came out as 0. `values` must not be empty.
 */
export function zeroSpread(values: Float64Array, scale: string, subject: BaselineSubject): Refusal {
  const { distinct, mode, times } = modalValue(values);
  const n = values.length;
  const { start, end } = subject.window;
  const span = `${formatInstant(start)}/${formatInstant(end)}`;
  const most = `${shortNumber(mode)} makes up ${times} of ${n} (${Math.round((100 * times) / n)}%)`;
  return refusal(
    "ZeroSpreadBaseline",
    `${subjectName(subject)}: the ${scale} of the baseline ${span} is 0, because its ${n} GOOD samples hold ${distinct} distinct value${distinct === 1 ? "" : "s"} and ${most}; choose a baseline window where the tag moves`,
    {
      check: "baseline_spread",
      observed: 0,
      required: "> 0",
      remedy: "choose a baseline window where the tag moves",
      tag: subject.tag,
      ...(subject.regime === undefined ? {} : { regime: subject.regime }),
      scale,
      n_good: n,
      distinct,
      modal_value: mode,
      modal_count: times,
    },
  );
}

/** The most frequent value, the smallest among ties, and the number of distinct values. */
function modalValue(values: Float64Array): { distinct: number; mode: number; times: number } {
  const sorted = Float64Array.from(values).sort();
  const found = { distinct: 0, mode: sorted[0], times: 0 };
  for (let from = 0, i = 1; i <= sorted.length; i++) {
    if (i < sorted.length && sorted[i] === sorted[from]) continue;
    found.distinct++;
    if (i - from > found.times) [found.mode, found.times] = [sorted[from], i - from];
    from = i;
  }
  return found;
}
