import { normalPredictive, type Predictive, samplePredictive } from "../predictive.ts";
import { shiftedPredictive } from "../predictive-maps.ts";
import type { EtsFit } from "./fit.ts";
import { etsMoments } from "./moments.ts";
import { PATHS, SEED, simulateEts } from "./simulate.ts";
import { type EtsState, fromPlain } from "./state.ts";

/** Predictions at `steps`: normal with exact variances for the forms that have them, else from simulated paths. */
export function predictEts({ fit, bias }: EtsState, steps: readonly number[]): Predictive {
  const predicted = bare(fromPlain(fit), steps);
  return bias === 0 ? predicted : shiftedPredictive(predicted, new Float64Array(steps.length).fill(bias));
}

function bare(fit: EtsFit, steps: readonly number[]): Predictive {
  const moments = etsMoments(fit, steps[steps.length - 1]);
  if (moments === null) {
    const { mean, sorted } = simulateEts(fit, steps);
    return samplePredictive(mean, sorted, `simulation, ${PATHS} paths, PCG64 seed ${SEED}`);
  }
  const at = (values: Float64Array) => Float64Array.from(steps, (h) => values[h - 1]);
  const linear = moments.psi === null ? undefined : { sigma2: fit.sigma2, psi: moments.psi };
  return normalPredictive(at(moments.mean), at(moments.variance), `ETS class ${moments.kind}`, linear);
}

/** One-step predictions of the rows that the states have passed. */
export function fittedEts({ fit, bias }: EtsState): Float64Array {
  return Float64Array.from(fit.fitted, (mean) => mean + bias);
}
