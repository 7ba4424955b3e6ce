import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { openParquetArchive } from "../../../src/io/archive-parquet.ts";
import { inFolder, metaJson } from "../../support/folder.ts";

/** The part of parquetjs-lite that these tests use; it ships no types. */
interface ParquetJs {
  ParquetSchema: new (fields: Record<string, Record<string, unknown>>) => object;
  ParquetWriter: {
    openFile(
      schema: object,
      path: string,
      options?: object,
    ): Promise<{
      setMetadata(key: string, value: string): void;
      appendRow(row: Record<string, unknown>): Promise<void>;
      close(): Promise<void>;
    }>;
  };
}

// @ts-expect-error there is no declaration file
const parquet: ParquetJs = (await import("parquetjs-lite")).default;

for (const compression of ["UNCOMPRESSED", "GZIP", "SNAPPY"]) {
  for (const [type, unit] of [
    ["TIMESTAMP_MICROS", 1],
    ["TIMESTAMP_MILLIS", 1000],
  ] as const) {
    test(`an archive that parquetjs-lite wrote (${type}, ${compression}) reads exactly`, async () => {
      await inFolder({}, async (dir) => {
        const path = join(dir, "js.parquet");
        const schema = new parquet.ParquetSchema({
          timestamp: { type, compression },
          value: { type: "DOUBLE", optional: true, compression },
          quality: { type: "UTF8", optional: true, compression },
        });
        const writer = await parquet.ParquetWriter.openFile(schema, path, { useDataPageV2: false });
        writer.setMetadata("liquet.meta", metaJson("JS"));
        const start = 1_711_843_200_000_000;
        const n = 5000; // its row groups hold 4096
        for (let i = 0; i < n; i++) {
          const quality = i % 9 === 8 ? undefined : ["GOOD", "BAD", "Änderung"][i % 3];
          const stamp = (start + i * 60_000_000 + (i % 999) * unit) / unit;
          await writer.appendRow({ timestamp: stamp, value: i % 7 === 6 ? undefined : i / 8, quality });
        }
        await writer.close();
        const rows = await (await openParquetArchive(path, path)).read(null);
        assert.equal(rows.t.length, n);
        for (let i = 0; i < n; i++) {
          assert.equal(rows.t[i], start + i * 60_000_000 + (i % 999) * unit);
          assert.equal(rows.v[i], i % 7 === 6 ? Number.NaN : i / 8);
          assert.equal(rows.qualities[rows.q[i]], i % 9 === 8 ? null : ["GOOD", "BAD", "Änderung"][i % 3]);
        }
      });
    });
  }
}
