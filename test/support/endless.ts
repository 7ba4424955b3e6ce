import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Arguments of `experiment_analyze_lift` with which it computes for hours on any machine, telling its progress. */
export interface EndlessCall {
  name: "experiment_analyze_lift";
  arguments: Record<string, unknown>;
}

/** Writes `units.csv` into a folder: a million resamples of its 100,000 units take hours. */
export function writeEndlessUnits(dir: string): EndlessCall {
  const units = join(dir, "units.csv");
  const rows = Array.from({ length: 100_000 }, (_, i) => `${i},${i % 2 ? "control" : "treatment"},${i / 2}`);
  writeFileSync(units, `unit,arm,y\n${rows.join("\n")}\n`);
  const what = { units, unit: "unit", outcome: "y", metric: "mean" };
  return { name: "experiment_analyze_lift", arguments: { ...what, method: "bca", replicates: 1_000_000 } };
}
