import { BadCall, refusal } from "../contract/outcome.ts";
import type { CallArguments } from "./call-arguments.ts";
import { detected, detectionScores, estimated, transformed } from "./call-on-series.ts";
import type { Component, ObjectType, Plain, Work } from "./component.ts";
import type { Aligner, Classifier, Clusterer, Metric, Splitter } from "./other-components.ts";
import type { ComponentSpec } from "./spec/spec.ts";

/** What a method came to: single values, and one list of rows where there is one. */
export interface CallResult {
  values: Record<string, Plain>;
  rows: Plain[];
}

/** How a method is called: on a component with its parameters, with the arguments of the call. */
export type Method = (
  component: Component,
  params: Record<string, unknown>,
  args: CallArguments,
  work: Work,
) => Promise<CallResult>;

/** The methods of each kind of component, with the arguments they take. */
const METHODS: Partial<Record<ObjectType, Record<string, { takes: string[]; call: Method }>>> = {
  splitter: {
    split: {
      takes: ["y", "n"],
      call: async (c, params, args) => ({ values: {}, rows: (await foldsOf(c, params, args)).map(foldRow) }),
    },
    get_n_splits: {
      takes: ["y", "n"],
      call: async (c, params, args) => ({ values: { n_splits: (await foldsOf(c, params, args)).length }, rows: [] }),
    },
  },
  metric: { evaluate: { takes: ["y_true", "y_pred", "y_train", "sp", "lower", "upper"], call: scored } },
  detector: {
    predict: { takes: ["y"], call: detected },
    transform_scores: { takes: ["y"], call: detectionScores },
  },
  param_est: { fit: { takes: ["y"], call: estimated } },
  transformer: { fit_transform: { takes: ["y"], call: transformed } },
  aligner: { align: { takes: ["x", "y"], call: aligned } },
  classifier: { fit_predict: { takes: ["train", "X"], call: classified } },
  clusterer: { fit_predict: { takes: ["X"], call: clustered } },
};

/** Calls a method of a component by name. BadCall for a method or an argument that it does not have. */
export async function callMethod(
  { component, params }: ComponentSpec,
  name: string,
  args: CallArguments,
  work: Work,
): Promise<CallResult> {
  const methods = METHODS[component.object_type];
  if (methods === undefined)
    throw new BadCall(`method_name: ${component.name} is a forecaster; use forecast fit, predict, update and evaluate`);
  if (!Object.hasOwn(methods, name))
    throw new BadCall(`method_name: ${component.name} has ${Object.keys(methods).join(", ")}, not '${name}'`);
  const { takes, call } = methods[name];
  const unknown = args.names.find((each) => !takes.includes(each));
  if (unknown !== undefined) throw new BadCall(`kwargs: ${name} takes ${takes.join(", ")}, not '${unknown}'`);
  return call(component, params, args, work);
}

async function foldsOf(component: Component, params: Record<string, unknown>, args: CallArguments) {
  const n = args.count("n") ?? (await args.series("y")).y.values.length;
  return (component as Splitter).split(n, params);
}

function foldRow({ train, test }: { train: { from: number; to: number }; test: Int32Array }): Plain {
  return { train_from: train.from, train_to: train.to - 1, n_train: train.to - train.from, test: [...test] };
}

async function scored(component: Component, params: Record<string, unknown>, args: CallArguments): Promise<CallResult> {
  const [actual, predicted] = [await needed(args, "y_true"), await needed(args, "y_pred")];
  if (actual.length !== predicted.length || actual.length === 0)
    throw new BadCall(`kwargs: y_true has ${actual.length} values and y_pred ${predicted.length}`);
  const metric = component as Metric;
  const score = metric.score(
    {
      actual,
      predicted,
      train: (await args.values("y_train")) ?? new Float64Array(),
      period: args.count("sp") ?? 1,
      lower: await args.values("lower"),
      upper: await args.values("upper"),
      coverage: 0.9,
      quantile: null,
    },
    params,
  );
  if (score.value !== null) return { values: { [metric.short]: score.value }, rows: [] };
  const remedy = "ask for a metric that is defined on these data, such as mae";
  throw refusal("MetricUndefined", `${metric.name}: has no value: ${score.reason}; ${remedy}`, {
    check: "metric_defined",
    observed: null,
    required: "a value",
    remedy,
    ...score.details,
  });
}

async function needed(args: CallArguments, name: string): Promise<Float64Array> {
  const values = await args.values(name);
  if (values === null) throw new BadCall(`kwargs: ${name} must be given`);
  return values;
}

async function aligned(
  component: Component,
  params: Record<string, unknown>,
  args: CallArguments,
): Promise<CallResult> {
  const { distance, path } = (component as Aligner).align(await needed(args, "x"), await needed(args, "y"), params);
  return { values: { distance, path_length: path.length }, rows: path.map(([x, y]) => ({ x, y })) };
}

async function classified(
  component: Component,
  params: Record<string, unknown>,
  args: CallArguments,
): Promise<CallResult> {
  const classifier = component as Classifier;
  const state = classifier.fit(await args.panel("train"), params);
  const panel = await args.panel("X");
  const { labels, shares } = classifier.predict(state, params, panel);
  const hits = panel.labels === null ? null : labels.filter((label, i) => label === panel.labels?.[i]).length;
  return {
    values: hits === null ? {} : { accuracy: hits / labels.length, n_labelled: labels.length },
    rows: labels.map((label, i) => ({ name: panel.names[i], label, shares: shares[i] })),
  };
}

async function clustered(
  component: Component,
  params: Record<string, unknown>,
  args: CallArguments,
): Promise<CallResult> {
  const clusterer = component as Clusterer;
  const panel = await args.panel("X");
  const state = clusterer.fit(panel, params);
  const clusters = clusterer.predict(state, params, panel);
  return {
    values: { n_clusters: new Set(clusters).size, ...clusterer.describe?.(state) },
    rows: Array.from(clusters, (cluster, i) => ({ name: panel.names[i], cluster })),
  };
}
