import type { Component, ObjectType } from "../component.ts";

/** The value of a parameter, before its schema has read it. Tuples and lists are both arrays. */
export type SpecValue = null | boolean | number | string | SpecValue[] | { [key: string]: SpecValue } | ComponentSpec;

/** A component with its parameters, defaults filled in; values are as the component's schema gives them. */
export interface ComponentSpec {
  component: Component;
  params: Record<string, unknown>;
}

/** True for a component among parameter values. */
export function isComponentSpec(value: unknown): value is ComponentSpec {
  return typeof value === "object" && value !== null && "component" in value && "params" in value;
}

/** The types an object stands for, in words. */
export const TYPE_WORDS: Record<ObjectType, string> = {
  forecaster: "a forecaster",
  transformer: "a transformer",
  splitter: "a splitter",
  metric: "a metric",
  detector: "a detector",
  param_est: "a parameter estimator",
  aligner: "an aligner",
  classifier: "a classifier",
  clusterer: "a clusterer",
};
