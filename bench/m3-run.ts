import type { Work } from "../src/forecast/component.ts";
import { fitSpec, predictFitted } from "../src/forecast/engine.ts";
import { intervalAt } from "../src/forecast/forecast.ts";
import { decodeState, encodeState } from "../src/forecast/model-state.ts";
import { readSpec } from "../src/forecast/spec/resolve-spec.ts";
import { type M3Series, trainingOfM3 } from "./m3-series.ts";

/** What a method said of one series. */
export interface M3Forecast {
  series: M3Series;
  /** Place in the competition, from 1. */
  place: number;
  point: number[];
  bounds: Record<"80" | "95", { lower: number[]; upper: number[] }>;
}

/** The methods of the table, `{m}` being the season; every n-th series where a method takes long. */
export const M3_METHODS: { name: string; spec: string; every: number }[] = [
  { name: "SeasonalNaive", spec: "SeasonalNaive(sp={m})", every: 1 },
  { name: "ThetaForecaster", spec: "ThetaForecaster(sp={m})", every: 1 },
  { name: "AutoETS", spec: "AutoETS(sp={m})", every: 1 },
  { name: "AutoARIMA", spec: "AutoARIMA(sp={m})", every: 5 },
  {
    name: "median of the three",
    spec: "EnsembleForecaster(forecasters=[ThetaForecaster(sp={m}), AutoETS(sp={m}), AutoARIMA(sp={m})], aggfunc='median')",
    every: 5,
  },
  { name: "Auto", spec: "Auto(sp={m})", every: 1 },
];

const WORK: Work = { tick: async () => {}, progress: () => {} };

/** Forecasts every `every`-th series over its own horizon, with the intervals of the model alone. */
export async function runM3(all: M3Series[], spec: string, every: number): Promise<M3Forecast[]> {
  const found: M3Forecast[] = [];
  for (const [i, series] of all.entries()) {
    if (i % every !== 0) continue;
    const fitted = await fitSpec(await readSpec(spec.replaceAll("{m}", String(series.m))), trainingOfM3(series), WORK);
    const steps = series.xx.map((_, h) => h + 1);
    const state = decodeState(encodeState(fitted.state));
    const predicted = await predictFitted({ ...fitted, state }, { label: series.id, steps, x: [] }, WORK);
    const bounds = (coverage: number) => {
      const each = steps.map((_, h) => intervalAt(predicted, h, coverage));
      return { lower: each.map(({ lower }) => lower), upper: each.map(({ upper }) => upper) };
    };
    found.push({ series, place: i + 1, point: [...predicted.point], bounds: { 80: bounds(0.8), 95: bounds(0.95) } });
  }
  return found;
}
