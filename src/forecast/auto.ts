import { isConstant } from "../numerics/is-constant.ts";
import type { Component } from "./component.ts";
import autoEts from "./forecasters/auto-ets.ts";
import croston from "./forecasters/croston.ts";
import ensemble from "./forecasters/ensemble-forecaster.ts";
import naive from "./forecasters/naive-forecaster.ts";
import stl from "./forecasters/stl-forecaster.ts";
import theta from "./forecasters/theta-forecaster.ts";
import pipeline from "./forecasters/transformed-target-forecaster.ts";
import { chooseSeason } from "./seasonality/choose-season.ts";
import { m4SeasonTest } from "./seasonality/m4-test.ts";
import { withParameters } from "./spec/resolve-spec.ts";
import type { ComponentSpec } from "./spec/spec.ts";
import type { Training } from "./training.ts";
import mstl from "./transformers/mstl.ts";

/** Which forecaster the automatic choice takes, and why. */
export interface AutoPlan {
  kind: "naive" | "intermittent" | "ensemble" | "long season" | "several seasons";
  sp: number;
  /** Seasons beside `sp`, ascending; left out where there are none. */
  longer?: number[];
  why: string;
}

/** Longest season that exponential smoothing carries; longer ones are taken out by STL first. */
const LONGEST = 24;
/** Share of zeros from which a series of counts is intermittent demand. */
const ZEROS = 0.4;
/** Rows below which nothing can be estimated that beats the last value. */
const FEWEST = 5;

/**
 * Chooses by what the series is: too short or constant, the last value; many zeros and none below, Croston's method
 * without its bias; seasons within seasons (a day and a week), AutoETS of what MSTL leaves; otherwise the mean of AutoETS
 * and Theta, on the series without its season where that is longer than 24.
 */
export function autoPlan(train: Training, stated: number | null): AutoPlan {
  const { y } = train;
  if (y.length < FEWEST)
    return {
      kind: "naive",
      sp: 1,
      why: `${y.length === 1 ? "1 row is" : `${y.length} rows are`} too few to estimate anything`,
    };
  if (isConstant(y)) return { kind: "naive", sp: 1, why: "the series is constant" };
  const zeros = y.reduce((n, value) => n + (value === 0 ? 1 : 0), 0);
  if (zeros / y.length >= ZEROS && y.every((value) => value >= 0))
    return { kind: "intermittent", sp: 1, why: `${zeros} of ${y.length} values are 0` };
  const sp = stated ?? seasonOf(train);
  const longer = stated === null ? longerSeasons(train, sp) : [];
  if (longer.length > 0)
    return { kind: "several seasons", sp, longer, why: `seasons of ${[sp, ...longer].join(" and ")} rows` };
  if (sp > LONGEST) return { kind: "long season", sp, why: `a season of ${sp} is taken out first` };
  return { kind: "ensemble", sp, why: sp > 1 ? `season ${sp}` : "no season" };
}

/** The season that a test finds; else the calendar's shortest, which the members may still leave out; 1 for none. */
function seasonOf({ y, periods }: Training): number {
  const { period } = chooseSeason(y, periods);
  if (period > 1) return period;
  const [shortest] = periods;
  return shortest !== undefined && shortest <= LONGEST && y.length >= 2 * shortest + 1 ? shortest : 1;
}

/**
 * Multiples of a season that the calendar suggests, of which the series has three, and that are still there when it is
 * taken out: of days that are all alike every seventh resembles the first too.
 */
function longerSeasons({ y, periods }: Training, sp: number): number[] {
  if (sp < 2) return [];
  const apart = (rows: Float64Array, lag: number) => rows.subarray(lag).map((value, t) => value - rows[t]);
  const rest = apart(apart(y, sp), 1);
  return periods
    .filter((m) => m > sp && m % sp === 0 && y.length >= 3 * m)
    .filter((m) => {
      const { seasonal, r } = m4SeasonTest(rest, m, 2.5);
      return seasonal && Number(r) > 0;
    });
}

/** The forecaster of a plan. */
export function planSpec({ kind, sp, longer = [] }: AutoPlan): ComponentSpec {
  const make = (component: Component, params: Record<string, unknown>) => withParameters(component, params);
  if (kind === "naive") return make(naive, {});
  if (kind === "intermittent") return make(croston, { variant: "sba" });
  if (kind === "several seasons") {
    const steps = [make(mstl, { periods: [sp, ...longer] }), make(autoEts, { sp: 1 })];
    return make(pipeline, { steps });
  }
  const smooth =
    kind === "long season" ? make(stl, { sp, forecaster_adjusted: make(autoEts, { sp: 1 }) }) : make(autoEts, { sp });
  return make(ensemble, { forecasters: [smooth, make(theta, { sp })] });
}
