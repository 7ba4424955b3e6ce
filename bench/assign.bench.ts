import { LIQUET, measureOnce, row } from "./measure.ts";

// Ids from a pipe into arms, each written to a CSV. Wanted: a million in a few seconds; memory that grows only by the
// fingerprints that find repeated ids (16 bytes an id, up to some 130 MB).
for (const n of [100_000, 1_000_000, 4_000_000]) {
  const ids = Array.from({ length: n }, (_, i) => `customer-${i}`).join("\n");
  const design = ["--salt", "bench", "--weights", "control=0.5,treatment=0.5"];
  const out = ["--out", "build/bench-arms.csv", "--overwrite", "--json"];
  row(
    `liquet experiment assign-cells, ${n} ids`,
    await measureOnce([...LIQUET, "experiment", "assign-cells", "-", ...design, ...out], { stdin: ids }),
  );
}
