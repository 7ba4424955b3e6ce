"""Values of sktime's transformers and of forecasts through them. Run: python transformers.py > transformers.json"""
import json
import os
import warnings

import numpy as np
import pandas as pd
import sktime
from sktime.forecasting.compose import EnsembleForecaster
from sktime.forecasting.naive import NaiveForecaster
from sktime.transformations.boxcox import BoxCoxTransformer, LogTransformer
from sktime.transformations.date import DateTimeFeatures
from sktime.transformations.detrend import Deseasonalizer, Detrender, STLTransformer
from sktime.transformations.difference import Differencer
from sktime.transformations.exponent import ExponentTransformer, SqrtTransformer
from sktime.transformations.fourier import FourierFeatures
from sktime.transformations.hpfilter import HPFilter
from sktime.transformations.impute import Imputer
from sktime.transformations.outlier_detection import HampelFilter
from sktime.transformations.scaledlogit import ScaledLogitTransformer
from sktime.transformations.summarize import WindowSummarizer

warnings.filterwarnings("ignore")
here = os.path.dirname(__file__)
with open(os.path.join(here, "series-r.json")) as f:
    airline = json.load(f)["AirPassengers"]
y = pd.Series(np.array(airline, dtype=float))
holed = y.copy()
for at in (5, 6, 20, 50, 51, 52, 100):
    holed[at] = np.nan
spiked = y.copy()
spiked[40] = 900.0


def plain(values):
    return [None if pd.isna(v) else float(v) for v in np.asarray(values, dtype=float).ravel()]


def columns(frame):
    return {str(c): plain(frame[c]) for c in frame.columns}


def fh(f, series=y):
    # All steps: with some left out, sktime adds up differences as if they were neighbours.
    return plain(f.fit(series).predict(fh=list(range(1, 25))))


out = {"versions": {"sktime": sktime.__version__, "pandas": pd.__version__, "numpy": np.__version__}}
out["transformed"] = {
    "Deseasonalizer(sp=12)": plain(Deseasonalizer(sp=12).fit_transform(y)),
    "Deseasonalizer(sp=12, model='multiplicative')": plain(Deseasonalizer(sp=12, model="multiplicative").fit_transform(y)),
    "Detrender()": plain(Detrender().fit_transform(y)),
    "Detrender(model='multiplicative')": plain(Detrender(model="multiplicative").fit_transform(y)),
    "LogTransformer(offset=2, scale=0.5)": plain(LogTransformer(offset=2, scale=0.5).fit_transform(y)),
    "SqrtTransformer()": plain(SqrtTransformer().fit_transform(y)),
    "ExponentTransformer(power=0.25)": plain(ExponentTransformer(power=0.25).fit_transform(y)),
    "ScaledLogitTransformer(50, 900)": plain(ScaledLogitTransformer(50, 900).fit_transform(y)),
    "ScaledLogitTransformer(50)": plain(ScaledLogitTransformer(50).fit_transform(y)),
    "ScaledLogitTransformer(None, 900)": plain(ScaledLogitTransformer(None, 900).fit_transform(y)),
    "Differencer([1, 12])": plain(Differencer([1, 12]).fit_transform(y)),
    "Differencer(12, 'drop_na')": plain(Differencer(12, na_handling="drop_na").fit_transform(y)),
    "BoxCoxTransformer()": plain(BoxCoxTransformer().fit_transform(y)),
    "HPFilter()": plain(HPFilter().fit_transform(y)),
    "STLTransformer(sp=12)": plain(STLTransformer(sp=12).fit_transform(y)),
}
out["lambdas"] = {
    "mle": float(BoxCoxTransformer(method="mle").fit(y).lambda_),
    "pearsonr": float(BoxCoxTransformer(method="pearsonr").fit(y).lambda_),
    "guerrero": float(BoxCoxTransformer(method="guerrero", sp=12).fit(y).lambda_),
    "mle_bounded": float(BoxCoxTransformer(method="mle", bounds=(0.3, 1)).fit(y).lambda_),
}
# Not drift: sktime's line is fitted to holes that were filled forwards first.
out["imputed"] = {
    m: plain(Imputer(method=m).fit_transform(holed))
    for m in ("linear", "nearest", "mean", "median", "bfill", "ffill")
}
out["hampel"] = plain(HampelFilter(window_length=10).fit_transform(spiked))
out["hampel_7"] = plain(HampelFilter(window_length=7, n_sigma=2).fit_transform(spiked[:60]))
out["fourier"] = columns(FourierFeatures(sp_list=[12, 4], fourier_terms_list=[3, 2]).fit_transform(y[:30]))
days = pd.date_range("2019-12-25", periods=500, freq="D")
daily = pd.DataFrame({"x": np.arange(500.0)}, index=days)
out["dates"] = columns(DateTimeFeatures(ts_freq="D", feature_scope="comprehensive").fit_transform(daily))
out["dates_minimal"] = list(DateTimeFeatures(ts_freq="M").fit_transform(daily).columns)
hours = pd.DataFrame({"x": np.arange(60.0)}, index=pd.date_range("2020-02-28 05:30", periods=60, freq="h"))
out["hours"] = columns(
    DateTimeFeatures(manual_selection=["hour_of_day", "hour_of_week", "minute_of_hour"]).fit_transform(hours)
)
windows = {"lag": [1, 3], "mean": [[1, 3], [2, 4]], "std": [[1, 5]], "median": [[0, 4]], "sum": [[1, 2]]}
out["windows"] = columns(WindowSummarizer(lag_feature=windows).fit_transform(pd.DataFrame({"x": y[:30]})))

last, season, drift = NaiveForecaster(), NaiveForecaster(sp=12), NaiveForecaster("drift")
out["forecasts"] = {
    "Detrender() * NaiveForecaster(sp=12)": fh(Detrender() * season),
    "LogTransformer() * NaiveForecaster('drift')": fh(LogTransformer() * drift),
    "LogTransformer() * Detrender() * NaiveForecaster(sp=12)": fh(LogTransformer() * Detrender() * season),
    "Deseasonalizer(sp=12, model='multiplicative') * NaiveForecaster('drift')": fh(
        Deseasonalizer(sp=12, model="multiplicative") * drift
    ),
    "BoxCoxTransformer() * NaiveForecaster('drift')": fh(BoxCoxTransformer() * drift),
    "Differencer() * NaiveForecaster('mean')": fh(Differencer() * NaiveForecaster("mean")),
    "Differencer([1, 12]) * NaiveForecaster()": fh(Differencer([1, 12]) * last),
    # Not STLTransformer * drift: sktime's inverse puts no season back.
    "EnsembleForecaster([NaiveForecaster(), NaiveForecaster(sp=12), NaiveForecaster('drift')])": fh(
        EnsembleForecaster([("a", last), ("b", season), ("c", drift)])
    ),
    "EnsembleForecaster([NaiveForecaster(), NaiveForecaster(sp=12), NaiveForecaster('drift')], aggfunc='gmean', weights=[1, 2, 3])": fh(
        EnsembleForecaster([("a", last), ("b", season), ("c", drift)], aggfunc="gmean", weights=[1, 2, 3])
    ),
    "EnsembleForecaster([NaiveForecaster(), NaiveForecaster(sp=12), NaiveForecaster('drift')], aggfunc='median')": fh(
        EnsembleForecaster([("a", last), ("b", season), ("c", drift)], aggfunc="median")
    ),
}
# The first 5 rows cut away: the seasons keep their places.
out["forecasts_from_5"] = {
    "Deseasonalizer(sp=12) * NaiveForecaster('drift')": fh(Deseasonalizer(sp=12) * drift, y[5:]),
}
print(json.dumps(out))
