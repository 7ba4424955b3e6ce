import type { Regressor } from "./design.ts";

/**
 * Sines and cosines of `terms` harmonics of a season over rows 0 … n − 1. At half the season the sine is 0 in every row
 * and left out. Rows count from the start of the training, which only turns the phase.
 */
export function fourierColumns(sp: number, terms: number, n: number): Regressor[] {
  const out: Regressor[] = [];
  for (let k = 1; k <= terms; k++) {
    const column = (name: string, of: (angle: number) => number) => ({
      name: `${name}_${sp}_${k}`,
      values: Float64Array.from({ length: n }, (_, t) => of((2 * Math.PI * ((k * t) % sp)) / sp)),
    });
    if (2 * k !== sp) out.push(column("sin", Math.sin));
    out.push(column("cos", Math.cos));
  }
  return out;
}
