import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Refusal } from "../../src/contract/outcome.ts";
import type { RefusalName } from "../../src/contract/refusals.ts";
import { conversion, findUnit, nearUnits, requireUnit, unitFields, unitSpellings } from "../../src/series/units.ts";
import { UNITS } from "../../src/series/units-table.ts";
import { close } from "../support/close.ts";
import { root } from "../support/root.ts";

const refuses = (name: RefusalName, pattern: RegExp, body: () => unknown) =>
  assert.throws(
    body,
    (error: unknown) => error instanceof Refusal && error.name === name && pattern.test(error.message),
  );

function convert(value: number, from: string, to: string, atmosphere?: number): number {
  const { factor, offset } = conversion(requireUnit(from, "x"), requireUnit(to, "x"), atmosphere);
  return factor * value + offset;
}

test("UDUNITS converts to the same numbers", () => {
  const { conversions } = JSON.parse(readFileSync(join(root, "test/oracles/units.json"), "utf8"));
  assert.ok(conversions.length > 150);
  for (const { from, to, value, result } of conversions)
    close(convert(value, from, to), result, 1e-12, `${value} ${from} in ${to}:`);
});

test("every dimension of the table with two units is checked against UDUNITS", () => {
  const { conversions } = JSON.parse(readFileSync(join(root, "test/oracles/units.json"), "utf8"));
  const checked = new Set(conversions.map(({ from }: { from: string }) => findUnit(from)!.dimension));
  const several = UNITS.filter((unit, i) => UNITS.findIndex(({ dimension }) => dimension === unit.dimension) < i);
  for (const { dimension } of several) assert.ok(checked.has(dimension), dimension);
});

test("no spelling names two units", () => {
  const all = UNITS.flatMap((unit) => unit.spellings);
  assert.deepEqual(
    all.filter((spelling, i) => all.indexOf(spelling) !== i),
    [],
  );
});

test("SI prefixes are case-sensitive: mPa is not MPa, and what case would confuse is not in the table", () => {
  assert.equal(findUnit("mPa")!.name, "millipascals"); // the reference reads megapascals
  assert.equal(findUnit("MPa")!.name, "megapascals");
  for (const confusing of ["MPA", "mpa", "Mbar", "MBAR", "MA", "MV", "nm3/h", "mw"])
    assert.equal(findUnit(confusing), null, confusing);
});

test("harmless variants of case are listed, and the raw spelling stays the tag's own", () => {
  assert.deepEqual(unitFields("KPA"), {
    raw: "KPA",
    canonical: "kilopascals",
    pint_units: "kPa",
    reference_condition: false,
    datum: null,
    resolved: true,
  });
  assert.equal(unitFields(" m³/h ").raw, " m³/h ");
  assert.equal(unitFields(" m³/h ").canonical, "cubic meters per hour");
});

test("the aliases of the reference resolve, but for those that folding case made", () => {
  const reference =
    "m3/h m³/h m3/s m³/s l/min Nm3/h Sm3/h scfm kg/h t/h lb/h bar mbar psi Pa kPa MPa degC oC °C degF K percent % m/s rpm mA V";
  for (const spelling of reference.split(" ")) assert.notEqual(findUnit(spelling), null, spelling);
  assert.deepEqual(unitFields("m3/h").canonical, "cubic meters per hour");
  assert.deepEqual(unitFields("Nm3/h").reference_condition, true);
});

test("the spellings that plants write beyond those resolve too", () => {
  const more =
    "barg bara psig psia kPag gpm scfh MMSCFD kW MW Hz ppm ppb mol% wt% pH mm in ft m3 bbl/d t/d kg/s A mV inH2O mmHg";
  for (const spelling of more.split(" ")) assert.notEqual(findUnit(spelling), null, spelling);
});

test("ambiguous spellings stay unresolved and say what they may mean", () => {
  for (const spelling of ["C", "F", "ton/h", "kscmh", ""]) assert.equal(findUnit(spelling), null, spelling);
  assert.deepEqual(nearUnits("C"), ["degC"]);
  assert.deepEqual(nearUnits("mpa"), ["MPa", "mPa"]);
  refuses("UnresolvedUnitError", /^FIC: the unit 'mpa' is not in the table; near it: MPa, mPa/, () =>
    requireUnit("mpa", "FIC"),
  );
  refuses("UnresolvedUnitError", /^FIC: no unit is declared/, () => requireUnit(null, "FIC"));
});

test("temperatures convert with their zero", () => {
  assert.equal(convert(20, "degC", "degF").toFixed(9), "68.000000000");
  assert.equal(convert(-40, "degF", "degC").toFixed(9), "-40.000000000");
  assert.equal(convert(0, "degC", "K"), 273.15);
});

test("gauge and absolute differ by the standard atmosphere, or by the one that is stated", () => {
  assert.equal(convert(0, "barg", "bara"), 1.01325);
  close(convert(14.695948775513, "psia", "psig"), 0, 1e-9);
  close(convert(0, "barg", "bara", 83_000), 0.83);
  assert.equal(conversion(findUnit("barg")!, findUnit("psig")!).atmosphere_pa, null);
  assert.equal(conversion(findUnit("barg")!, findUnit("psia")!).atmosphere_pa, 101_325);
});

test("a pressure that does not say its datum converts to one that does not either, and to no other", () => {
  close(convert(1, "bar", "psi"), 14.503773773020926);
  refuses("IncomparableUnitsError", /'bar' does not say gauge or absolute/, () => convert(1, "bar", "barg"));
  refuses("IncomparableUnitsError", /'psi' does not say/, () => convert(1, "bara", "psi"));
});

test("different dimensions and different standard states do not convert", () => {
  refuses("IncomparableUnitsError", /pressure and temperature/, () => convert(1, "bar", "K"));
  refuses("IncomparableUnitsError", /mole fraction and mass fraction/, () => convert(1, "mol%", "wt%"));
  refuses("IncomparableUnitsError", /normal cubic meter and no standard state/, () => convert(1, "Nm3/h", "m3/h"));
  refuses("IncomparableUnitsError", /normal cubic meter and standard cubic meter/, () => convert(1, "Nm3/h", "Sm3/h"));
  assert.equal(convert(1, "scfm", "scfh"), 60);
});

test("converting there and back returns the number, for every pair that converts", () => {
  for (const from of UNITS) {
    for (const to of UNITS) {
      if (from.dimension !== to.dimension || from.reference !== to.reference) continue;
      if ((from.datum === null) !== (to.datum === null)) continue;
      const [a, b] = [conversion(from, to), conversion(to, from)];
      close(b.factor * (a.factor * 37.5 + a.offset) + b.offset, 37.5, 1e-9, `${from.name} to ${to.name}`);
    }
  }
});

test("spellings of the table are found under every name they are listed by", () => {
  for (const spelling of unitSpellings()) assert.ok(findUnit(spelling)!.spellings.includes(spelling));
});
