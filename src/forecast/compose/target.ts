import { BadCall } from "../../contract/outcome.ts";
import { backtest, initialWindow } from "../backtest.ts";
import type { Component, Description, Plain, Tags, Work } from "../component.ts";
import { forecasterOf, tagsOf } from "../engine.ts";
import { type Ask, attains, type Predictive, pointsAlone } from "../predictive.ts";
import type { Step } from "../spec/parameter.ts";
import { printSpec } from "../spec/print-spec.ts";
import type { Training } from "../training.ts";
import { conformalPredictive } from "./conformal.ts";
import { describePart, fitPart, movePart, predictPart, transformerOf } from "./parts.ts";
import { pick } from "./pick.ts";
import { backThroughChain, describeChain, fitChain, moveChain, onForecast, warningsOf } from "./pipeline-steps.ts";
import { type StoredTraining, storedTraining, trainingFrom } from "./stored-training.ts";

/** What a pipeline on the series is told. */
export interface TargetParams {
  steps: Step[];
}

/** A fitted pipeline on the series. */
export interface TargetState {
  before: Plain[];
  inner: unknown;
  after: Plain[];
  /** The rows, where intervals may have to come from forecasts of the past; else null. */
  history: StoredTraining | null;
}

/** The steps before the forecaster, the forecaster, and those after it. BadCall unless there is one forecaster. */
export function partsOfTarget({ steps }: TargetParams): { before: Step[]; inner: Step; after: Step[] } {
  const places = steps.flatMap(({ spec }, i) => (spec.component.object_type === "forecaster" ? [i] : []));
  if (places.length !== 1)
    throw new BadCall(`spec: TransformedTargetForecaster has one forecaster among its steps, not ${places.length}`);
  const [at] = places;
  return { before: steps.slice(0, at), inner: steps[at], after: steps.slice(at + 1) };
}

const specs = (steps: Step[]) => steps.map(({ spec }) => spec);
const integrates = (steps: Step[]) =>
  specs(steps).some((spec) => transformerOf(spec).integrates?.(spec.params) === true);

/** What a pipeline can do is what its forecaster can; missing values stop where a transformer fills them. */
export function tagsOfTarget(params: TargetParams): Tags {
  const { before, inner, after } = partsOfTarget(params);
  const tags = tagsOf(inner.spec);
  const move = specs([...before, ...after]).every((spec) => transformerOf(spec).update !== undefined);
  return {
    "capability:pred_int": true,
    "capability:exogenous": tags["capability:exogenous"],
    // Checked at each step: an Imputer among them fills what the others do not understand.
    "capability:missing_values": true,
    "capability:update": move && tags["capability:update"] === true,
    "capability:forecasts_exogenous": tags["capability:forecasts_exogenous"],
  };
}

/** Rows that the steps need; what a transformer drops at the start is checked again when the forecaster is fitted. */
export function minLengthOfTarget(params: TargetParams, train: Training): number {
  const { before, inner, after } = partsOfTarget(params);
  const needs = specs([...before, ...after]).map((spec) => transformerOf(spec).minLength(spec.params, train));
  return Math.max(forecasterOf(inner.spec).minLength(inner.spec.params, train), ...needs);
}

/** Fits the steps: transformers before the forecaster one after the other, those after it to the series as it came. */
export async function fitTarget(train: Training, params: TargetParams, work: Work): Promise<TargetState> {
  const { before, inner, after } = partsOfTarget(params);
  const { states, rows } = await fitChain(specs(before), train, work);
  return {
    before: states,
    inner: await fitPart(inner.spec, rows, work),
    after: (await fitChain(specs(after), train, work)).states,
    history: integrates(before) ? storedTraining(train) : null,
  };
}

/** The pipeline after more rows: its transformers and its forecaster move where all of them can, else it is fitted again. */
export async function updateTarget(
  state: TargetState,
  train: Training,
  params: TargetParams,
  added: number,
  work: Work,
): Promise<TargetState> {
  const { before, inner, after } = partsOfTarget(params);
  if (tagsOf(inner.spec)["capability:update"] !== true) return fitTarget(train, params, work);
  const moved = await moveChain(specs(before), state.before, train, work);
  const movedAfter = await moveChain(specs(after), state.after, train, work);
  if (moved === null || movedAfter === null) return fitTarget(train, params, work);
  return {
    before: moved.states,
    inner: await movePart(inner.spec, state.inner, moved.rows, added, work),
    after: movedAfter.states,
    history: integrates(before) ? storedTraining(train) : null,
  };
}

/**
 * Predictions taken back through the steps. Where errors have to be added up and the forecaster has no weights for
 * that, the intervals are conformal, from forecasts of the past by the whole pipeline.
 */
export async function predictTarget(
  self: Component,
  state: TargetState,
  params: TargetParams,
  ask: Ask,
  work: Work,
): Promise<Predictive> {
  const { before, inner, after } = partsOfTarget(params);
  const farthest = ask.steps[ask.steps.length - 1];
  // Adding up needs every step, so every step is asked for.
  const whole = { ...ask, steps: Array.from({ length: farthest }, (_, i) => i + 1) };
  const predicted = await predictPart(inner.spec, state.inner, whole, work);
  const back = await backThroughChain(specs(before), state.before, predicted, whole, work);
  const lost = state.history !== null && !attains(back, 0, 0.5) && attains(predicted, 0, 0.5);
  const spread =
    lost && !ask.points_only ? await fromThePast(self, state, [...before, inner], back, whole, work) : back;
  const found = await onForecast(specs(after), state.after, spread, whole, work);
  return pick(
    found,
    ask.steps.map((h) => h - 1),
  );
}

async function fromThePast(
  component: Component,
  state: TargetState,
  steps: Step[],
  back: Predictive,
  ask: Ask,
  work: Work,
): Promise<Predictive> {
  const train = trainingFrom(state.history as StoredTraining);
  const spec = { component, params: { steps } };
  const initial = initialWindow(spec, { ...state, after: [] }, train);
  if (initial >= train.y.length) return pointsAlone(ask.label, back.point, back.point_is, back.warnings);
  const { errors } = await backtest(spec, train, { initial, horizon: ask.steps.length }, work);
  const found = conformalPredictive(ask, back.point, back.point_is, errors, "empirical");
  return { ...found, warnings: back.warnings };
}

/** What the steps found: the forecaster's findings, and each transformer's under its name. */
export function describeTarget(state: TargetState, params: TargetParams): Description {
  const { before, inner, after } = partsOfTarget(params);
  const found = describePart(inner.spec, state.inner);
  const steps = { ...describeChain(before, state.before), ...describeChain(after, state.after) };
  const seasons = Object.values(steps).map(({ sp }) => (typeof sp === "number" ? sp : 1));
  const name = (step: Step) => printSpec(step.spec, 3);
  return {
    model: [...before.map(name), found.model, ...after.map(name)].join(" * "),
    params: { ...found.params, steps: withoutWarnings(steps) },
    period: Math.max(found.period, ...seasons),
    warnings: [...found.warnings, ...warningsOf(steps)],
  };
}

function withoutWarnings(steps: Record<string, Record<string, Plain>>): Plain {
  return Object.fromEntries(
    Object.entries(steps).map(([name, found]) => [
      name,
      Object.fromEntries(Object.entries(found).filter(([key]) => key !== "warnings")),
    ]),
  );
}
