"""sktime's seasonality test of M4, SeasonalityACF and SeasonalityPeriodogram -> seasonality.json"""
import json, pathlib
import numpy as np, pandas as pd, sktime
from sktime.param_est.seasonality import SeasonalityACF, SeasonalityPeriodogram
from sktime.utils.seasonality import autocorrelation_seasonality_test

here = pathlib.Path(__file__).parent
classics = json.loads((here / "series-r.json").read_text())
rng = np.random.default_rng(4)
classics["wave_7"] = [round(float(v), 6) for v in np.sin(2 * np.pi * np.arange(200) / 7) + rng.normal(size=200) * 0.5]
classics["noise"] = [round(float(v), 6) for v in rng.normal(size=120)]
out = {"versions": {"sktime": sktime.__version__}, "wave_7": classics["wave_7"], "noise": classics["noise"], "m4": [], "acf": [], "periodogram": []}
for name in ["AirPassengers", "UKgas", "JohnsonJohnson", "nottem", "sunspot.year", "wave_7", "noise"]:
    y = pd.Series(classics[name], dtype=float)
    for sp in [4, 7, 11, 12]:
        out["m4"].append({"name": name, "sp": sp, "seasonal": bool(autocorrelation_seasonality_test(y, sp))})
    d = y.diff()[1:].reset_index(drop=True)
    for args in [{}, {"candidate_sp": [4, 7, 12]}, {"nlags": 40, "p_threshold": 0.01}]:
        if "candidate_sp" in args:
            est = SeasonalityACF(nlags=12, **args).fit(d)
        else:
            est = SeasonalityACF(**args).fit(d)
        out["acf"].append({"name": name, "args": args, "sp": int(est.sp_), "lags": [int(v) for v in est.sp_significant_],
                           "lower": [float(est.confint_[v, 0]) for v in est.sp_significant_]})
    for args in [{}, {"min_period": 2, "thresh": 0.3}, {"max_period": 20, "thresh": 0.05}]:
        est = SeasonalityPeriodogram(**args).fit(d)
        peaks = est.periodogram_peaks(d, est.min_period, est.max_period, est.thresh)
        out["periodogram"].append({"name": name, "args": args, "sp": int(est.sp_), "periods": [int(p[0]) for p in peaks or []],
                                   "power": [float(p[1]) for p in peaks or []]})
(here / "seasonality.json").write_text(json.dumps(out) + "\n")
