"""The same lift by pandas, SciPy and statsmodels: units checked, Welch, CUPED. argv: file, unit column."""
import sys

import numpy as np
import pandas as pd
from scipy import stats

path, unit = sys.argv[1:3]
frame = pd.read_parquet(path, columns=[unit, "arm", "spend", "pre_spend"])
assert frame.groupby(unit)["arm"].nunique().max() == 1 and not frame[unit].duplicated().any()
control, treatment = frame[frame["arm"] == "control"], frame[frame["arm"] == "treatment"]
within = [(arm["spend"] - arm["spend"].mean(), arm["pre_spend"] - arm["pre_spend"].mean()) for arm in (control, treatment)]
theta = sum((y * x).sum() for y, x in within) / sum((x * x).sum() for _, x in within)
adjusted = [arm["spend"] - theta * (arm["pre_spend"] - frame["pre_spend"].mean()) for arm in (control, treatment)]
print(stats.ttest_ind(adjusted[1], adjusted[0], equal_var=False), np.mean(adjusted[1]) - np.mean(adjusted[0]))
