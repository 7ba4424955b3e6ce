import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder } from "../../support/folder.ts";
import { runJson } from "../../support/run.ts";

const load = (...words: string[]) => runJson(["data", "load", "--as", "curves", ...words]);
const a = [1, 2, 3, 5];
const b = [5, 4, 3, 1];
const t = [0, 1, 2, 3];

test("the grid of curves given inline is the column called t, wherever it stands: keys of an object have no order", () =>
  inFolder({}, async () => {
    const handles = [];
    for (const data of [{ t, a, b }, { a, b, t }, t.map((at, j) => ({ a: a[j], b: b[j], t: at }))]) {
      const { exit, document, stderr } = await load("--data", JSON.stringify(data));
      assert.equal(exit, 0, stderr);
      const { recipe } = document as { recipe: string };
      assert.equal(JSON.parse(recipe).columns.time, "t");
      handles.push(document.handle);
    }
    assert.equal(handles[0], handles[1]);
    const run = await runJson(["fda", "fpca", String(handles[0])]);
    assert.deepEqual([run.document.n_curves, run.document.grid_min, run.document.grid_max], [2, 0, 3]);
  }));

test("names of curves that are numbers come first in JSON, and are not the grid for that", () =>
  inFolder({ "n.json": JSON.stringify({ t, 2: a, 1: [1, 2, 3, 4] }) }, async () => {
    const { document } = await load("n.json");
    assert.equal(JSON.parse(String(document.recipe)).columns.time, "t");
  }));

test("where no column is called like a grid it is asked for, and a stated one is taken", () =>
  inFolder({}, async () => {
    const data = ["--data", JSON.stringify({ hour: t, alpha: a, beta: b })];
    const { exit, document } = await load(...data);
    assert.deepEqual([exit, document.error_type], [3, "SchemaError"]);
    assert.match(String(document.cause), /which of 3 columns \('alpha', 'beta', 'hour'\) is the grid is not said/);
    const stated = await load(...data, "--time-column", "hour");
    assert.equal(JSON.parse(String(stated.document.recipe)).columns.time, "hour");
  }));

test("a file's order is its own where its keys are not sorted, and so is that of a CSV", () =>
  inFolder({ "w.json": JSON.stringify({ hour: t, alpha: a }), "w.csv": "a,t\n1,5\n2,6\n3,1\n" }, async () => {
    assert.equal(JSON.parse(String((await load("w.json")).document.recipe)).columns.time, "hour");
    assert.equal(JSON.parse(String((await load("w.csv")).document.recipe)).columns.time, "a");
  }));
