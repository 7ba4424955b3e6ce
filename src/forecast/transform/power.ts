import type { Plain, Transformer } from "../component.ts";
import { backward, forward, forwardRows, type Monotone } from "./monotone.ts";
import { requireNotNegative } from "./positive.ts";
import { known } from "./scaler.ts";

/** A power and what is added before it is taken; `auto` adds what lifts the least value to 0. */
export interface PowerParams {
  power: number;
  offset: number | "auto";
}

const mapOf = (power: number, offset: number): Monotone => ({
  name: `the power ${power}`,
  forward: (value) => (value + offset) ** power,
  // Below 0 no value has this power: the least there is, is 0.
  backward: (value) => Math.max(0, value) ** (1 / power) - offset,
});

/** The parts of a transformer that takes a power of the series. */
export function powerTransformer<P>(read: (params: P) => PowerParams) {
  const map = (params: P, { offset }: { offset: number }) => mapOf(read(params).power, offset);
  return {
    tags: { "capability:missing_values": true },
    minLength: () => 1,
    fit: (train, params) => {
      const { offset } = read(params);
      const least = known(train).reduce((low, value) => Math.min(low, value), 0);
      const state = { offset: offset === "auto" ? -least + 0 : offset };
      requireNotNegative(train, "a power", state.offset);
      return state;
    },
    transform: (state, params, train) => {
      requireNotNegative(train, "a power", state.offset);
      return forwardRows(map(params, state), train);
    },
    invert: (state, params, predicted, ask) => backward(map(params, state), predicted, ask),
    apply: (state, params, predicted, ask) => forward(map(params, state), predicted, ask),
    update: (state) => state,
    reversible: {
      // A power is never below 0, so 'auto' has nothing to lift.
      fit: (_train, params) => {
        const { offset } = read(params);
        return { offset: offset === "auto" ? 0 : offset };
      },
      map: (state, params) => map(params, state),
    },
    describe: ({ offset }): Record<string, Plain> => ({ offset }),
  } satisfies Partial<Transformer<P, { offset: number }>>;
}
