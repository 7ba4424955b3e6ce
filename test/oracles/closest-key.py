"""difflib.get_close_matches(n=1) for mistyped metadata keys -> closest-key.json"""
import difflib, json, pathlib, platform, random

KNOWN = ["identity", "name", "unit_raw", "unit_canonical", "eng_range_zero", "eng_range_span", "sample_rate_s",
         "retrieval_mode", "asset", "loop_id", "role", "quality_codes", "quality_assumed"]
typed = ["unit", "units", "Name", "eng_range", "range_zero", "span", "sample_rate", "rate", "mode", "retrieval", "loop",
         "quality", "quality_code", "assumed", "tag", "id", "identy", "zzz", "", "rol", "canonical_unit", "assets"]
random.seed(1)
for key in KNOWN:
    for _ in range(3):
        letters = list(key)
        i, j = sorted(random.sample(range(len(letters)), 2))
        letters[i], letters[j] = letters[j], letters[i]
        typed.append("".join(letters[: random.randint(3, len(letters))]))
cases = []
for word in typed:
    near = difflib.get_close_matches(word, KNOWN, n=1)
    cases.append({"typed": word, "known": KNOWN, "expected": near[0] if near else None})
out = {"made_by": "closest-key.py", "versions": {"python": platform.python_version()}, "cases": cases}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out, indent=1) + "\n")
