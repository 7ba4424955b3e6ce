"""sktime's STLForecaster, Croston, TSB and PolynomialTrendForecaster -> classic-forecasters.json"""
import json, pathlib, warnings
import numpy as np, pandas as pd, sktime, statsmodels.api as sm
from sktime.forecasting.croston import Croston
from sktime.forecasting.tsb import TSB
from sktime.forecasting.trend import STLForecaster, PolynomialTrendForecaster

warnings.simplefilter("ignore")
here = pathlib.Path(__file__).parent
classics = json.loads((here / "series-r.json").read_text())
air = pd.Series(classics["AirPassengers"], dtype=float, index=pd.period_range("1949-01", periods=144, freq="M"))
fh = list(range(1, 13))
def run(f, y): return [float(v) for v in np.ravel(f.fit(y).predict(fh=fh))]
rng = np.random.default_rng(8)
demand = [int(v) for v in np.where(rng.random(80) < 0.35, rng.poisson(4, 80) + 1, 0)]
small = [0, 0, 2, 0, 3, 0, 0, 1, 0, 0, 0, 4, 0, 2, 0, 0]
out = {"versions": {"sktime": sktime.__version__, "statsmodels": sm.__version__}, "demand": demand, "small": small}
out["stl"] = {"STLForecaster(sp=12)": run(STLForecaster(sp=12), air),
              "STLForecaster(sp=12, seasonal=13, robust=True, trend=25)": run(STLForecaster(sp=12, seasonal=13, robust=True, trend=25), air)}
out["croston"] = []
for name, y in (("small", small), ("demand", demand)):
    for s in (0.1, 0.4, 1.0):
        f = Croston(smoothing=s).fit(pd.Series(y, dtype=float))
        out["croston"].append({"name": name, "smoothing": s, "rates": [float(v) for v in f._f]})
out["tsb"] = []
for name, y in (("small", small), ("demand", demand)):
    for a, b in ((0.1, 0.1), (0.4, 0.05)):
        f = TSB(alpha=a, beta=b).fit(pd.Series(y, dtype=float))
        out["tsb"].append({"name": name, "alpha": a, "beta": b, "rates": [float(v) for v in f._f]})
out["polynomial"] = []
t = np.arange(144.0)
for degree in (1, 2, 3, 5):
    for intercept in (True, False):
        powers = range(0 if intercept else 1, degree + 1)
        X = np.column_stack([(t / 143) ** k for k in powers])
        new = np.column_stack([((143 + np.array(fh)) / 143) ** k for k in powers])
        fit = sm.OLS(air.values, X).fit()
        frame = fit.get_prediction(new).summary_frame(alpha=0.1)
        out["polynomial"].append({"degree": degree, "with_intercept": intercept, "point": list(map(float, frame["mean"])),
            "lower": list(map(float, frame["obs_ci_lower"])), "upper": list(map(float, frame["obs_ci_upper"])),
            "s2": float(fit.mse_resid), "coefficients": [float(b / 143 ** k) for k, b in zip(powers, fit.params)]})
(here / "classic-forecasters.json").write_text(json.dumps(out) + "\n")
