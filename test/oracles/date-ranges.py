"""Date ranges of pandas: labels as microseconds (UTC for zones, else as if UTC). Writes date-ranges.json."""
import json
import pandas as pd

CASES = [
    ("D", "2024-02-26", None), ("2D", "2023-12-30", None), ("B", "2024-02-01", None), ("W-SUN", "2023-12-31", None),
    ("W-WED", "2024-02-28", None), ("2W-MON", "2024-01-01", None), ("MS", "1969-11-01", None), ("ME", "1999-12-31", None),
    ("2MS", "2024-01-01", None), ("QS-FEB", "2023-02-01", None), ("QE-DEC", "1968-12-31", None), ("QE-NOV", "2023-11-30", None),
    ("YS-JAN", "1890-01-01", None), ("YE-JUN", "2019-06-30", None), ("h", "2024-03-30 20:00", None), ("15min", "2024-02-28 23:30", None),
    ("30s", "2024-02-28 23:59", None), ("D", "2024-03-28", "Europe/Berlin"), ("D", "2024-10-25", "America/New_York"),
    ("h", "2024-03-30 20:00", "Europe/Berlin"), ("W-SUN", "2024-03-17", "Europe/Berlin"), ("MS", "2024-01-01", "Europe/Berlin"),
    ("B", "2024-03-27", "Europe/London"), ("D", "2024-03-28 02:30", "Europe/Berlin"),
]


def ranges():
    for freq, start, zone in CASES:
        if start.endswith("02:30"):
            # A wall-clock time that 31 March skips: pandas refuses to make it, so it is put at the change by hand.
            naive = pd.date_range(start, periods=12, freq=freq)
            labels = naive.tz_localize(zone, nonexistent="shift_forward", ambiguous=True)
        else:
            labels = pd.date_range(start, periods=12, freq=freq, tz=zone)
        utc = labels.tz_convert("UTC").tz_localize(None) if zone else labels
        yield {"freq": freq, "zone": zone, "us": [int(t.value // 1000) for t in utc]}


with open("date-ranges.json", "w") as out:
    json.dump({"made_by": f"pandas {pd.__version__}", "ranges": list(ranges())}, out)
    out.write("\n")
