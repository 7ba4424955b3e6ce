import assert from "node:assert/strict";
import { test } from "node:test";
import { readWindow } from "../../src/contract/read-window.ts";
import { parseWindow } from "../../src/contract/window.ts";
import { openCsvArchive } from "../../src/io/archive-csv.ts";
import { inFolder } from "../support/folder.ts";

const HEAD = "timestamp,value,quality\n";
const DAY = "2024-01-01T0";
const empty = (csv: string) =>
  inFolder({ "p.csv": csv }, async () => {
    const archive = await openCsvArchive({ path: "p.csv" }, "p.csv");
    await readWindow(archive, parseWindow("2030-01-01"));
  });

test("a window without rows is told what the archive holds", () =>
  assert.rejects(
    empty(`${HEAD}${DAY}0:00:00Z,1,GOOD\n${DAY}1:00:00Z,2,GOOD\n`),
    /^EmptyWindow: csv:p: 0 rows in the window .*which holds 2024-01-01T00:00:00Z\/2024-01-01T01:00:00Z$/,
  ));

test("an archive that cannot be read as a whole is not told of; the refusal stays the same", () =>
  assert.rejects(
    empty(`${HEAD}${DAY}1:00:00Z,1,GOOD\n${DAY}0:00:00Z,2,GOOD\n`),
    /^EmptyWindow: .*choose a window that meets the archive$/,
  ));
