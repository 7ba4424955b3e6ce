"""Values for the lift estimators, by statsmodels, SciPy and formulas written out on numpy arrays. Run: python lift.py > lift.json"""
import itertools
import json
import math

import numpy as np
import scipy
import scipy.stats as st
from scipy import optimize
import statsmodels
import statsmodels.api as sm
from statsmodels.stats.proportion import confint_proportions_2indep, proportions_ztest
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

Z = st.norm.ppf(0.975)


def fixture():
    i = np.arange(200)
    x = ((37 * i) % 101) / 10
    t = (7919 * i + (i * i) % 11) % 2
    e = (((53 * i) % 97) - 48) / 12
    y = 5 + 0.6 * x + 1.5 * t + 0.4 * t * (x - 5) + e
    return x, t, y, (1 + (13 * i) % 4).astype(float), (i % 3)


def interval(d, se, q=Z):
    return [d - q * se, d + q * se]


def welch(x, t, y):
    c, a = y[t == 0], y[t == 1]
    r = st.ttest_ind(a, c, equal_var=False)
    ci = CompareMeans(DescrStatsW(a), DescrStatsW(c)).tconfint_diff(usevar="unequal")
    d = a.mean() - c.mean()
    se = math.sqrt(a.var(ddof=1) / len(a) + c.var(ddof=1) / len(c))
    return {
        "n": [len(c), len(a)], "mean": [c.mean(), a.mean()], "variance": [c.var(ddof=1), a.var(ddof=1)],
        "diff": d, "se": se, "z_ci": interval(d, se), "t": r.statistic, "p": r.pvalue, "df": r.df, "welch_ci": list(ci),
    }


def cuped(x, t, y):
    xc = [x[t == k] for k in (0, 1)]
    yc = [y[t == k] for k in (0, 1)]
    within = sum(((a - a.mean()) * (b - b.mean())).sum() for a, b in zip(xc, yc)) / sum(((a - a.mean()) ** 2).sum() for a in xc)
    pooled = np.cov(x, y, ddof=1)[0, 1] / x.var(ddof=1)
    out = {"theta": {"within": within, "all_units": pooled}}
    for name, theta in out["theta"].items():
        v = y - theta * (x - x.mean())
        d = v[t == 1].mean() - v[t == 0].mean()
        se = math.sqrt(sum(v[t == k].var(ddof=1) / (t == k).sum() for k in (0, 1)))
        # The relative lift of the adjusted means by the delta method, from the joint covariance of the four arm means.
        nc, nt = (t == 0).sum(), (t == 1).sum()
        pc, pt = nc / len(t), nt / len(t)
        cov = np.zeros((4, 4))
        cov[:2, :2] = np.cov(yc[0], xc[0], ddof=1) / nc
        cov[2:, 2:] = np.cov(yc[1], xc[1], ddof=1) / nt
        wc = np.array([1, -theta * pt, 0, theta * pt])
        wt = np.array([0, theta * pc, 1, -theta * pc])
        means = np.array([yc[0].mean(), xc[0].mean(), yc[1].mean(), xc[1].mean()])
        mc, mt = wc @ means, wt @ means
        grad = wt / mc - wc * mt / mc**2
        out[name] = {"diff": d, "se": se, "ci": interval(d, se), "adjusted_means": [mc, mt],
                     "relative": mt / mc - 1, "relative_se": math.sqrt(grad @ cov @ grad)}
    return out


def regressions(x, t, y):
    designs = {
        "ancova": np.column_stack([np.ones_like(y), t, x - x.mean()]),
        "lin": np.column_stack([np.ones_like(y), t, x - x.mean(), t * (x - x.mean())]),
    }
    out = {}
    for name, design in designs.items():
        fit = sm.OLS(y, design).fit()
        out[name] = {"diff": fit.params[1], "slopes": list(fit.params[2:]), "df": fit.df_resid}
        for form in ("HC2", "HC3"):
            robust = fit.get_robustcov_results(form, use_t=True)
            cov = robust.cov_params()
            out[name][form] = {"se": robust.bse[1], "ci": list(robust.conf_int()[1]), "control_se": math.sqrt(cov[0, 0]),
                               "treatment_se": math.sqrt(np.array([1, 1]) @ cov[:2, :2] @ np.array([1, 1]))}
    return out


def stratified(t, y, s):
    d, v = 0.0, 0.0
    for k in np.unique(s):
        a, c = y[(s == k) & (t == 1)], y[(s == k) & (t == 0)]
        w = (s == k).mean()
        d += w * (a.mean() - c.mean())
        v += w * w * (a.var(ddof=1) / len(a) + c.var(ddof=1) / len(c))
    return {"diff": d, "se": math.sqrt(v)}


TABLES = [(178, 2016, 261, 1984), (14, 28, 16, 30), (0, 40, 5, 42), (3, 50, 0, 45), (1, 1000, 9, 1000), (40, 40, 30, 33), (7, 9, 2, 200), (1, 34, 7, 34), (5000, 100000, 5200, 100000)]


def score_by_definition(k1, n1, k2, n2, alpha):
    """Miettinen-Nurminen by definition: the restricted likelihood's score equation solved for each difference.
    statsmodels 0.15.0 is no oracle here: its cubic has count0 where nobs0 belongs (statsmodels#10269)."""
    q, d, n = st.norm.ppf(1 - alpha / 2), k2 / n2 - k1 / n1, n1 + n2

    def restricted(delta):
        lo, hi = max(0, -delta), 1 - max(0, delta)
        part = lambda k, p: 0 if k == 0 else k / max(p, 1e-300)
        slope = lambda p: part(k1, p) - part(n1 - k1, 1 - p) + part(k2, p + delta) - part(n2 - k2, 1 - p - delta)
        tiny = 1e-14 + 1e-10 * (hi - lo)
        if slope(lo + tiny) < 0 or slope(hi - tiny) > 0:
            return lo if slope(lo + tiny) < 0 else hi
        return optimize.brentq(slope, lo + tiny, hi - tiny, xtol=1e-16, rtol=1e-14)

    def excess(delta, side):
        p = restricted(delta)
        v = (p * (1 - p) / n1 + (p + delta) * (1 - p - delta) / n2) * n / (n - 1)
        return side * (d - delta) / math.sqrt(v) - q

    return [optimize.brentq(excess, -1 + 1e-6, d - 1e-9, args=(1,), xtol=1e-13), optimize.brentq(excess, d + 1e-9, 1 - 1e-6, args=(-1,), xtol=1e-13)]


def proportions():
    rows = []
    for k1, n1, k2, n2 in TABLES:
        arms = (k2, n2, k1, n1)
        z, p = proportions_ztest([k2, k1], [n2, n1])
        row = {"control": [k1, n1], "treatment": [k2, n2], "pooled_z": z, "pooled_p": p}
        for name, method in (("newcombe", "newcomb"), ("wald", "wald")):
            for level in (0.05, 0.01):
                row[f"{name}_{level}"] = list(confint_proportions_2indep(*arms, method=method, compare="diff", alpha=level))
        for level in (0.05, 0.01):
            row[f"miettinen_nurminen_{level}"] = score_by_definition(k1, n1, k2, n2, level)
        rows.append(row)
    return rows


def bootstrap():
    """Resamples as numpy draws them: the control's units, then the treatment's."""
    rng = np.random.default_rng(7)
    c, t = np.array([2.0, 3.5, 1.0, 8.0, 2.5, 4.0, 12.0]), np.array([3.0, 9.5, 4.0, 2.0, 20.0])
    draws = []
    for _ in range(60):
        a = c[rng.integers(len(c), size=len(c))]
        b = t[rng.integers(len(t), size=len(t))]
        draws.append(b.mean() - a.mean())
    return {"control": list(c), "treatment": list(t), "differences": draws, "interval": list(np.quantile(draws, [0.025, 0.975]))}


def permutation():
    c = np.array([1.0, 4.0, 2.5, 7.0, 3.0, 5.5])
    t = np.array([6.0, 9.5, 4.5, 12.0, 8.0])
    stat = lambda a, b: st.ttest_ind(a, b, equal_var=False).statistic
    r = st.permutation_test((t, c), stat, permutation_type="independent", n_resamples=np.inf, alternative="two-sided", vectorized=False)
    pooled = np.concatenate([t, c])
    observed = abs(stat(t, c))
    hits = total = 0
    for chosen in itertools.combinations(range(11), 5):
        mask = np.zeros(11, bool)
        mask[list(chosen)] = True
        hits += abs(stat(pooled[mask], pooled[~mask])) >= observed * (1 - 1e-12)
        total += 1
    return {"control": list(c), "treatment": list(t), "statistic": float(r.statistic), "hits": int(hits), "assignments": total,
            "scipy_p": float(r.pvalue)}


x, t, y, b, s = fixture()
print(json.dumps({
    "versions": {"scipy": scipy.__version__, "statsmodels": statsmodels.__version__, "numpy": np.__version__},
    "welch": welch(x, t, y),
    "balance": {"t": st.ttest_ind(x[t == 1], x[t == 0], equal_var=False).statistic, "p": st.ttest_ind(x[t == 1], x[t == 0], equal_var=False).pvalue},
    "cuped": cuped(x, t, y),
    "regressions": regressions(x, t, y),
    "stratified": stratified(t, y, s),
    "proportions": proportions(),
    "bootstrap": bootstrap(),
    "permutation": permutation(),
}, indent=1, default=float))
