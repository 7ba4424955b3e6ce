"""Changes of UTC offset by Python's zoneinfo: every hour is asked for its offset, then the hour is halved to the second.

Run: python clock-changes.py > clock-changes.json (PYTHONTZPATH or the system's tz database; its version is recorded).
"""
import json
import pathlib
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

SECOND = timedelta(seconds=1)


def changes(name, start, end):
    zone = ZoneInfo(name)
    offset = lambda at: int(at.astimezone(zone).utcoffset().total_seconds())
    found, left = [], start
    while left < end:
        right = min(left + timedelta(hours=1), end)
        if offset(left) != offset(right):
            low, high = left, right
            while high - low > SECOND:
                middle = low + timedelta(seconds=int((high - low).total_seconds()) // 2)
                low, high = (middle, high) if offset(middle) == offset(left) else (low, middle)
            found.append({"tz": name, "instant": high.strftime("%Y-%m-%dT%H:%M:%SZ"),
                          "offset_before_s": offset(low), "offset_after_s": offset(high)})
        left = right
    return found


utc = lambda *parts: datetime(*parts, tzinfo=timezone.utc)
windows = [
    ("Europe/London", utc(2024, 3, 30, 20), utc(2024, 3, 31, 6)),
    ("Europe/Berlin", utc(2018, 1, 1), utc(2019, 1, 1)),
    ("America/New_York", utc(2006, 1, 1), utc(2008, 1, 1)),
    ("Australia/Lord_Howe", utc(2023, 1, 1), utc(2024, 1, 1)),
    ("Africa/Casablanca", utc(2022, 1, 1), utc(2023, 1, 1)),
    ("Pacific/Apia", utc(2011, 9, 1), utc(2012, 5, 1)),
    ("Asia/Kathmandu", utc(1985, 6, 1), utc(1986, 6, 1)),
    ("Asia/Tokyo", utc(2020, 1, 1), utc(2021, 1, 1)),
    ("Asia/Kolkata", utc(2020, 1, 1), utc(2021, 1, 1)),
]
stamp = "%Y-%m-%dT%H:%M:%SZ"
rows = [{"tz": name, "start": a.strftime(stamp), "end": b.strftime(stamp), "changes": changes(name, a, b)} for name, a, b in windows]
tzdata = pathlib.Path("/usr/share/zoneinfo/tzdata.zi")
version = tzdata.read_text().splitlines()[0].lstrip("# ") if tzdata.exists() else "unknown"
print(json.dumps({"made_by": "clock-changes.py", "python": sys.version.split()[0], "tz": version, "windows": rows}, indent=1))
