import { BadCall, refusal } from "../../contract/outcome.ts";
import type { Transformer } from "../component.ts";
import { printSpec } from "../spec/print-spec.ts";
import type { ComponentSpec } from "../spec/spec.ts";
import type { Training } from "../training.ts";
import { transformerOf } from "./parts.ts";

/** A transformer that can be turned round. */
type Reversible = Transformer &
  Required<Pick<Transformer, "reversible" | "apply">> & { invert: NonNullable<Transformer["invert"]> };

/** The transformer of `~T`. BadCall for one that does more than map each value on its own. */
export function reversibleOf(spec: ComponentSpec): Reversible {
  const component = transformerOf(spec);
  const { reversible, invert, apply } = component;
  if (reversible && invert && apply) return { ...component, reversible, invert, apply };
  throw new BadCall(
    `spec: ~${printSpec(spec, 3)}: only what maps each value on its own can be turned round (a log, power, logit, scaler or Box-Cox of fixed lambda)`,
  );
}

/** What a value may differ from itself, relative to 1 + its size, when it went back and there again. */
const EXACT = 1e-6;

/** Rows taken back by a transformer. Refuses UnsuitableData for values that it gives to nothing, or too coarsely to give back. */
export function backRows(spec: ComponentSpec, state: unknown, train: Training): Training {
  const { forward, backward } = reversibleOf(spec).reversible.map(state, spec.params);
  const y = train.y.map((value) => backward(value));
  const lost = (value: number, t: number) => !(Math.abs(forward(y[t]) - value) <= EXACT * (1 + Math.abs(value)));
  const observed = train.y.reduce((n, value, t) => n + (!Number.isNaN(value) && lost(value, t) ? 1 : 0), 0);
  if (observed === 0) return { ...train, y };
  const remedy = `leave ~ out, or scale the values to where ${spec.component.name} leads`;
  throw refusal(
    "UnsuitableData",
    `${train.label}: ${observed} of ${train.y.length} values are none that ${printSpec(spec)} gives; ${remedy}`,
    { check: "has_inverse", observed, required: 0, remedy },
  );
}
