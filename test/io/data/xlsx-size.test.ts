import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sheetFault, zipEntries } from "../../../src/io/data/xlsx-size.ts";
import { xlsxTable } from "../../../src/io/data/xlsx-table.ts";
import { root } from "../../support/root.ts";

/** A zip archive of one sheet, stored as it is. */
function archiveOf(sheet: string): Buffer {
  const [name, data] = [Buffer.from("xl/worksheets/sheet1.xml"), Buffer.from(sheet)];
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt32LE(data.length, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(30 + name.length + data.length, 16);
  return Buffer.concat([local, name, data, entry, name, end]);
}
const cell = (r: string) => `<row r="1"><c r="A1"><v>1</v></c></row><row><c r="${r}"><v>2</v></c></row>`;
const faultOf = (r: string) => sheetFault(archiveOf(cell(r)), zipEntries(archiveOf(cell(r))) ?? []);

test("a sheet that names a far cell is refused before a table up to it is made", async () => {
  assert.equal(faultOf("XFD3000"), null);
  assert.match(faultOf("XFD1048576") ?? "", /1048576 rows and 16384 columns/);
  assert.match(faultOf("XFE1") ?? "", /beyond the last/);
  for (const odd of ["ZZZZZZZ1", "A999999999", "&#65;1"]) assert.match(faultOf(odd) ?? "", /names a cell/, odd);
  await assert.rejects(xlsxTable(archiveOf(cell("XFD1048576")), undefined, "a.xlsx", new Set()), {
    name: "SchemaError",
  });
});

test("a workbook of a usual size has no fault; a sheet that is not where the directory says has one", () => {
  const workbook = readFileSync(join(root, "test/fixtures/data/sales.xlsx"));
  const entries = zipEntries(workbook) ?? [];
  assert.ok(entries.length > 3);
  assert.equal(sheetFault(workbook, entries), null);
  assert.match(
    sheetFault(
      workbook,
      entries.map((entry) => ({ ...entry, at: 1 })),
    ) ?? "",
    /directory/,
  );
});
