import { BadCall } from "../../contract/outcome.ts";
import type { Plain, Work } from "../component.ts";
import type { Ask, Predictive } from "../predictive.ts";
import { printSpec } from "../spec/print-spec.ts";
import type { ComponentSpec } from "../spec/spec.ts";
import type { Training } from "../training.ts";
import { moveTransformer, transformerOf } from "./parts.ts";
import { fitTransform, makesColumns } from "./transform.ts";

/** Fits transformers one after the other, each to what the ones before made of the rows. BadCall for one that makes columns. */
export async function fitChain(
  specs: ComponentSpec[],
  train: Training,
  work: Work,
): Promise<{ states: Plain[]; rows: Training }> {
  const states: Plain[] = [];
  let rows = train;
  for (const spec of specs) {
    requireValues(spec);
    const next = await fitTransform(spec, rows, work);
    states.push(next.state as Plain);
    rows = next.rows;
  }
  return { states, rows };
}

/** Transformers after more rows, and the rows through them; null where one has to be fitted again. */
export async function moveChain(
  specs: ComponentSpec[],
  states: Plain[],
  train: Training,
  work: Work,
): Promise<{ states: Plain[]; rows: Training } | null> {
  const moved: Plain[] = [];
  let rows = train;
  for (const [i, spec] of specs.entries()) {
    const state = await moveTransformer(spec, states[i], rows, work);
    if (state === null) return null;
    rows = await transformerOf(spec).transform(state, spec.params, rows, work);
    moved.push(state as Plain);
  }
  return { states: moved, rows };
}

/** Rows through transformers that have been fitted. */
export async function throughChain(
  specs: ComponentSpec[],
  states: Plain[],
  train: Training,
  work: Work,
): Promise<Training> {
  let rows = train;
  for (const [i, spec] of specs.entries())
    rows = await transformerOf(spec).transform(states[i], spec.params, rows, work);
  return rows;
}

/** Predictions back through transformers, the last first. One that cannot be undone leaves them as they are and says so. */
export async function backThroughChain(
  specs: ComponentSpec[],
  states: Plain[],
  predicted: Predictive,
  ask: Ask,
  work: Work,
): Promise<Predictive> {
  let found = predicted;
  for (const [i, spec] of [...specs.entries()].reverse()) {
    const { invert } = transformerOf(spec);
    found = invert === null ? leftAlone(spec, found) : await invert(states[i], spec.params, found, ask, work);
  }
  return found;
}

/** Predictions forward through transformers, as F * T asks. BadCall for one that cannot act on a forecast. */
export async function onForecast(
  specs: ComponentSpec[],
  states: Plain[],
  predicted: Predictive,
  ask: Ask,
  work: Work,
): Promise<Predictive> {
  let found = predicted;
  for (const [i, spec] of specs.entries()) {
    const { apply } = transformerOf(spec);
    if (apply === undefined)
      throw new BadCall(`spec: ${printSpec(spec)} cannot act on a forecast; put it before the forecaster`);
    found = await apply(states[i], spec.params, found, ask, work);
  }
  return found;
}

function leftAlone(spec: ComponentSpec, predicted: Predictive): Predictive {
  const warning = `${printSpec(spec)} has no inverse, so the forecast is of the transformed series`;
  return { ...predicted, warnings: [...predicted.warnings, warning] };
}

function requireValues(spec: ComponentSpec): void {
  if (makesColumns(spec))
    throw new BadCall(
      `spec: ${printSpec(spec)} makes explaining columns; put it before '**' and a forecaster that takes them`,
    );
}

/** What each step of a chain found, by its name. */
export function describeChain(
  steps: { name: string; spec: ComponentSpec }[],
  states: Plain[],
): Record<string, Record<string, Plain>> {
  return Object.fromEntries(
    steps.map(({ name, spec }, i) => [name, transformerOf(spec).describe(states[i], spec.params)]),
  );
}

/** Warnings among what steps found. */
export function warningsOf(found: Record<string, Record<string, Plain>>): string[] {
  return Object.values(found).flatMap(({ warnings }) => (Array.isArray(warnings) ? warnings.map(String) : []));
}
