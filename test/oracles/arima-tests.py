"""KPSS and ADF of statsmodels, seasonal differences by OCSB of pmdarima, the exact likelihood of differenced series (SARIMAX, simple differencing), AutoReg.

python test/oracles/arima-tests.py > test/oracles/arima-tests.json
"""
import json
import sys
import warnings

import numpy as np
import pmdarima
import statsmodels
import statsmodels.api as sm
from statsmodels.tsa.adfvalues import mackinnonp
from statsmodels.tsa.ar_model import AutoReg
from statsmodels.tsa.stattools import adfuller, kpss

warnings.simplefilter("ignore")
airline = json.load(open(sys.path[0] + "/arima-auto.json"))["series"]
series = {k: np.array(airline[k]["y"]) for k in ("airline", "Nile", "lynx", "UKgas", "LakeHuron")}
series["differenced_airline"] = np.diff(series["airline"])
out = {"made_with": f"statsmodels {statsmodels.__version__}, numpy {np.__version__}, pmdarima {pmdarima.__version__}", "kpss": [], "adf": [], "mackinnon": [], "sarimax": [], "autoreg": []}
for name, y in series.items():
    for regression in ("c", "ct"):
        for nlags in ("auto", "legacy", 0, 4):
            s, p, l, _ = kpss(y, regression=regression, nlags=nlags)
            out["kpss"].append({"series": name, "regression": regression, "nlags": nlags, "statistic": s, "p": p, "lags": l})
    for regression in ("n", "c", "ct", "ctt"):
        for autolag in ("AIC", "BIC", "t-stat", None):
            r = adfuller(y, regression=regression, autolag=autolag, maxlag=6 if autolag is None else None)
            out["adf"].append({"series": name, "regression": regression, "autolag": autolag, "statistic": r[0], "p": r[1], "lags": int(r[2]), "n": int(r[3])})
for regression in ("n", "c", "ct", "ctt"):
    for tau in (-30, -6, -3.5, -2, -1, 0.2, 0.6, 1, 3):
        out["mackinnon"].append({"regression": regression, "tau": tau, "p": mackinnonp(tau, regression)})
for name, y, order, seasonal in [
    ("airline_log", np.log(series["airline"]), (0, 1, 1), (0, 1, 1, 12)),
    ("airline", series["airline"], (2, 1, 1), (0, 1, 0, 12)),
    ("lynx", series["lynx"], (2, 0, 2), (0, 0, 0, 0)),
    ("UKgas", series["UKgas"], (1, 1, 1), (1, 1, 1, 4)),
]:
    trend = "c" if name == "lynx" else "n"
    fit = sm.tsa.SARIMAX(y, order=order, seasonal_order=seasonal, trend=trend, simple_differencing=True).fit(disp=0, maxiter=2000, method="powell", xtol=1e-9, ftol=1e-14)
    fit = sm.tsa.SARIMAX(y, order=order, seasonal_order=seasonal, trend=trend, simple_differencing=True).fit(start_params=fit.params, disp=0, method="bfgs", gtol=1e-8)
    out["sarimax"].append({"series": name, "order": order, "seasonal": seasonal, "loglik": fit.llf, "params": dict(zip(fit.model.param_names, map(float, fit.params)))})
for name, lags, trend in (("lynx", 2, "c"), ("Nile", 1, "c"), ("lynx", [1, 3], "c"), ("LakeHuron", 2, "ct"), ("Nile", 3, "n")):
    fit = AutoReg(series[name], lags=lags, trend=trend).fit()
    pr = fit.get_prediction(len(series[name]), len(series[name]) + 5)
    out["autoreg"].append({"series": name, "lags": lags, "trend": trend, "params": list(map(float, fit.params)), "se": list(map(float, fit.bse)), "sigma2": float(fit.sigma2), "mean": list(map(float, pr.predicted_mean)), "sd": list(map(float, np.sqrt(pr.var_pred_mean)))})
out["ocsb"] = {
    name: int(pmdarima.arima.nsdiffs(np.array(airline[name]["y"]), airline[name]["m"], test="ocsb"))
    for name in ("airline", "airline_log", "UKgas", "USAccDeaths", "JohnsonJohnson")
}
print(json.dumps(out))
