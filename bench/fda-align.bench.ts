import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pcg64 } from "../src/numerics/pcg64.ts";
import { uniform } from "../src/numerics/uniform.ts";
import { root } from "../test/support/root.ts";
import { LIQUET, measureAll, pythonWith, row } from "./measure.ts";

// Thirty-five yearly curves of 365 days whose seasons come early or late: the Karcher mean with a band of a tenth, and
// k-means from 20 starts. Wanted: under 4 s for the mean on a free core and 200 ms for the clusters, and no slower than the
// peers. fdasrsf takes minutes for these, so it is held against eight curves of every fourth day.
const dir = join(root, "build/bench");
mkdirSync(dir, { recursive: true });
process.chdir(dir);
process.env.LIQUET_STORE = join(dir, "store");
rmSync(process.env.LIQUET_STORE, { recursive: true, force: true });
const rng = pcg64(365);
const stations = Array.from({ length: 35 }, () => ({
  level: 20 * uniform(rng) - 10,
  swing: 5 + 15 * uniform(rng),
  late: 0.15 * (uniform(rng) - 0.5),
  wave: 4 * uniform(rng),
}));
const lines = Array.from({ length: 365 }, (_, day) => {
  const x = day / 364;
  const values = stations.map(({ level, swing, late, wave }) => {
    const season = x + late * Math.sin(Math.PI * x);
    return (level - swing * Math.cos(2 * Math.PI * season) + wave * Math.sin(6 * Math.PI * season)).toFixed(4);
  });
  return [day, ...values].join(",");
});
const table = [`day,${stations.map((_, i) => `s${i}`)}`, ...lines];
writeFileSync("years.csv", `${table.join("\n")}\n`);
const few = table.filter((_, row) => row === 0 || row % 4 === 1).map((line) => line.split(",").slice(0, 9).join(","));
writeFileSync("few.csv", `${few.join("\n")}\n`);

const script = join(root, "bench/peers/align.py");
const [fdasrsf, sklearn] = [pythonWith("fdasrsf"), pythonWith("sklearn")];
const seen = await measureAll(
  {
    "liquet --version": [...LIQUET, "--version"],
    "liquet fda align, 35 x 365, band 37": [...LIQUET, "fda", "align", "years.csv", "--json"],
    "liquet fda align, 8 x 92": [...LIQUET, "fda", "align", "few.csv", "--json"],
    "liquet fda cluster, k 4, 20 starts": [...LIQUET, "fda", "cluster", "years.csv", "--k", "4", "--json"],
    ...(fdasrsf ? { "fdasrsf: srsf_align, 8 x 92": [fdasrsf, script, "align", "few.csv"] } : {}),
    ...(sklearn ? { "scikit-learn: KMeans": [sklearn, script, "cluster", "years.csv"] } : {}),
  },
  3,
);
const PEERS: Record<string, string> = {
  "liquet fda align, 8 x 92": "fdasrsf: srsf_align, 8 x 92",
  "liquet fda cluster, k 4, 20 starts": "scikit-learn: KMeans",
};
for (const [name, measured] of Object.entries(seen)) {
  const peer = PEERS[name];
  if (peer === undefined) row(name, measured);
  else row(name, measured, { [peer]: seen[peer] ? measured.seconds / seen[peer].seconds : null });
}
