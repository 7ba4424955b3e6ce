"""sktime's splitters -> splitters.json"""
import json, pathlib, warnings
import numpy as np, pandas as pd, sktime
from sktime.split import (CutoffSplitter, ExpandingGreedySplitter, ExpandingWindowSplitter, SingleWindowSplitter,
                          SlidingWindowSplitter, TemporalTrainTestSplitter)

warnings.simplefilter("ignore")
here = pathlib.Path(__file__).parent
cases = ["ExpandingWindowSplitter()", "ExpandingWindowSplitter(fh=[2, 4], initial_window=5, step_length=2)",
         "ExpandingWindowSplitter(fh=3, initial_window=4)", "ExpandingWindowSplitter(fh=[1, 2, 3], initial_window=4, step_length=5)",
         "SlidingWindowSplitter()", "SlidingWindowSplitter(fh=[2, 4], window_length=3, step_length=2)",
         "SlidingWindowSplitter(fh=[1, 2], window_length=3, step_length=3, initial_window=7)",
         "SlidingWindowSplitter(fh=2, window_length=4, start_with_window=False)",
         "SingleWindowSplitter(fh=3)", "SingleWindowSplitter(fh=[2, 4], window_length=3)",
         "TemporalTrainTestSplitter()", "TemporalTrainTestSplitter(test_size=0.3)", "TemporalTrainTestSplitter(train_size=0.3)",
         "TemporalTrainTestSplitter(test_size=4)", "TemporalTrainTestSplitter(train_size=4)",
         "TemporalTrainTestSplitter(test_size=0.2, train_size=0.3)", "TemporalTrainTestSplitter(test_size=0.2, train_size=0.3, anchor='end')",
         "CutoffSplitter(cutoffs=[4, 7], fh=[1, 2], window_length=3)", "CutoffSplitter(cutoffs=[3, 9])",
         "ExpandingGreedySplitter(test_size=1)", "ExpandingGreedySplitter(test_size=3, folds=2, step_length=2)", "ExpandingGreedySplitter(test_size=0.2, folds=2)"]
out = {"versions": {"sktime": sktime.__version__}, "cases": []}
for n in (10, 23):
    y = pd.Series(np.arange(n, dtype=float))
    for text in cases:
        try:
            splitter = eval(text.replace("cutoffs=[", "cutoffs=np.array([").replace("], fh", "]), fh").replace("9])", "9]))"))
            folds = [([int(v) for v in a], [int(v) for v in b]) for a, b in splitter.split(y)]
        except Exception as error:
            print(n, text, repr(error)[:200]); continue
        out["cases"].append({"n": n, "text": text, "folds": folds})
(here / "splitters.json").write_text(json.dumps(out) + "\n")
for c in out["cases"][:40]: print(c["n"], c["text"], str(c["folds"])[:150])
