import type { Ask, Predictive } from "../predictive.ts";
import { shiftedPredictive } from "../predictive-maps.ts";
import type { Training } from "../training.ts";

/** By what the spread of forecasts is multiplied where seasons were taken out; see `closenessOf`. */
export interface Closeness {
  /** Of the exponential smoothing that it was measured with: its spread at step h is √(1 + (h − 1)α²) of one error's. */
  alpha: number;
  /** Ratios of 1 and more; entry k is that of the steps 2^k to 2^(k+1) − 1, up to the longest season. */
  ratios: number[];
}

/** Estimated seasons of the rows seen; after and before them each goes on as in its nearest cycle. */
export interface StoredSeason {
  /** First row. */
  first: number;
  /** Period and values of each season. */
  seasons: { sp: number; values: number[] }[];
  trend: number[];
  warnings: string[];
  closeness?: Closeness;
}

/** The sum of the seasons at a row of the series. */
export function seasonAt({ first, seasons }: StoredSeason, row: number): number {
  let sum = 0;
  for (const { sp, values } of seasons) {
    const n = values.length;
    const t = row - first;
    const place = t < 0 ? ((t % sp) + sp) % sp : t < n ? t : n - sp + ((t - n) % sp);
    sum += values[place];
  }
  return sum;
}

/** The same seasons going on to the last row of a longer series; its trend there is what they leave. */
export function extendedTo(state: StoredSeason, { first, y }: Training): StoredSeason {
  const from = state.first + state.trend.length;
  const added = Array.from({ length: Math.max(0, first + y.length - from) }, (_, i) => from + i);
  const alone = (season: StoredSeason["seasons"][number]) => ({ ...state, seasons: [season] });
  return {
    ...state,
    seasons: state.seasons.map((season) => ({
      sp: season.sp,
      values: [...season.values, ...added.map((row) => seasonAt(alone(season), row))],
    })),
    trend: [...state.trend, ...added.map((row) => y[row - first] - seasonAt(state, row))],
  };
}

/** Rows without their seasons. */
export function withoutSeasons(state: StoredSeason, train: Training): Training {
  return { ...train, y: train.y.map((value, t) => value - seasonAt(state, train.first + t)) };
}

/** Rows with trend, seasons and remainder as columns; rows that were not seen have none. */
export function withComponents(state: StoredSeason, train: Training): Training {
  const of = (values: number[]) => train.y.map((_, t) => values[train.first + t - state.first] ?? Number.NaN);
  const trend = of(state.trend);
  const single = state.seasons.length === 1;
  const seasons = state.seasons.map(({ sp, values }) => ({
    name: single ? "seasonal" : `seasonal_${sp}`,
    values: of(values),
  }));
  const resid = train.y.map((value, t) => value - trend[t] - seasonAt(state, train.first + t));
  return { ...train, x: [{ name: "trend", values: trend }, ...seasons, { name: "resid", values: resid }] };
}

/** Predictions with their seasons (`back`), or without them. */
export function seasonsOfForecast(
  state: StoredSeason,
  predicted: Predictive,
  { steps }: Ask,
  back: boolean,
): Predictive {
  const last = state.first + state.trend.length - 1;
  return shiftedPredictive(
    predicted,
    Float64Array.from(steps, (h) => (back ? 1 : -1) * seasonAt(state, last + h)),
  );
}
