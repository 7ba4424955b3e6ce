import { fill } from "../contract/text.ts";
import type { FlatlineVerdict } from "./flatline.ts";

/** A flatline verdict as lines: why there is none, or each signal with its evidence. */
export function flatlineLines(flatline: FlatlineVerdict): string[] {
  const { verdict, saturated_not_frozen, signals, reference_windows: n } = flatline;
  const reason = saturated_not_frozen ? "window censored; saturated is not frozen" : flatline.not_assessed;
  if (reason !== null) return wrap(`${verdict} (${reason})`);
  return [
    `${verdict}   against ${n} earlier window${n === 1 ? "" : "s"} of this length`,
    ...signals.flatMap(({ fired, evaluable, signal, evidence }) => {
      return wrap(`[${fired ? "FIRED" : evaluable ? "ok   " : "n/a  "}] ${signal}: ${evidence}`);
    }),
  ];
}

function wrap(text: string): string[] {
  return fill(text.split(" "), 76, "  ");
}
