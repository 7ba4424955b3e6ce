import { sweep, sweepMeets } from "../../support/odd-series.ts";

/** Other settings of the same forecasters, those that reach other formulas. */
const SPECS = [
  "ARIMA((1, 1, 1), (0, 1, 1, 4))",
  "ARIMA((2, 0, 1), trend='ct')",
  "ARIMA((0, 2, 1))",
  "AutoARIMA(sp=1, information_criterion='bic', stepwise=False, max_p=1, max_q=1)",
  "AutoETS(sp=4, allow_multiplicative_trend=True, restrict=False)",
  "AutoETS(error='mul', trend='mul', seasonal='mul', sp=4, auto=False)",
  "AutoREG(2, trend='ct', seasonal=True, period=4)",
  "ConformalIntervals(ThetaForecaster(), method='empirical_residual')",
  "ConformalIntervals(NaiveForecaster(), method='conformal')",
  "Croston(variant='sba')",
  "DynamicHarmonic([4, 6])",
  "EnsembleForecaster([NaiveForecaster(), TrendForecaster()], aggfunc='gmean')",
  "EnsembleForecaster([NaiveForecaster(), TrendForecaster()], aggfunc='median')",
  "ExponentialSmoothing()",
  "ExponentialSmoothing(trend='mul', damped_trend=True)",
  "ExponentialSmoothing(trend='add', seasonal='add', sp=4, initialization_method='heuristic')",
  "NaiveForecaster(window_length=3, strategy='mean')",
  "PolynomialTrendForecaster(degree=6)",
  "STLForecaster(sp=4, robust=True, forecaster_trend=AutoETS())",
  "ThetaForecaster(sp=4, deseasonalize_model='additive')",
  "BoxCoxTransformer() * AutoARIMA(sp=4)",
  "ScaledLogitTransformer(lower_bound=-1000, upper_bound=1000) * AutoETS(sp=4)",
  "Differencer() * Differencer() * ARIMA((1, 0, 0))",
];

for (const spec of SPECS) sweep(spec, { few: true });

sweepMeets({ answers: 200, refusals: 100 });
