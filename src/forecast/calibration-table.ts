/**
 * Coefficients of ln widening on 1, ln step and ln rows by season (1 none, 4 quarters, 12 months), a method each; printed
 * by bench/m3-calibration.bench.ts from the odd-numbered series of the M3 competition (Makridakis & Hibon 2000).
 */
export const WIDENING: Partial<Record<string, Record<number, [number, number, number]>>> = {
  SeasonalNaive: { 1: [1.321, 0.2478, -0.3271], 4: [0.3804, 0.1256, -0.1], 12: [-1.673, 0.0472, 0.3728] },
  ThetaForecaster: { 1: [1.1536, 0.1791, -0.2932], 4: [0.7365, 0.1057, -0.1486], 12: [-1.8659, 0.0599, 0.4399] },
  AutoETS: { 1: [1.8422, 0.2537, -0.493], 4: [0.8426, 0.1102, -0.1689], 12: [-0.1264, 0.1172, 0.024] },
  AutoARIMA: { 1: [1.362, 0.0728, -0.278], 4: [1.1107, 0.1008, -0.1856], 12: [-1.7385, 0.0983, 0.4005] },
  Auto: { 1: [1.0637, 0.1373, -0.3015], 4: [0.9848, 0.0432, -0.2237], 12: [-0.9173, 0.0605, 0.203] },
  // Of Theta, AutoETS and AutoARIMA.
  median: { 1: [0.888, 0.2625, -0.2583], 4: [0.0156, 0.0536, 0.0514], 12: [-1.6076, 0.0755, 0.3646] },
};
