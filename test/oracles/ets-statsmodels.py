"""Holt-Winters and ETS by statsmodels on AirPassengers: sums of squares, log-likelihoods and filters at given parameters.
-> ets-statsmodels.json"""
import json, pathlib, platform, warnings
import numpy as np, statsmodels
from statsmodels.tsa.exponential_smoothing.ets import ETSModel
from statsmodels.tsa.holtwinters import ExponentialSmoothing

warnings.simplefilter("ignore")
here = pathlib.Path(__file__).parent
text = (here / "../../src/series/demos/airline.ts").read_text()
y = np.array(text.split("values: `")[1].split("`")[0].split(), dtype=float)

holt_winters = []
for trend, damped, seasonal in [(None, False, None), ("add", False, None), ("add", True, None), ("add", False, "add"),
                                ("add", False, "mul"), ("add", True, "mul"), ("mul", False, "mul"), (None, False, "mul")]:
    fit = ExponentialSmoothing(y, trend=trend, damped_trend=damped, seasonal=seasonal,
                               seasonal_periods=12 if seasonal else None, initialization_method="estimated").fit()
    holt_winters.append(dict(trend=trend, damped_trend=damped, seasonal=seasonal, sse=float(fit.sse),
                             params={k: (None if v is None or (np.isscalar(v) and np.isnan(v)) else np.asarray(v).tolist()) for k, v in fit.params.items() if k in ("smoothing_level", "smoothing_trend", "smoothing_seasonal", "damping_trend", "initial_level", "initial_trend")}))

# Holt's linear smoothing with everything given: which of the two usual scales of beta is smoothing_trend?
given = ExponentialSmoothing(y, trend="add", initialization_method="known", initial_level=110, initial_trend=2).fit(
    smoothing_level=0.6, smoothing_trend=0.2, optimized=False)
holt = dict(level=110, trend=2, smoothing_level=0.6, smoothing_trend=0.2, sse=float(given.sse), forecast=given.forecast(3).tolist())
given = ExponentialSmoothing(y, trend="add", damped_trend=True, seasonal="mul", seasonal_periods=12, initialization_method="known",
                             initial_level=110, initial_trend=2, initial_seasonal=[1 + 0.01 * (j - 5.5) for j in range(12)]).fit(
    smoothing_level=0.5, smoothing_trend=0.1, smoothing_seasonal=0.3, damping_trend=0.9, optimized=False)
seasonal = dict(level=110, trend=2, season=[1 + 0.01 * (j - 5.5) for j in range(12)], smoothing_level=0.5, smoothing_trend=0.1,
                smoothing_seasonal=0.3, damping_trend=0.9, sse=float(given.sse), forecast=given.forecast(14).tolist())

ets = []
for error, trend, damped, season in [("mul", "add", False, "mul"), ("add", "add", False, "add"), ("mul", "add", True, "mul"), ("mul", "add", False, "add")]:
    model = ETSModel(y, error=error, trend=trend, damped_trend=damped, seasonal=season, seasonal_periods=12)
    fit = model.fit(disp=False, maxiter=1000)
    ets.append(dict(error=error, trend=trend, damped_trend=damped, seasonal=season, llf=float(fit.llf), forecast=fit.forecast(12).tolist()))

made = dict(made_by="ets-statsmodels.py", versions=dict(python=platform.python_version(), statsmodels=statsmodels.__version__, numpy=np.__version__),
            holt_winters=holt_winters, holt_given=holt, seasonal_given=seasonal, ets=ets)
(here / "ets-statsmodels.json").write_text(json.dumps(made, indent=1) + "\n")
