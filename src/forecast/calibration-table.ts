/**
 * Coefficients of ln widening on 1, ln step and ln rows by season (1 none, 4 quarters, 12 months), a method each; printed
 * by bench/m3-calibration.bench.ts from the odd-numbered series of the M3 competition (Makridakis & Hibon 2000).
 */
export const WIDENING: Partial<Record<string, Record<number, [number, number, number]>>> = {
  SeasonalNaive: { 1: [1.321, 0.2478, -0.3271], 4: [0.3804, 0.1256, -0.1], 12: [-1.673, 0.0472, 0.3728] },
  ThetaForecaster: { 1: [1.1536, 0.1791, -0.2932], 4: [0.7365, 0.1057, -0.1486], 12: [-1.8659, 0.0599, 0.4399] },
  AutoETS: { 1: [1.8422, 0.2537, -0.493], 4: [0.8426, 0.1102, -0.1689], 12: [-0.1264, 0.1172, 0.024] },
};
