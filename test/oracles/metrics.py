"""sktime's metrics on airline's last 36 months under simple forecasts, and properscoring-like sums for intervals -> metrics.json"""
import json, pathlib, warnings
import numpy as np, pandas as pd, scipy, sktime
from scipy.stats import norm
import sktime.performance_metrics.forecasting as m
from sktime.performance_metrics.forecasting.probabilistic import PinballLoss, EmpiricalCoverage, IntervalWidth, ConstraintViolation

warnings.simplefilter("ignore")
here = pathlib.Path(__file__).parent
air = np.array(json.loads((here / "series-r.json").read_text())["AirPassengers"], float)
train, true = air[:108], air[108:]
rng = np.random.default_rng(5)
forecasts = {
    "last": np.full(36, train[-1]),
    "seasonal": np.array([train[-12 + i % 12] for i in range(36)]),
    "mean": np.full(36, train.mean()),
    "noisy": np.round(true + rng.normal(size=36) * 20, 3),
}
def scores(f):
    index = pd.RangeIndex(108, 144)
    y, p, t = pd.Series(true, index=index), pd.Series(f, index=index), pd.Series(train, index=pd.RangeIndex(108))
    out = {
        "MeanAbsoluteError()": m.MeanAbsoluteError()(y, p),
        "MeanSquaredError()": m.MeanSquaredError()(y, p),
        "MeanSquaredError(square_root=True)": m.MeanSquaredError(square_root=True)(y, p),
        "MedianAbsoluteError()": m.MedianAbsoluteError()(y, p),
        "MeanAbsolutePercentageError()": m.MeanAbsolutePercentageError()(y, p),
        "MeanAbsolutePercentageError(symmetric=True)": m.MeanAbsolutePercentageError(symmetric=True)(y, p),
        "MeanAbsolutePercentageError(relative_to='y_pred')": m.MeanAbsolutePercentageError(relative_to="y_pred")(y, p),
        "MeanSquaredLogError()": m.MeanSquaredLogError()(y, p),
        "MeanSquaredLogError(square_root=True)": m.MeanSquaredLogError(square_root=True)(y, p),
    }
    for sp in (1, 12):
        out[f"MeanAbsoluteScaledError(sp={sp})"] = m.MeanAbsoluteScaledError(sp=sp)(y, p, y_train=t)
        out[f"MeanSquaredScaledError(sp={sp})"] = m.MeanSquaredScaledError(sp=sp)(y, p, y_train=t)
        out[f"MeanSquaredScaledError(sp={sp}, square_root=True)"] = m.MeanSquaredScaledError(sp=sp, square_root=True)(y, p, y_train=t)
        out[f"TheilU2(sp={sp})"] = m.TheilU2(sp=sp)(y, p, y_train=t)
    return {k: float(v) for k, v in out.items()}

def interval(y, l, u, c):
    cols = pd.MultiIndex.from_tuples([("y", c, "lower"), ("y", c, "upper")])
    frame = pd.DataFrame(np.column_stack([l, u]), columns=cols)
    truth = pd.Series(y, name="y")
    q = pd.DataFrame(np.column_stack([l, u]), columns=pd.MultiIndex.from_tuples([("y", (1 - c) / 2), ("y", (1 + c) / 2)]))
    return {"EmpiricalCoverage()": float(EmpiricalCoverage()(truth, frame)), "IntervalWidth()": float(IntervalWidth()(truth, frame)),
            "ConstraintViolation()": float(ConstraintViolation()(truth, frame)), "PinballLoss()": float(PinballLoss()(truth, q))}

y = true; l = np.round(forecasts["noisy"] - 25, 3); u = np.round(forecasts["noisy"] + 20, 3)
sd = 15.0
z = (true - forecasts["noisy"]) / sd
crps = float(np.mean(sd * (z * (2 * norm.cdf(z) - 1) + 2 * norm.pdf(z) - 1 / np.sqrt(np.pi))))
out = {"versions": {"sktime": sktime.__version__, "scipy": scipy.__version__},
       "forecasts": {k: list(map(float, v)) for k, v in forecasts.items()},
       "scores": {k: scores(v) for k, v in forecasts.items()},
       "interval": {"lower": list(l), "upper": list(u), "coverage": 0.8, "scores": interval(y, l, u, 0.8)},
       "normal": {"sd": sd, "crps": crps}}
(here / "metrics.json").write_text(json.dumps(out, default=float) + "\n")
