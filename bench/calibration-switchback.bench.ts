import { type Calibration, calibrate } from "../test/support/switchback-calibration.ts";

// Size and coverage of the switchback test under autocorrelated noise. Wanted: at most 5% claims without an effect and at
// least 95% of intervals that hold it, each within its Monte Carlo error; the rates are shown with one standard error.
const settings: Omit<Calibration, "seed" | "effect">[] = [
  { blocks: 8, phi: 0, covariates: 0, per_block: 8, trials: 4000 },
  { blocks: 8, phi: 0.95, covariates: 0, per_block: 8, trials: 4000 },
  { blocks: 10, phi: 0.99, covariates: 1, per_block: 8, trials: 4000 },
  { blocks: 12, phi: 0.95, covariates: 2, per_block: 8, trials: 4000 },
  { blocks: 24, phi: 0.95, covariates: 0, per_block: 45, trials: 2000 },
  { blocks: 24, phi: 0.99, covariates: 2, per_block: 45, trials: 2000 },
  { blocks: 48, phi: 0.99, covariates: 0, per_block: 12, trials: 1000 },
];
for (const setting of settings) {
  const { size, coverage, mean_width } = await calibrate({ ...setting, effect: 1.5, seed: 20_240_603 });
  const rate = (p: number) => `${p.toFixed(4)} (${Math.sqrt((p * (1 - p)) / setting.trials).toFixed(4)})`;
  const { blocks, phi, covariates, trials } = setting;
  const name = `${blocks} blocks, AR(1) ${phi}, ${covariates} covariates, ${trials} trials`;
  console.log(`${name.padEnd(52)} size ${rate(size)}   coverage ${rate(coverage)}   width ${mean_width.toFixed(2)}`);
}
