import * as z from "zod/mini";
import { closest } from "../src/contract/closest.ts";
import { command } from "../src/contract/command.ts";
import { field } from "../src/contract/field.ts";
import { BadCall, evidence } from "../src/contract/outcome.ts";
import { unitShape } from "../src/contract/shapes.ts";
import { fill, labelled, parts } from "../src/contract/text.ts";
import {
  conversion,
  nearUnits,
  requireUnit,
  STANDARD_ATMOSPHERE_PA,
  unitFields,
  unitSpellings,
} from "../src/series/units.ts";
import type { Unit } from "../src/series/units-table.ts";

const resolvedShape = z.extend(unitShape, {
  dimension: z.string(),
  /** The standard state a gas volume is counted at. */
  reference: z.nullable(z.string()),
  spellings: z.array(z.string()),
});

export default command({
  summary: "Resolve a unit's spelling as tags write it, and convert a value to another unit.",
  args: ["spelling"],
  input: z.strictObject({
    spelling: field(z.string(), "As the tag spells it; mPa is not MPa."),
    to: field(z.optional(z.string()), "Unit of like dimension, standard state and datum."),
    value: field(z.optional(z.number()), "Number to convert. Default: 1."),
    atmosphere_pa: field(
      z._default(z.number().check(z.positive()), STANDARD_ATMOSPHERE_PA),
      "Atmosphere in Pa, between gauge and absolute.",
    ),
  }),
  evidence: z.strictObject({
    unit: resolvedShape,
    to: z.nullable(resolvedShape),
    conversion: z.nullable(
      z.strictObject({
        value: z.number(),
        result: z.number(),
        factor: z.number(),
        offset: z.number(),
        atmosphere_pa: z.nullable(z.number()),
        atmosphere_basis: z.enum(["not used", "standard atmosphere", "as stated"]),
      }),
    ),
  }),
  examples: ["units barg", "units degF --to degC --value 212", "units psig --to bara --value 10 --json"],
  notes: [
    "result = factor x value + offset. Between gauge and absolute the standard atmosphere, 101325 Pa, is assumed and",
    "named in the answer; state the local one with --atmosphere-pa.",
  ],
  async run({ spelling, to, value, atmosphere_pa }) {
    if (to === undefined && value !== undefined)
      throw new BadCall("value: there is nothing to convert it to; give --to UNIT");
    const from = resolve(spelling);
    const target = to === undefined ? null : resolve(to);
    return evidence({
      unit: describe(spelling, from),
      to: to === undefined || target === null ? null : describe(to, target),
      conversion: target === null ? null : convert(from, target, value ?? 1, atmosphere_pa),
    });
  },
  text({ unit, to, conversion: found }) {
    const lines = unitLines(unit);
    if (to === null || found === null) return lines;
    lines.push("", ...unitLines(to), "");
    const offset = found.offset === 0 ? "" : ` ${found.offset < 0 ? "-" : "+"} ${shown(Math.abs(found.offset))}`;
    lines.push(`${shown(found.value)} ${unit.raw} = ${shown(found.result)} ${to.raw}`);
    lines.push(labelled("formula", `${to.raw} = ${shown(found.factor)} x ${unit.raw}${offset}`));
    if (found.atmosphere_pa !== null) {
      lines.push(labelled("datum", `atmosphere ${found.atmosphere_pa} Pa (${found.atmosphere_basis})`));
    }
    return lines;
  },
});

function resolve(spelling: string): Unit {
  const near = nearUnits(spelling);
  const similar = near.length > 0 || spelling.trim().length < 3 ? null : closest(spelling.trim(), unitSpellings());
  return requireUnit(spelling, "units", similar === null ? near : [similar]);
}

function describe(spelling: string, { dimension, reference, spellings }: Unit) {
  return { ...unitFields(spelling), dimension, reference, spellings };
}

function convert(from: Unit, to: Unit, value: number, atmosphere: number) {
  const rule = conversion(from, to, atmosphere);
  const assumed = atmosphere === STANDARD_ATMOSPHERE_PA ? ("standard atmosphere" as const) : ("as stated" as const);
  const atmosphere_basis = rule.atmosphere_pa === null ? ("not used" as const) : assumed;
  return { value, result: rule.factor * value + rule.offset, ...rule, atmosphere_basis };
}

function unitLines(unit: ReturnType<typeof describe>): string[] {
  return [
    `${unit.raw}  ${unit.canonical}`,
    labelled(
      "measures",
      parts(unit.dimension, unit.datum && `counted from ${unit.datum === "gauge" ? "the atmosphere" : "vacuum"}`),
    ),
    ...(unit.reference ? [labelled("stands on", `${unit.reference}, a state that the unit alone does not fix`)] : []),
    ...fill(labelled("spelled", unit.spellings.join(", ")).split(" "), 78, " ".repeat(10)),
  ];
}

/** Seven digits, as a handbook prints a factor; the answer's JSON has twelve. */
function shown(x: number): string {
  return String(Number(x.toPrecision(7)));
}
