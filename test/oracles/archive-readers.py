"""Do the readers that people have read liquet's archives exactly? Run by hand; needs no network and prints one line a reader.

    python archive-readers.py FOLDER     # FOLDER/NAME.parquet was written by liquet from test/fixtures/parquet/NAME.json

Last run: pyarrow 26.0.1, duckdb 2.0.1, polars 2.1.0, arro3-io 0.9.1, pyspark 4.3.0: all 19 datasets exact in all of them.
Not among them: fastparquet 2026.9.0 misreads DELTA_BINARY_PACKED timestamps, those that pyarrow itself writes included.
"""
import json, math, pathlib, sys

import duckdb, polars, pyarrow as pa, pyarrow.parquet as pq

FIXTURES = pathlib.Path(__file__).parent.parent / "fixtures" / "parquet"


def expected(name):
    d = json.loads((FIXTURES / f"{name}.json").read_text())
    if "states" in d:  # numbers among states are spelled out
        v = [s if s is not None else spell(x) for s, x in zip(d["states"], d["v"])]
    else:
        # a series holds no difference between NaN and an empty cell; liquet writes an empty cell
        v = [None if x == "NaN" else float(x) if isinstance(x, str) else x for x in d["v"]]
    return list(zip(d["t_us"], v, d["q"]))


def spell(x):
    return None if x is None else str(int(x)) if x == int(x) else repr(x)


def rows(table):
    t = table["timestamp"].cast(pa.timestamp("us", "UTC")).cast(pa.int64()).to_pylist()
    return list(zip(t, table["value"].to_pylist(), table["quality"].cast(pa.string()).to_pylist()))


def by_duckdb(path):
    con = duckdb.connect()
    con.execute("SET TimeZone='UTC'")
    return con.execute("SELECT epoch_us(timestamp), value, quality FROM read_parquet(?)", [path]).fetchall()


def by_spark(path):
    from pyspark.sql import SparkSession, functions as F
    spark = SparkSession.builder.master("local[1]").config("spark.sql.session.timeZone", "UTC").config("spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return [tuple(r) for r in spark.read.parquet(path).select(F.unix_micros("timestamp"), "value", "quality").collect()]


def by_arro3(path):
    import arro3.io
    return rows(pa.table(arro3.io.read_parquet(path).read_all()))


READERS = {"pyarrow": lambda p: rows(pq.read_table(p)), "duckdb": by_duckdb,
           "polars": lambda p: rows(polars.read_parquet(p).to_arrow()), "arro3": by_arro3, "spark": by_spark}

same = lambda a, b: a == b or isinstance(a, float) and isinstance(b, float) and math.isnan(a) and math.isnan(b)
files = sorted(pathlib.Path(sys.argv[1]).glob("*.parquet"))
for reader, read in READERS.items():
    wrong = []
    for file in files:
        got, want = read(str(file)), expected(file.stem)
        if len(got) != len(want) or not all(same(x, y) for g, w in zip(got, want) for x, y in zip(g, w)):
            wrong.append(file.stem)
    print(f"{reader}: {len(files) - len(wrong)} of {len(files)} exact", *wrong)
