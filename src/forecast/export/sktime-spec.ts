import * as z from "zod/mini";
import { BadCall } from "../../contract/outcome.ts";
import { type AutoPlan, planSpec } from "../auto.ts";
import type { Component, Plain } from "../component.ts";
import { describeFitted, type Fitted } from "../engine.ts";
import naive from "../forecasters/naive-forecaster.ts";
import { isSteps } from "../spec/parameter.ts";
import { printSpec } from "../spec/print-spec.ts";
import { withParameters } from "../spec/resolve-spec.ts";
import { type ComponentSpec, isComponentSpec } from "../spec/spec.ts";

/** Parameters whose defaults in sktime 1.2 are others than ours: what is meant has to be stated there. */
const DEFAULTS: Record<string, Record<string, Plain>> = {
  AutoARIMA: { sp: 1, information_criterion: "aic", seasonal_test: "ocsb" },
  AutoETS: { sp: 1, auto: false, information_criterion: "aic" },
  ConditionalDeseasonalizer: { sp: 1 },
  Deseasonalizer: { sp: 1 },
  STLForecaster: { sp: 2 },
  STLTransformer: { sp: 2 },
  ThetaForecaster: { sp: 1 },
};

/** Parameters that sktime does not have. */
const OURS: Record<string, string[]> = {
  AutoARIMA: ["approximation"],
  Croston: ["variant"],
  Imputer: ["causal"],
  STLForecaster: ["forecaster_adjusted"],
  STLTransformer: ["inner_iter", "outer_iter"],
  ThetaForecaster: ["seasonal_band"],
};

/** Values that mean something to us alone, and what comes next to them there. */
const RENAMED: Record<string, Plain> = { "AutoARIMA.seasonal_test.seas": "ocsb" };

/** Components that sktime does not have, or has as parts of others. */
const ABSENT = new Set(["DynamicHarmonic", "MinMaxScaler", "StandardScaler"]);

/**
 * The text of a fitted specification that means the same in sktime: defaults that differ are stated, the season that was
 * found is written down, and `Auto()` is what it took. BadCall for what sktime does not have.
 */
export function sktimeSpec(fitted: Fitted): string {
  const plan = fitted.spec.component.name === "Auto" ? (fitted.state as { plan: AutoPlan }).plan : null;
  return printSpec(inSktime(fitted.spec, describeFitted(fitted).period, plan));
}

function inSktime(spec: ComponentSpec, period: number, plan: AutoPlan | null): ComponentSpec {
  const { name } = spec.component;
  if (name === "Auto" && plan !== null) return inSktime(planSpec(plan), period, null);
  if (name === "SeasonalNaive") return withParameters(naive, { sp: spec.params.sp });
  if (ABSENT.has(name) || name === "Auto") throw lacks(name);
  const own = (OURS[name] ?? []).find((key) => stated(spec, key));
  if (own !== undefined) throw lacks(`${name}(${own}=…)`);
  requireSame(name, spec.params);
  const translate = (value: unknown): unknown => {
    if (isComponentSpec(value)) return inSktime(value, period, plan);
    if (isSteps(value))
      return value.map((step, i) => ({
        // An ensemble of sktime takes pairs of name and forecaster alone; a name of its own is always printed.
        name:
          name === "EnsembleForecaster" && step.name === step.spec.component.name ? `${step.name}_${i + 1}` : step.name,
        spec: inSktime(step.spec, period, plan),
      }));
    return value;
  };
  const params = Object.entries(spec.params).map(([key, value]) => [
    key,
    key === "sp" && value === null ? period : (RENAMED[`${name}.${key}.${value}`] ?? translate(value)),
  ]);
  return { component: declaredThere(spec.component), params: Object.fromEntries(params) };
}

/** BadCall where sktime runs, but not as is written: its answer would be no forecast of the series. */
function requireSame(name: string, params: Record<string, unknown>): void {
  const elsewhere = "export --language shell or typescript";
  if (name === "Differencer" && [params.lags].flat().some((lag) => lag !== 1))
    throw new BadCall(
      `language: the Differencer of sktime 1.2 does not add differences at lags above 1 up again; ${elsewhere}`,
    );
  if (name === "ForecastingGridSearchCV" && typeof params.cv === "number")
    throw new BadCall(
      `language: sktime takes no number of folds as cv; state it, as cv=ExpandingWindowSplitter(fh=[1, 2, 3], initial_window=48), or ${elsewhere}`,
    );
}

/** The component with sktime's defaults, so that printing leaves out those alone. */
function declaredThere(component: Component): Component {
  const defaults = DEFAULTS[component.name];
  if (defaults === undefined) return component;
  const shape = { ...component.parameters.shape };
  for (const [key, value] of Object.entries(defaults)) shape[key] = z._default(z.unknown(), value);
  return { ...component, parameters: z.strictObject(shape) };
}

function stated(spec: ComponentSpec, key: string): boolean {
  return printSpec({ component: spec.component, params: { [key]: spec.params[key] } }).includes(`${key}=`);
}

function lacks(what: string): BadCall {
  return new BadCall(`language: sktime has no ${what}; export --language shell or typescript`);
}
