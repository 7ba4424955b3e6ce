"""Which instants a wall-clock time names, by Python's zoneinfo: both folds are tried and kept where they come back.
Also timestamps read by Python's datetime.strptime.

Run: python wall-clock.py > wall-clock.json (PYTHONTZPATH or the system's tz database; its version is recorded).
"""
import json
import pathlib
import random
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
micros = lambda at: (at.astimezone(timezone.utc) - EPOCH) // timedelta(microseconds=1)


def instants(name, wall):
    zone = ZoneInfo(name)
    found = set()
    for fold in (0, 1):
        at = wall.replace(tzinfo=zone, fold=fold)
        if at.astimezone(timezone.utc).astimezone(zone).replace(tzinfo=None) == wall:
            found.add(micros(at))
    return sorted(found)


draw = random.Random(20181028)
edges = [
    ("Europe/Berlin", datetime(2018, 10, 28, 2)),
    ("Europe/Berlin", datetime(2018, 3, 25, 2)),
    ("America/New_York", datetime(2024, 11, 3, 1)),
    ("America/New_York", datetime(2024, 3, 10, 2)),
    ("Australia/Lord_Howe", datetime(2023, 4, 2, 1, 30)),
    ("Australia/Lord_Howe", datetime(2023, 10, 1, 2)),
    ("Africa/Casablanca", datetime(2022, 3, 27, 2)),
    ("Pacific/Apia", datetime(2011, 12, 30)),
    ("Asia/Kathmandu", datetime(1986, 1, 1)),
    ("Europe/London", datetime(1941, 8, 10, 2)),
    ("America/Caracas", datetime(2007, 12, 9, 2, 30)),
]
walls = []
for name, near in edges:
    for _ in range(12):
        walls.append((name, near + timedelta(minutes=draw.randint(-100, 160), seconds=draw.randint(0, 59))))
    walls.append((name, near))
    walls.append((name, near + timedelta(days=draw.randint(-300, 300), hours=draw.randint(0, 23))))

formats = [
    ("%Y-%m-%dT%H:%M:%S%z", "2024-05-06T06:00:00+0230"),
    ("%Y-%m-%d %H:%M:%S.%f", "2024-05-06 06:00:00.25"),
    ("%d-%b-%Y %H:%M:%S", "28-Oct-2026 06:00:00"),
    ("%d-%b-%y %I:%M:%S %p", "28-OCT-68 12:05:09 am"),
    ("%B %d, %Y %I:%M %p", "February 29, 2024 12:30 PM"),
    ("%y%m%d%H%M", "6901020304"),
    ("%Y/%j %H", "2024/366 23"),
    ("%a %d %b %Y", "Sun 28 Oct 2018"),
    ("%m/%d/%Y", "2/3/2024"),
    ("%d.%m.%Y %H:%M", "1.2.2024 3:4"),
]
read = []
for form, text in formats:
    at = datetime.strptime(text, form)
    aware = at.tzinfo is not None
    read.append({"format": form, "text": text, "aware": aware, "us": micros(at if aware else at.replace(tzinfo=timezone.utc))})

tzdata = pathlib.Path("/usr/share/zoneinfo/tzdata.zi")
version = tzdata.read_text().splitlines()[0].lstrip("# ") if tzdata.exists() else "unknown"
print(json.dumps({
    "made_by": "wall-clock.py", "python": sys.version.split()[0], "tz": version,
    "walls": [{"tz": name, "wall": wall.isoformat(), "instants_us": instants(name, wall)} for name, wall in walls],
    "strptime": read,
}, indent=1))
