import type { Plain, Transformer } from "../component.ts";
import type { ComponentSpec } from "../spec/spec.ts";
import { fitTransformer, moveTransformer, transformerOf } from "./parts.ts";
import { backThroughChain, onForecast } from "./pipeline-steps.ts";
import { columnsOf, fitColumns, makesColumns } from "./transform.ts";

interface State {
  inner: unknown;
}

/** The parts of a transformer that does what the one inside does, or nothing where there is none. */
export function delegating<P>(inside: (params: P) => ComponentSpec | null) {
  const of = (params: P) => {
    const spec = inside(params);
    return spec === null ? null : { spec, component: transformerOf(spec) };
  };
  return {
    tags: { "capability:missing_values": true },
    minLength: (params, train) => {
      const inner = of(params);
      return inner === null ? 1 : inner.component.minLength(inner.spec.params, train);
    },
    fit: async (train, params, work) => {
      const spec = inside(params);
      return { inner: spec === null ? null : await fitTransformer(spec, train, work) };
    },
    transform: (state, params, train, work) => {
      const inner = of(params);
      return inner === null ? train : inner.component.transform(state.inner, inner.spec.params, train, work);
    },
    invert: (state, params, predicted, ask, work) => {
      const spec = inside(params);
      return spec === null ? predicted : backThroughChain([spec], [state.inner as Plain], predicted, ask, work);
    },
    apply: (state, params, predicted, ask, work) => {
      const spec = inside(params);
      return spec === null ? predicted : onForecast([spec], [state.inner as Plain], predicted, ask, work);
    },
    update: async (state, params, train, work) => {
      const spec = inside(params);
      if (spec === null) return state;
      const moved = await moveTransformer(spec, state.inner, train, work);
      return moved === null ? null : { inner: moved };
    },
    makes_columns: (params) => {
      const spec = inside(params);
      return spec !== null && makesColumns(spec);
    },
    columns: {
      fit: async (rows, params, work) => {
        const spec = inside(params);
        return spec === null ? null : fitColumns(spec, rows, work);
      },
      make: (state, params, rows, work) => {
        const spec = inside(params);
        return spec === null ? rows.x : columnsOf(spec, state, rows, work);
      },
    },
    integrates: (params) => {
      const inner = of(params);
      return inner?.component.integrates?.(inner.spec.params) === true;
    },
    describe: (state, params) => {
      const inner = of(params);
      return inner === null ? { passthrough: true } : inner.component.describe(state.inner, inner.spec.params);
    },
  } satisfies Partial<Transformer<P, State>>;
}
