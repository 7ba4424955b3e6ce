import { orReason } from "../../contract/outcome.ts";
import type { Description, Plain } from "../component.ts";
import { PER_BETA } from "./choose.ts";
import { formName } from "./form.ts";
import type { EtsState } from "./state.ts";

const EXACT = "the fit is exact, so its likelihood has no bound";

/** What a fitted exponential smoothing found: estimates, start states, criteria, and the forms that were tried. */
export function describeEts({ fit, sp, trials, criterion, bias, warnings }: EtsState): Description {
  const { form, k, n } = fit;
  const few = fit.loglik === null ? EXACT : `${n} observations are not more than ${k + 1}`;
  return {
    model: formName(form),
    params: {
      ...present({ alpha: fit.alpha, beta: fit.beta, gamma: fit.gamma, phi: fit.phi }),
      initial_level: fit.initial.level,
      ...present({ initial_trend: fit.initial.trend }),
      ...(form.season === "N" ? {} : { initial_seasonal: fit.initial.season }),
      level: fit.final.level,
      ...present({ trend: fit.final.trend }),
      ...(form.season === "N" ? {} : { seasonal: fit.final.season }),
      sigma2: fit.sigma2,
      sse: fit.sse,
      ...orReason("loglik", fit.loglik, EXACT),
      loglik_scale: "R's ets: constants of the normal density left out",
      ...orReason("aic", fit.aic, EXACT),
      ...orReason("aicc", fit.aicc, few),
      ...orReason("bic", fit.bic, EXACT),
      n_parameters: k,
      n,
      ...(bias === 0 ? {} : { bias }),
      ...(criterion === null
        ? {}
        : {
            information_criterion: criterion,
            ranked_by: `${criterion} + ${PER_BETA} beta`,
            tried: trials.map(plainTrial),
          }),
    },
    period: form.season === "N" ? 1 : sp,
    warnings: [...warnings, ...(fit.converged ? [] : ["the search for the highest likelihood ran out of iterations"])],
  };
}

function present(numbers: Record<string, number | null>): Record<string, number> {
  return Object.fromEntries(Object.entries(numbers).filter((entry): entry is [string, number] => entry[1] !== null));
}

function plainTrial({ form, k, loglik, criterion, note }: EtsState["trials"][number]): Plain {
  const why = note ?? "not defined";
  return { form, n_parameters: k, ...orReason("loglik", loglik, why), ...orReason("criterion", criterion, why) };
}
