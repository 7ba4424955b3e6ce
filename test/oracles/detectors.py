"""sktime's detectors on classic series -> detectors.json"""
import json, pathlib, warnings
import numpy as np, pandas as pd, sktime
from sktime.detection.pelt import PELT
from sktime.detection.bs import BinarySegmentation
from sktime.detection.moving_window import MovingWindow
from sktime.detection.hampel import HampelDetector
from sktime.detection.naive import ThresholdDetector
from sktime.detection.stray import STRAY

warnings.simplefilter("ignore")
here = pathlib.Path(__file__).parent
classics = json.loads((here / "series-r.json").read_text())
names = ["AirPassengers", "Nile", "lynx", "UKgas", "sunspot.year"]
rng = np.random.default_rng(6)
steps = np.concatenate([rng.normal(m, 1, 40) for m in (0, 3, -1, -1.5, 4)])
classics["steps"] = [round(float(v), 4) for v in steps]
names.append("steps")
def sigma(y):
    d = np.diff(y)
    return 1.4826 * np.median(np.abs(d - np.median(d))) / np.sqrt(2)
def ilocs(detector, y):
    found = detector.fit_predict(pd.Series(y))
    return [int(v) for v in np.ravel(found["ilocs"] if isinstance(found, pd.DataFrame) else found)]
out = {"versions": {"sktime": sktime.__version__}, "steps": classics["steps"], "pelt": [], "binary": [], "mosum": [], "hampel": [], "stray": []}
for name in names:
    y = np.array(classics[name], float)
    s = sigma(y)
    out["pelt"] += [{"name": name, "sigma": s, "min_segment_length": m, "penalty": pen, "ilocs": ilocs(PELT(min_segment_length=m, penalty=pen), y / s)}
                    for m in (1, 5) for pen in (None, 20.0)]
    out["binary"] += [{"name": name, "threshold": t * s, "min_cp_distance": d, "ilocs": ilocs(BinarySegmentation(threshold=t * s, min_cp_distance=d), y)}
                      for t in (3.0, 8.0) for d in (0, 4)]
    for bw in (10, 20):
        for method in ("local_optimum", "detection_length"):
            detector = MovingWindow(bandwidth=bw, penalty=3.2, selection_method=method)
            out["mosum"].append({"name": name, "bandwidth": bw, "selection_method": method, "ilocs": ilocs(detector, y / s)})
    out["mosum"].append({"name": name, "bandwidth": [10, 20], "selection_method": "local_optimum", "ilocs": ilocs(MovingWindow(bandwidth=[10, 20], penalty=3.2), y / s)})
    for w, n in ((10, 3), (15, 2)):
        h = HampelDetector(window_length=w, n_sigma=n)
        out["hampel"].append({"name": name, "window_length": w, "n_sigma": n, "ilocs": ilocs(h, y),
                              "scores": [float(v) for v in h.fit(pd.Series(y)).transform_scores(pd.Series(y)).iloc[:, 0]]})
    for args in ({}, {"k": 3, "alpha": 0.1}, {"k": 1, "size_threshold": 10, "outlier_tail": "min"}):
        d = STRAY(**args).fit(y)
        out["stray"].append({"name": name, "args": args, "outliers": [int(i) for i in np.where(d.y_)[0]], "scores": [float(v) for v in d.score_]})
(here / "detectors.json").write_text(json.dumps(out) + "\n")
for k in ("pelt", "binary", "mosum", "hampel", "stray"):
    print(k, [(e["name"], e.get("ilocs", e.get("outliers"))) for e in out[k] if e["name"] in ("Nile", "steps")])
