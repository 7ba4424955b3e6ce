import values from "../oracles/demo-values.json" with { type: "json" };
import { metaJson } from "./folder.ts";

type Row = [minute: number, value: number, quality: string];

const SPANS = { FIC101: [0, 100], TIC101: [0, 200] } as const;
const UNITS = { FIC101: "m3/h", TIC101: "degC" } as const;

/** The reference system's two demo tags as canonical CSV archives `fic101.csv` and `tic101.csv` with their metadata. */
export function referenceDemo(): Record<string, string> {
  const files: Record<string, string> = {};
  for (const tag of ["FIC101", "TIC101"] as const) {
    const name = tag.toLowerCase();
    const rows = (values[tag] as Row[]).map(
      ([minute, value, quality]) => `${new Date(Date.UTC(2024, 2, 30, 20, minute)).toISOString()},${value},${quality}`,
    );
    files[`${name}.csv`] = `timestamp,value,quality\n${rows.join("\n")}\n`;
    const [eng_range_zero, eng_range_span] = SPANS[tag];
    files[`${name}.meta.json`] = metaJson(`${tag}.PV`, {
      identity: { source_id: "demo", point_id: `${tag}.PV` },
      unit_raw: UNITS[tag],
      eng_range_zero,
      eng_range_span,
      sample_rate_s: 60,
    });
  }
  return files;
}
