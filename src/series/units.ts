import { refusal } from "../contract/outcome.ts";
import { UNITS, type Unit } from "./units-table.ts";

/** The standard atmosphere (ISO 2533, exact by definition), which gauge pressures are taken to stand on unless stated. */
export const STANDARD_ATMOSPHERE_PA = 101_325;

const BY_SPELLING = new Map(UNITS.flatMap((unit) => unit.spellings.map((spelling) => [spelling, unit] as const)));

/** Spellings too ambiguous for the table, and what their writers may have meant. */
const AMBIGUOUS = new Map([
  ["C", ["degC"]],
  ["F", ["degF"]],
  ["deg", ["degC", "degF"]],
  ["T", ["degC", "t"]],
  ["ton/h", ["t/h"]],
  ["tph", ["t/h"]],
  ["TPH", ["t/h"]],
  ["MM", ["mm"]],
]);

/** The unit of a spelling, blanks around it ignored, or null when the table does not know it. */
export function findUnit(raw: string | null): Unit | null {
  return raw === null ? null : (BY_SPELLING.get(raw.trim()) ?? null);
}

/** Every spelling of the table. */
export function unitSpellings(): string[] {
  return [...BY_SPELLING.keys()];
}

/** Spellings that differ from `raw` in case or blanks alone, and the meanings of the best known ambiguous ones. */
export function nearUnits(raw: string): string[] {
  const fold = (text: string) => text.replace(/\s/g, "").toLowerCase();
  const variants = UNITS.filter((unit) => unit.spellings.some((spelling) => fold(spelling) === fold(raw)));
  return [...new Set([...variants.map((unit) => unit.spellings[0]), ...(AMBIGUOUS.get(raw.trim()) ?? [])])];
}

/** A tag's unit as answers show it: `raw` verbatim, the rest null or false when the table does not know it. */
export interface UnitFields {
  raw: string | null;
  canonical: string | null;
  pint_units: string | null;
  /** True when the unit counts gas at a standard state, which the unit alone does not fix. */
  reference_condition: boolean;
  datum: "gauge" | "absolute" | null;
  resolved: boolean;
}

/** Resolves a tag's `unit_raw` for an answer. */
export function unitFields(raw: string | null): UnitFields {
  const unit = findUnit(raw);
  return {
    raw,
    canonical: unit?.name ?? null,
    pint_units: unit?.expression ?? null,
    reference_condition: unit !== null && unit.reference !== null,
    datum: unit?.datum ?? null,
    resolved: unit !== null,
  };
}

/** The unit of a spelling. Refuses UnresolvedUnitError naming near spellings; `subject` starts the message. */
export function requireUnit(raw: string | null, subject: string, near: string[] = nearUnits(raw ?? "")): Unit {
  const unit = findUnit(raw);
  if (unit !== null) return unit;
  const found = raw === null ? "no unit is declared" : `the unit '${raw}' is not in the table`;
  const hint = near.length > 0 ? `; near it: ${near.join(", ")}` : "";
  throw refusal("UnresolvedUnitError", `${subject}: ${found}${hint}; spell it as the table does (case counts)`, {
    check: "unit_resolved",
    observed: raw,
    required: "a spelling of the table",
    near,
    remedy: "correct unit_raw in the metadata",
  });
}

/** `to = factor * from + offset`, and the atmosphere that stands between gauge and absolute when one was needed. */
export interface Conversion {
  factor: number;
  offset: number;
  atmosphere_pa: number | null;
}

/**
 * How to convert one unit into another. Gauge and absolute differ by `atmosphere_pa`. Refuses IncomparableUnitsError
 * when the two measure different things, count gas at different (or unstated) standard states, or when only one of them
 * says what its pressure is counted from.
 */
export function conversion(from: Unit, to: Unit, atmosphere_pa: number = STANDARD_ATMOSPHERE_PA): Conversion {
  const [a, b] = [from.spellings[0], to.spellings[0]];
  if (from.dimension !== to.dimension) {
    throw incomparable(
      a,
      b,
      `${from.dimension} and ${to.dimension} are different things`,
      "choose units of one dimension",
    );
  }
  if (from.reference !== to.reference) {
    const states = `${from.reference ?? "no standard state"} and ${to.reference ?? "no standard state"}`;
    throw incomparable(a, b, `they stand on ${states}`, "convert with the temperature and pressure of both states");
  }
  if ((from.datum === null) !== (to.datum === null)) {
    const silent = from.datum === null ? a : b;
    throw incomparable(
      a,
      b,
      `'${silent}' does not say gauge or absolute`,
      "state the datum: barg or bara, psig or psia",
    );
  }
  const lift = from.datum === to.datum ? 0 : from.datum === "gauge" ? atmosphere_pa : -atmosphere_pa;
  return {
    factor: from.factor / to.factor,
    offset: (from.zero + lift - to.zero) / to.factor,
    atmosphere_pa: from.datum === to.datum ? null : atmosphere_pa,
  };
}

function incomparable(a: string, b: string, why: string, remedy: string) {
  return refusal("IncomparableUnitsError", `'${a}' and '${b}' do not convert: ${why}; ${remedy}`, {
    check: "units_comparable",
    observed: [a, b],
    required: "one dimension, one standard state, one pressure datum",
    remedy,
  });
}
