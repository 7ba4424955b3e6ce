# Power oracles that base R does not have: unequal arms, a margin, sequential looks, exact enumeration.
# python test/oracles/power.py > test/oracles/power.json   (NumPy, SciPy, statsmodels)
import json, sys
import numpy as np, scipy, statsmodels
from scipy import optimize, stats
from statsmodels.stats.power import TTestIndPower, NormalIndPower
from statsmodels.stats.proportion import power_proportions_2indep, proportion_effectsize

Z = stats.norm.ppf


def restricted(p1, p2, n1, n2, delta):
    """Most likely p1 under p2 = p1 + delta, by maximising the likelihood numerically."""
    low, high = max(0, -delta) + 1e-12, min(1, 1 - delta) - 1e-12
    minus = lambda p: -(n1 * (p1 * np.log(p) + (1 - p1) * np.log1p(-p)) + n2 * (p2 * np.log(p + delta) + (1 - p2) * np.log1p(-p - delta)))
    return optimize.minimize_scalar(minus, bounds=(low, high), method="bounded", options={"xatol": 1e-13}).x


def margin_n(p1, p2, margin, power, alpha, k=1.0):
    """Control units of the Farrington-Manning test that p2 > p1 - margin."""
    pc = restricted(p1, p2, 1, k, -margin)
    s0 = np.sqrt(pc * (1 - pc) + (pc - margin) * (1 - pc + margin) / k)
    s1 = np.sqrt(p1 * (1 - p1) + p2 * (1 - p2) / k)
    return ((Z(1 - alpha) * s0 + Z(power) * s1) / (p2 - p1 + margin)) ** 2


def crossing(fractions, bounds, drift, points=1601):
    """P(cross the upper bound first): Simpson's rule on each look's continuation region."""
    sf, pdf = stats.norm.sf, stats.norm.pdf
    t = fractions[0]
    total = sf(bounds[0] - drift * np.sqrt(t))
    c = bounds[0] * np.sqrt(t)
    nodes = np.linspace(-c, c, points)
    density = pdf(nodes, drift * t, np.sqrt(t))
    for before, t, b in zip(fractions, fractions[1:], bounds[1:]):
        weights = np.full(points, 2.0); weights[1::2] = 4; weights[0] = weights[-1] = 1
        mass = density * weights * (nodes[1] - nodes[0]) / 3
        dt, c = t - before, b * np.sqrt(t)
        total += np.sum(mass * sf((c - nodes - drift * dt) / np.sqrt(dt)))
        new = np.linspace(-c, c, points)
        density = pdf(new[:, None], nodes[None, :] + drift * dt, np.sqrt(dt)) @ mass
        nodes = new
    return float(total)


def inflation(bounds, alpha, power):
    k = len(bounds)
    fr = [(i + 1) / k for i in range(k)]
    fixed = Z(1 - alpha / 2) + Z(power)
    drift = optimize.brentq(lambda d: crossing(fr, bounds, d) - power, fixed * 0.9, fixed * 1.5, xtol=1e-7)
    return (drift / fixed) ** 2


def exact(p1, p2, n1, n2, z):
    x1, x2 = np.arange(n1 + 1)[:, None], np.arange(n2 + 1)[None, :]
    pooled = (x1 + x2) / (n1 + n2)
    with np.errstate(divide="ignore", invalid="ignore"):
        stat = (x2 / n2 - x1 / n1) / np.sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2))
    w = stats.binom.pmf(x1, n1, p1) * stats.binom.pmf(x2, n2, p2)
    return {"more": float(w[stat > z].sum()), "less": float(w[stat < -z].sum())}


out = {
    "made_with": {"python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__, "statsmodels": statsmodels.__version__},
    "unequal": [
        {"p1": p1, "p2": p2, "n1": n1, "n2": n2, "power_both_tails": float(power_proportions_2indep(p2 - p1, p1, n2, ratio=n1 / n2).power)}
        for p1, p2, n1, n2 in [(0.1, 0.2, 154, 308), (0.1, 0.2, 308, 154), (0.05, 0.04, 20000, 5000)]
    ],
    "arcsine_one_sided_n": float(NormalIndPower().solve_power(proportion_effectsize(0.022, 0.001), alpha=0.05, power=0.8, alternative="larger")),
    "t_both_tails": {
        "n_d05": float(TTestIndPower().solve_power(0.5, power=0.8, alpha=0.05)),
        "power_n20_d1": float(TTestIndPower().power(1, 20, 0.05)),
        "n_power9_d1": float(TTestIndPower().solve_power(1, power=0.9, alpha=0.05)),
        "power_n30_60_d05": float(TTestIndPower().power(0.5, 30, 0.05, ratio=2)),
    },
    "margin": [
        {"p1": p1, "p2": p2, "margin": m, "power": pw, "alpha": a, "k": k, "n": float(margin_n(p1, p2, m, pw, a, k))}
        for p1, p2, m, pw, a, k in [(0.1, 0.1, 0.02, 0.8, 0.05, 1), (0.65, 0.65, 0.1, 0.8, 0.025, 1), (0.9, 0.88, 0.05, 0.9, 0.025, 2)]
    ],
    "inflation": [
        {"kind": kind, "looks": len(b), "power": pw, "factor": inflation(b, 0.05, pw)}
        for kind, b in [
            ("obrien_fleming", [4.876885, 3.357012, 2.680280, 2.289817, 2.031032]),
            ("obrien_fleming", [2.962588, 1.968596]),
            ("pocock", [2.437977, 2.426814, 2.410194, 2.396645, 2.385985]),
        ]
        for pw in (0.8, 0.9)
    ],
    "exact": [
        {"p1": p1, "p2": p2, "n1": n1, "n2": n2, **exact(p1, p2, n1, n2, Z(0.975))}
        for p1, p2, n1, n2 in [(0.1, 0.1, 30, 30), (0.1, 0.4, 30, 30), (0.022, 0.001, 225, 225), (0.3, 0.1, 40, 80), (0.5, 0.5, 100, 100)]
    ],
}
json.dump(out, sys.stdout, indent=1)
