/**
 * Coefficients of ln widening on 1, ln step and ln rows by season (1 none, 4 quarters, 12 months), a method each; printed
 * by bench/m3-calibration.bench.ts from the odd-numbered series of the M3 competition (Makridakis & Hibon 2000).
 */
export const WIDENING: Partial<Record<string, Record<number, [number, number, number]>>> = {
  SeasonalNaive: { 1: [1.321, 0.2478, -0.3271], 4: [0.3804, 0.1256, -0.1], 12: [-1.673, 0.0472, 0.3728] },
  ThetaForecaster: { 1: [1.1536, 0.1791, -0.2932], 4: [0.7365, 0.1057, -0.1486], 12: [-1.8659, 0.0599, 0.4399] },
  AutoETS: { 1: [1.7777, 0.2244, -0.4774], 4: [0.6307, 0.142, -0.1187], 12: [-0.1302, 0.1183, 0.0243] },
  AutoARIMA: { 1: [1.362, 0.0728, -0.278], 4: [1.1107, 0.1008, -0.1856], 12: [-1.7385, 0.0983, 0.4005] },
  Auto: { 1: [1.0259, 0.1427, -0.2929], 4: [0.7808, 0.0662, -0.1698], 12: [-0.9206, 0.0605, 0.2039] },
  // Of Theta, AutoETS and AutoARIMA.
  median: { 1: [0.888, 0.2625, -0.2583], 4: [-0.7962, 0.1253, 0.2594], 12: [-1.6076, 0.0755, 0.3646] },
};
