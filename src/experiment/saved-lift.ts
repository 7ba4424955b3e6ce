/** The intervals of a saved answer of `experiment analyze-lift`, as a figure shows them. */
export interface SavedLift {
  /** What is measured and its unit. */
  measure: string;
  title: string;
  rows: { name: string; low: number; estimate: number; high: number }[];
}

interface Effect {
  estimate: number | null;
  low: number | null;
  high: number | null;
}

interface LiftDocument {
  result_kind?: unknown;
  call?: { command?: unknown };
  metric?: { type: string; outcome: string };
  method?: { alpha: number };
  comparisons?: { arm: string; control: string; absolute?: Effect | null; relative?: Effect | null }[];
}

/**
 * Reads a saved answer of `analyze-lift`; null when the text is anything else. The absolute lifts, or the relative ones
 * where only those were asked for; a comparison without an interval is left out. A share's lift is in points.
 */
export function savedLift(text: string): SavedLift | null {
  const found = parsed(text);
  if (found?.result_kind !== "evidence" || found.call?.command !== "experiment analyze-lift") return null;
  const { comparisons = [], metric, method } = found;
  const scale = comparisons.some(({ absolute }) => absolute) ? "absolute" : "relative";
  const factor = scale === "relative" || metric?.type === "proportion" ? 100 : 1;
  const rows = comparisons.flatMap(({ arm, control, [scale]: effect }) =>
    effect && effect.estimate !== null && effect.low !== null && effect.high !== null
      ? [
          {
            name: `${arm} - ${control}`,
            low: effect.low * factor,
            estimate: effect.estimate * factor,
            high: effect.high * factor,
          },
        ]
      : [],
  );
  const unit =
    scale === "relative" ? "% of the control" : factor === 100 ? "percentage points" : "in the outcome's unit";
  const level = Math.round((1 - (method?.alpha ?? 0.05)) * 1e6) / 1e4;
  return {
    title: `Lift of ${metric?.outcome ?? "the outcome"}`,
    measure: `${scale} lift with its ${level}% interval (${unit})`,
    rows,
  };
}

function parsed(text: string): LiftDocument | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as LiftDocument) : null;
  } catch {
    return null;
  }
}
