import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { BadCall } from "../../../src/contract/outcome.ts";
import { openParquetArchive } from "../../../src/io/archive-parquet.ts";
import { parseTagMeta } from "../../../src/io/meta.ts";
import { readFooter } from "../../../src/io/parquet/footer.ts";
import { createArchiveWriter, writeSeries } from "../../../src/io/parquet/write.ts";
import { type ByteSink, openFileSink } from "../../../src/io/write-file.ts";
import type { Series } from "../../../src/series/series.ts";
import { inFolder } from "../../support/folder.ts";
import { memorySource } from "../../support/parquet.ts";

const meta = parseTagMeta(
  {
    identity: { source_id: "s", point_id: "p" },
    name: "é",
    unit_raw: "°C",
    role: "MODE",
    quality_codes: { "0": "BAD" },
  },
  "meta",
);

/** A series from cells: a value is a number, a text (a state) or null. */
function seriesOf(cells: [number, number | string | null, string | null][]): Series {
  const qualities = [...new Set(cells.map(([, , quality]) => quality))];
  const labels = [...new Set(cells.flatMap(([, value]) => (typeof value === "string" ? [value] : [])))];
  const code = Int32Array.from(cells, ([, value]) => (typeof value === "string" ? labels.indexOf(value) : -1));
  return {
    t: Float64Array.from(cells, ([t]) => t),
    v: Float64Array.from(cells, ([, value]) => (typeof value === "number" ? value : Number.NaN)),
    q: Uint16Array.from(cells, ([, , quality]) => qualities.indexOf(quality)),
    qualities,
    states: labels.length > 0 ? { code, labels } : null,
    subMicrosecondCollisions: 0,
  };
}

/** A sink that keeps the bytes and notes how it ended. */
function memorySink(): ByteSink & { bytes(): Uint8Array; ended(): string } {
  const pieces: Uint8Array[] = [];
  let end = "";
  return {
    write: (bytes) => pieces.push(bytes.slice()),
    close: () => {},
    commit: () => {
      end += "committed";
    },
    abort: () => {
      end += "aborted";
    },
    bytes: () => new Uint8Array(Buffer.concat(pieces)),
    ended: () => end,
  };
}

async function readBack(bytes: Uint8Array): Promise<Series> {
  return (await openParquetArchive("x.parquet", "x", { open: () => memorySource(bytes) })).read(null);
}

const instants = fc.integer({ min: -(2 ** 53) + 1, max: 2 ** 53 - 1 });
const quality = fc.constantFrom("GOOD", "BAD", "", "Größe", "192", null);
const number = fc.oneof(fc.double({ noNaN: true }), fc.constant(null));

test("what is written reads back exactly: any instants, doubles, empty cells and qualities", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(instants, number, quality), { maxLength: 60 }), async (cells) => {
      const rows = seriesOf(cells.sort((a, b) => a[0] - b[0]));
      const sink = memorySink();
      const writer = createArchiveWriter(sink, meta, "number");
      writer.write(rows);
      writer.finish();
      assert.equal(writer.rows(), cells.length);
      assert.deepEqual(await readBack(sink.bytes()), rows);
    }),
    { numRuns: 60 },
  );
});

test("states and numbers of one value column read back as what they were", async () => {
  const state = fc.constantFrom("AUTO", "Bad Input", "nan", "0x10");
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(instants, fc.oneof(number, state), quality), { maxLength: 40 }),
      async (cells) => {
        const rows = seriesOf(cells.sort((a, b) => a[0] - b[0]));
        const sink = memorySink();
        const writer = createArchiveWriter(sink, meta, "text");
        writer.write(rows);
        writer.finish();
        assert.deepEqual(await readBack(sink.bytes()), rows);
      },
    ),
    { numRuns: 40 },
  );
});

test("rows in pieces make the same file as rows at once, in row groups of 122,880", async () => {
  const cells = Array.from({ length: 130_000 }, (_, i): [number, number, string] => [i * 1e6, i % 7, "GOOD"]);
  const [once, pieces] = [memorySink(), memorySink()];
  const whole = createArchiveWriter(once, meta, "number");
  whole.write(seriesOf(cells));
  whole.finish();
  const byPiece = createArchiveWriter(pieces, meta, "number");
  for (let i = 0; i < cells.length; i += 777) byPiece.write(seriesOf(cells.slice(i, i + 777)));
  byPiece.finish();
  assert.deepEqual(pieces.bytes(), once.bytes());
  const footer = readFooter(memorySource(once.bytes()), "x");
  assert.deepEqual(
    footer.row_groups.map((group) => group.num_rows),
    [122_880n, 7_120n],
  );
  assert.equal(footer.row_groups[1].columns[0].meta_data?.statistics?.min_value, 122_880n * 1_000_000n);
  assert.deepEqual(
    footer.key_value_metadata?.map(({ key }) => key),
    ["liquet.meta"],
  );
});

test("an archive without rows is an archive", async () => {
  const sink = memorySink();
  createArchiveWriter(sink, meta, "number").finish();
  const archive = await openParquetArchive("x.parquet", "x", { open: () => memorySource(sink.bytes()) });
  assert.deepEqual(archive.meta, meta);
  assert.equal((await archive.read(null)).t.length, 0);
});

test("a file appears whole, under folders made for it, and nothing else remains", async () => {
  await inFolder({}, async (dir) => {
    const rows = seriesOf([[1, 2, "GOOD"]]);
    await writeSeries(join(dir, "a/b/x.parquet"), meta, rows);
    assert.deepEqual(readdirSync(join(dir, "a/b")), ["x.parquet"]);
    assert.deepEqual(await (await openParquetArchive(join(dir, "a/b/x.parquet"), "x")).read(null), rows);
  });
});

test("an existing file is a bad call and stays as it is, unless overwriting was asked", async () => {
  await inFolder({ "x.parquet": "precious" }, async (dir) => {
    const rows = seriesOf([[1, 2, "GOOD"]]);
    const path = join(dir, "x.parquet");
    await assert.rejects(writeSeries(path, meta, rows, { ref: "x.parquet" }), (error) => {
      return error instanceof BadCall && /^'x\.parquet' exists/.test(error.message);
    });
    assert.equal(readFileSync(path, "utf8"), "precious");
    await writeSeries(path, meta, rows, { overwrite: true });
    assert.equal((await (await openParquetArchive(path, "x")).read(null)).t.length, 1);
    assert.deepEqual(readdirSync(dir), ["x.parquet"]);
  });
});

test("a file that comes into being meanwhile is not replaced", async () => {
  await inFolder({}, async (dir) => {
    const path = join(dir, "x.parquet");
    const sink = openFileSink(path, "x.parquet", false);
    sink.write(new Uint8Array([1]));
    writeFileSync(path, "theirs");
    assert.throws(() => sink.commit(), BadCall);
    assert.equal(readFileSync(path, "utf8"), "theirs");
    assert.deepEqual(readdirSync(dir), ["x.parquet"]);
  });
});

test("when writing fails or is cancelled, no temporary file remains", async () => {
  await inFolder({}, async (dir) => {
    const path = join(dir, "x.parquet");
    const text = seriesOf([[1, "AUTO", "GOOD"]]);
    const writer = createArchiveWriter(openFileSink(path, "x", false), meta, "number");
    assert.throws(() => writer.write(text), /text/);
    const tick = async () => {
      throw new Error("cancelled");
    };
    await assert.rejects(writeSeries(path, meta, text, { tick }), /cancelled/);
    assert.equal(existsSync(path), false);
    assert.deepEqual(readdirSync(dir), []);
  });
});

test("a folder that cannot be written is a bad call", async () => {
  await inFolder({ file: "" }, async (dir) => {
    await assert.rejects(
      writeSeries(join(dir, "file/x.parquet"), meta, seriesOf([]), { ref: "file/x.parquet" }),
      (error) => {
        return error instanceof BadCall && /^cannot write 'file\/x\.parquet'/.test(error.message);
      },
    );
  });
});
