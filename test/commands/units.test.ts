import assert from "node:assert/strict";
import { test } from "node:test";
import { runCli, runJson } from "../support/run.ts";

test("a spelling resolves to its unit, verbatim, with every spelling of it", async () => {
  const { exit, document } = await runJson(["units", "PSIG"]);
  assert.equal(exit, 0);
  const unit = document.unit as Record<string, unknown>;
  assert.deepEqual(
    [unit.raw, unit.canonical, unit.datum, unit.dimension],
    ["PSIG", "pounds per square inch gauge", "gauge", "pressure"],
  );
  assert.deepEqual([document.to, document.conversion], [null, null]);
});

test("a conversion states its formula and the atmosphere that it took", async () => {
  const { document } = await runJson(["units", "psig", "--to", "bara", "--value", "10"]);
  const { result, atmosphere_pa, atmosphere_basis } = document.conversion as Record<string, unknown>;
  assert.equal(result, 1.70272572932); // 0.68947572931684 + 1.01325
  assert.deepEqual([atmosphere_pa, atmosphere_basis], [101325, "standard atmosphere"]);
});

test("a stated atmosphere is used and named; between two gauges none is", async () => {
  const conversion = async (...argv: string[]) =>
    (await runJson(["units", ...argv])).document.conversion as Record<string, unknown>;
  const stated = await conversion("barg", "--to", "bara", "--value", "0", "--atmosphere-pa", "83000");
  assert.deepEqual([stated.result, stated.atmosphere_basis], [0.83, "as stated"]);
  const none = await conversion("barg", "--to", "psig");
  assert.deepEqual([none.atmosphere_pa, none.atmosphere_basis], [null, "not used"]);
});

test("an unknown spelling is refused with the nearest ones", async () => {
  const { exit, document } = await runJson(["units", "mpa"]);
  assert.deepEqual([exit, document.error_type], [3, "UnresolvedUnitError"]);
  assert.deepEqual((document.details as { near: string[] }).near, ["MPa", "mPa"]);
  assert.match((await runCli(["units", "scmf"])).stderr, /near it: scfm/);
});

test("units that do not compare are refused, on either side of --to", async () => {
  const refused = async (...argv: string[]) => (await runJson(["units", ...argv])).document.error_type;
  assert.equal(await refused("bar", "--to", "degC"), "IncomparableUnitsError");
  assert.equal(await refused("bar", "--to", "barg"), "IncomparableUnitsError");
  assert.equal(await refused("bar", "--to", "furlong"), "UnresolvedUnitError");
});

test("a value with nothing to convert to is a bad call", async () => {
  const { exit, stderr } = await runCli(["units", "bar", "--value", "3"]);
  assert.equal(exit, 2);
  assert.match(stderr, /^error: value: .*--to UNIT/);
});

test("the text reads as a handbook does", async () => {
  const { stdout } = await runCli(["units", "degF", "--to", "degC", "--value", "212"]);
  assert.match(stdout, /^212 degF = 100 degC$/m);
  assert.match(stdout, /^formula {3}degC = 0\.5555556 x degF - 17\.77778$/m);
});
