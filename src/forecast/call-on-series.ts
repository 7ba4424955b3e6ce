import { BadCall, orReason } from "../contract/outcome.ts";
import { labelText } from "../series/dataset/index-label.ts";
import type { Method } from "./call-method.ts";
import type { Component, Plain, Transformer } from "./component.ts";
import { fitTransformer } from "./compose/parts.ts";
import type { Detector, ParamEst } from "./other-components.ts";
import type { Training } from "./training.ts";

function missingAllowed({ tags }: Component): boolean {
  return tags["capability:missing_values"] === true;
}

async function detection(...[component, params, args, work]: Parameters<Method>) {
  const train = await args.training("y", missingAllowed(component));
  return { train, ...(await (component as Detector).detect(train, params, work)) };
}

/** What a detector found, in row order, and what it was found with. */
export const detected: Method = async (component, params, args, work) => {
  const { train, found, facts } = await detection(component, params, args, work);
  return {
    values: { n_found: found.length, ...facts },
    rows: found.map(({ position, score, direction }) => ({
      position,
      time: timeAt(train, position),
      score,
      direction,
    })),
  };
};

/** The score of every row; null with its reason where there is none. BadCall for a detector that scores no rows. */
export const detectionScores: Method = async (component, params, args, work) => {
  const { train, scores, facts } = await detection(component, params, args, work);
  if (scores === null) throw new BadCall(`method_name: ${component.name} gives no score for every row; call predict`);
  return {
    values: {},
    rows: Array.from(scores, (score, i) => ({
      time: timeAt(train, i),
      ...orReason("score", Number.isFinite(score) ? score : null, noScore(train.y[i], facts.sigma)),
    })),
  };
};

function noScore(value: number, sigma: Plain | undefined): string {
  if (Number.isNaN(value)) return "the row has no value";
  return sigma === 0 ? "the noise is 0, so nothing has a size in its units" : "no row stands before it";
}

/** What a parameter estimator says of a series. */
export const estimated: Method = async (component, params, args) => {
  return { values: (component as ParamEst).estimate(await args.training("y", false), params), rows: [] };
};

/** A series transformed, row by row. Refuses what fitting the transformer refuses. */
export const transformed: Method = async (component, params, args, work) => {
  const train = await args.training("y", missingAllowed(component));
  const transformer = component as Transformer;
  const state = await fitTransformer({ component, params }, train, work);
  const made = await transformer.transform(state, params, train, work);
  const value = (v: number) => (Number.isFinite(v) ? v : null);
  const rows = Array.from(made.y, (v, i) => ({
    time: timeAt(made, i),
    y: value(v),
    ...Object.fromEntries(made.x.map((column) => [column.name, value(column.values[i])])),
  }));
  return { values: transformer.describe(state, params), rows };
};

function timeAt({ index }: Training, position: number): string {
  return labelText(index, index.at[position]);
}
