import type { Description, Plain } from "../component.ts";
import type { AutoArima } from "./auto.ts";
import type { Candidate } from "./candidate.ts";
import type { Differences } from "./differences.ts";
import { describeArima, type KeptArima } from "./kept.ts";

/** A kept ARIMA with how it was chosen. */
export interface TracedArima extends KeptArima {
  choice: Pick<AutoArima, "ordinary" | "seasonal" | "approximated" | "trace" | "refits">;
}

/** A kept ARIMA together with its search. */
export function tracedOf({ ordinary, seasonal, approximated, trace, refits }: AutoArima, kept: KeptArima): TracedArima {
  return { ...kept, choice: { ordinary, seasonal, approximated, trace, refits } };
}

/** The model's description, and under `search` the tests for differences and every model tried, in order. */
export function describeChoice(state: TracedArima): Description {
  const { choice } = state;
  const base = describeArima(state);
  return {
    ...base,
    params: {
      ...base.params,
      search: {
        seasonal_differences: stepsOf(choice.seasonal),
        differences: stepsOf(choice.ordinary),
        ranked_by: choice.approximated ? "conditional sum of squares, then maximum likelihood" : "maximum likelihood",
        n_tried: choice.trace.length,
        trace: choice.trace.map(lineOf),
        refits: choice.refits.map(lineOf),
      },
    },
  };
}

function lineOf({ model, criterion, rejected }: Candidate): Plain {
  return criterion === null ? { model, criterion, criterion_reason: rejected } : { model, criterion };
}

function stepsOf(found: Differences | null): Plain {
  if (found === null) return "stated, or no season";
  return found.steps.map(({ differences, test, statistic, p_value, lags, more }) => ({
    differences,
    test,
    statistic: statistic !== null && Number.isFinite(statistic) ? statistic : null,
    ...(p_value === null ? {} : { p_value }),
    ...(lags === null ? {} : { lags }),
    more,
  }));
}
