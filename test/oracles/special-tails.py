"""Special functions where double-precision code usually fails, by mpmath at 50 digits -> special-tails.json

Everything is integrated or inverted from first principles (densities, finite sums), not taken from another
library's distribution code. Run: python special-tails.py (a minute).
"""
import json, pathlib, platform
from mpmath import mp, mpf, betainc, gammainc, exp, sqrt, quad, erfc, log, findroot, binomial, loggamma, inf, nstr

mp.dps = 50

def phi(z): return erfc(-mpf(z) / sqrt(2)) / 2
def series_beta(a, b, x):
    """I_x(a, b) = x^a (1-x)^b / (a B(a, b)) * sum of (a+b)_n / (a+1)_n x^n, all terms positive."""
    term = total = mpf(1)
    n = 0
    while term > total * mpf(10) ** -52:
        term *= x * (a + b + n) / (a + 1 + n)
        total += term
        n += 1
    return total * exp(a * log(x) + b * log(1 - x) + loggamma(a + b) - loggamma(a) - loggamma(b)) / a
def ibeta(a, b, x1, x2):
    """Between x1 and x2, one of them an end of [0, 1]; mpmath's own is slow where both parameters are large."""
    if min(a, b) < 1000: return betainc(a, b, x1, x2, regularized=True)
    if x1 == 0: return series_beta(a, b, x2) if x2 * (a + b) <= a else 1 - series_beta(b, a, 1 - x2)
    return series_beta(b, a, 1 - x1) if x1 * (a + b) > a else 1 - series_beta(a, b, x1)
def tcdf(t, v):
    t, v = mpf(t), mpf(v)
    tail = ibeta(v / 2, mpf(1) / 2, 0, v / (v + t * t)) / 2
    return tail if t < 0 else 1 - tail
def fcdf(f, a, b): f, a, b = mpf(f), mpf(a), mpf(b); return ibeta(a / 2, b / 2, 0, a * f / (a * f + b))
def fsf(f, a, b): f, a, b = mpf(f), mpf(a), mpf(b); return ibeta(b / 2, a / 2, 0, b / (a * f + b))
def chi2cdf(x, k): return gammainc(mpf(k) / 2, 0, mpf(x) / 2, regularized=True)
def chi2sf(x, k): return gammainc(mpf(k) / 2, mpf(x) / 2, inf, regularized=True)
def nct(t, v, d, upper):
    """P(T <= t) or P(T > t): integral of Phi(t s - d) over the density of s = chi_v / sqrt(v)."""
    t, v, d = mpf(t), mpf(v), mpf(d)
    c = log(2) + v / 2 * log(v / 2) - loggamma(v / 2)
    dens = lambda s: exp(c + (v - 1) * log(s) - v * s * s / 2)
    w = 1 / sqrt(2 * v)
    cuts = sorted({mpf(0), *[max(mpf(0), 1 + k * w) for k in (-12, -6, -3, -1, 0, 1, 3, 6, 12, 24, 60)], max(d / t, mpf(0)) if t else mpf(0)})
    sign = -1 if upper else 1
    return quad(lambda s: phi(sign * (t * s - d)) * dens(s) if s > 0 else mpf(0), [*cuts, inf])
def pmf(k, n, p): p = mpf(p); return binomial(n, k) * p**k * (1 - p) ** (n - k)

rows = []
def add(fn, args, value): rows.append({"fn": fn, "args": args, "v": nstr(value, 22)})

for z in (-38, -20.25, -5.1, -1e-9, 1.3, 8.5): add("normalCdf", [z], phi(z))
for p in (1e-10, 0.0228, 0.4999, 0.07, 0.93): add("normalQuantile", [p], findroot(lambda z: phi(z) - mpf(p), float(-sqrt(-2 * log(mpf(p)))) if p < 0.5 else 1.4))
for x in (1e-8, 0.5, 1.0001, 1.9999, 3.7, 14.999, 15, 1e3, 1e8): add("logGamma", [x], loggamma(mpf(x)))
for a, x in ((0.5, 1e-12), (0.5, 700), (3, 3), (40, 12), (40, 90), (5e4, 5.1e4), (1e6, 9.95e5), (1e6, 1e6), (14.9, 20), (15.1, 20)):
    add("gammaLower", [a, x], gammainc(mpf(a), 0, mpf(x), regularized=True)); add("gammaUpper", [a, x], gammainc(mpf(a), mpf(x), inf, regularized=True))
for a, b, x in ((0.5, 0.5, 1e-10), (0.5, 500, 0.001), (500, 0.5, 0.999), (1e5, 0.5, 0.99999), (14, 16, 0.4), (2000, 3000, 0.38), (1e6, 2e6, 0.3335), (0.1, 30, 0.2), (30, 0.1, 0.2), (1, 1, 0.25), (20, 300, 0.01)):
    add("betaLower", [a, b, x], ibeta(mpf(a), mpf(b), 0, mpf(x))); add("betaUpper", [a, b, x], ibeta(mpf(a), mpf(b), mpf(x), 1))
for t, v in ((-1e-8, 4), (-3, 1e7), (-6, 1e5), (-1e5, 2), (-1e150, 1), (-2.5, 49.5), (-30, 30), (0.7, 0.3)): add("studentTCdf", [t, v], tcdf(t, v))
for x, k in ((1e-3, 0.1), (1.5, 1), (1200, 3), (2e4, 2e4), (1e5, 99000), (30.3157894737, 1), (55, 7)):
    add("chiSquareCdf", [x, k], chi2cdf(x, k)); add("chiSquareSf", [x, k], chi2sf(x, k))
for f, a, b in ((1e-6, 1, 5), (60, 3, 40), (1.02, 1e4, 1e4), (900, 2, 4), (3.3, 1, 1e6), (0.01, 30, 2), (2, 7.5, 3.25)):
    add("fCdf", [f, a, b], fcdf(f, a, b)); add("fSf", [f, a, b], fsf(f, a, b))
def invert(cdf, p, x0, top=inf):
    """Bisection from a tenth of a rough value to ten times it."""
    low, high = sorted((mpf(x0) / 10, min(mpf(x0) * 10, mpf(top))))
    for _ in range(170):
        mid = (low + high) / 2
        if cdf(mid) < mpf(p): low = mid
        else: high = mid
    return mid
for p, v, x0 in ((1e-12, 4, -1800), (0.3, 1.5, -0.6), (0.025, 1e6, -1.96), (0.49, 12, -0.0256), (0.001, 184.05, -3.14)): add("studentTQuantile", [p, v], invert(lambda t: tcdf(t, v), p, x0))
for p, k, x0 in ((1e-8, 3, 2e-5), (0.5, 0.2, 0.0007), (0.9999, 2, 18.4), (0.001, 1000, 866)): add("chiSquareQuantile", [p, k], invert(lambda x: chi2cdf(x, k), p, x0))
for p, a, b, x0 in ((0.001, 2, 9, 0.001), (0.999, 4, 5, 31), (0.95, 120, 60, 1.47), (0.3, 0.7, 800, 0.27)): add("fQuantile", [p, a, b], invert(lambda x: fcdf(x, a, b), p, x0))
for p, a, b, x0 in ((0.025, 178, 1839, 0.0763), (0.975, 179, 1838, 0.1015), (0.5, 2, 3, 0.386), (0.01, 0.5, 4, 0.00003)): add("betaQuantile", [p, a, b], invert(lambda x: ibeta(mpf(a), mpf(b), 0, x), p, x0, top=1))
for k, n, p in ((0, 20, 0.1), (3, 20, 0.1), (20, 20, 0.97), (500, 1000, 0.5), (178, 2016, 0.1), (0, 100000, 1e-6), (400, 3841, 0.1), (15, 16, 0.4)):
    add("binomialPmf", [k, n, p], pmf(k, n, p))
    add("binomialCdf", [k, n, p], sum(pmf(i, n, p) for i in range(k + 1)))
    add("binomialSf", [k, n, p], sum(pmf(i, n, p) for i in range(k + 1, n + 1)) if k < n else mpf(0))
for t, v, d in ((2.0243941639119698, 38, 3.1622776601683795), (1.9796, 125.5, 2.823), (0, 5, 1), (0.3, 1, 0.5), (12, 3, 2), (2, 4, 10), (40, 10, 38), (5, 200, 8), (1.65, 1e4, 2.5), (-2.02, 38, 3.16), (-1, 6, -2), (3, 8, -1.5), (60, 50, 40)):
    add("noncentralTCdf", [t, v, d], nct(t, v, d, False)); add("noncentralTSf", [t, v, d], nct(t, v, d, True))

import mpmath
out = {"made_by": "special-tails.py", "versions": {"python": platform.python_version(), "mpmath": mpmath.__version__}, "rows": rows}
path = pathlib.Path(__file__).with_suffix(".json")
path.write_text("{\n" + f'"made_by": "{out["made_by"]}",\n"versions": {json.dumps(out["versions"])},\n"rows": [\n' + ",\n".join(json.dumps(r) for r in rows) + "\n]\n}\n")
