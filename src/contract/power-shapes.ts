import * as z from "zod/mini";
import { labelledWide } from "./experiment-shapes.ts";
import { orReasonShape } from "./shapes.ts";
import { parts, plural, section, showNumber } from "./text.ts";

const number = z.number();
const fraction = number.check(z.gte(0), z.lte(1));
const look = z.strictObject({
  look: z.int(),
  information_fraction: number,
  alpha_spent: number,
  alpha_increment: number,
  z: z.nullable(number),
  nominal_p: z.nullable(number),
});

/** The answer of a power calculation. */
export const powerShape = z.strictObject({
  solved_for: z.enum(["n", "mde", "power"]),
  metric: z.enum(["proportion", "mean", "ratio"]),
  method: z.enum(["score", "wald", "arcsine", "exact", "z", "t"]),
  formula: z.string(),
  tested_lift: z.enum(["absolute", "relative"]),
  baseline: z.nullable(number),
  direction: z.enum(["increase", "decrease"]),
  effect: number,
  ...orReasonShape("effect_relative", number),
  effect_standardised: number,
  standardised_as: z.enum(["cohen_h", "effect_over_sigma"]),
  treatment_value: z.nullable(number),
  margin: number,
  sigma: z.nullable(number),
  alternative: z.enum(["one_sided", "two_sided"]),
  alpha: number,
  correction: z.enum(["none", "bonferroni", "holm"]),
  n_comparisons: z.int(),
  alpha_per_comparison: number,
  power_target: z.nullable(number),
  power: number,
  ...orReasonShape("n_per_arm", z.int()),
  n_total: z.int(),
  arms: z.array(
    z.strictObject({
      arm: z.string(),
      role: z.enum(["control", "treatment"]),
      share: number,
      n: z.int(),
      n_unrounded: number,
      n_clusters: z.nullable(z.int()),
    }),
  ),
  comparisons: z.array(z.strictObject({ arm: z.string(), power: number })),
  methods: z.array(
    z.strictObject({ method: z.enum(["score", "wald", "arcsine", "z", "t"]), solved: number, unrounded: number }),
  ),
  methods_differ_by: number,
  ...orReasonShape("exact", z.strictObject({ power: number, size: number })),
  variance_factors: z.strictObject({
    covariate: fraction,
    design_effect: number,
    sequential_inflation: z.nullable(number),
  }),
  sequential: z.nullable(
    z.strictObject({
      kind: z.enum(["group_sequential", "always_valid"]),
      tuned_units: z.nullable(number),
      spending: z.nullable(z.string()),
      looks: z.array(look),
    }),
  ),
  duration: z.nullable(z.strictObject({ ...orReasonShape("periods", z.int()), units_at_end: number })),
  caveats: z.array(z.string()),
});

type Fields = z.output<typeof powerShape>;

/** A plan for a person: the answer first, then the question, the arms, the other methods, and what is taken for granted. */
export function powerText(f: Fields): string[] {
  const width = Math.max(9, ...f.arms.map(({ arm }) => arm.length));
  return [
    headline(f),
    "",
    ...labelledWide("question", questionText(f)),
    ...labelledWide("test", testText(f)),
    ...labelledWide("formula", f.formula),
    ...factorText(f),
    ...(f.exact
      ? labelledWide(
          "exact",
          `power ${f.exact.power.toFixed(4)}, error ${f.exact.size.toFixed(4)} of the pooled z-test at these sizes, by enumeration`,
        )
      : []),
    ...(f.duration
      ? labelledWide(
          "duration",
          f.duration.periods === null
            ? `not reached: ${f.duration.periods_reason}`
            : plural(f.duration.periods, "period"),
        )
      : []),
    ...section("Arms", [
      `${"arm".padEnd(width)}  ${"units".padStart(9)}  ${"unrounded".padStart(13)}  share`,
      ...f.arms.map(
        (a) =>
          `${a.arm.padEnd(width)}  ${String(a.n).padStart(9)}  ${a.n_unrounded.toFixed(2).padStart(13)}  ${a.share.toFixed(4)}${a.n_clusters === null ? "" : `  ${plural(a.n_clusters, "cluster")}`}`,
      ),
    ]),
    ...section(
      `By method  (${SOLVED[f.solved_for]})`,
      f.methods.map((m) => `${m.method.padEnd(8)}  ${f.solved_for === "n" ? m.solved : showNumber(m.solved)}`),
    ),
    ...lookText(f.sequential),
    ...section(
      "Taken for granted",
      f.caveats.flatMap((caveat) =>
        labelledWide("-", caveat).map((line) => line.replace(/^-\s+/, "- ").replace(/^\s{12}/, "  ")),
      ),
    ),
  ];
}

const SOLVED = { n: "units of the control arm", mde: "effect", power: "power" };

function headline({ solved_for, arms, n_per_arm, n_total, power, effect, effect_relative }: Fields): string {
  const sizes = n_per_arm !== null ? `${n_per_arm} per arm` : arms.map(({ arm, n }) => `${arm} ${n}`).join("   ");
  const found = `power ${power.toFixed(4)}`;
  if (solved_for === "mde") {
    const relative = effect_relative === null ? "" : ` (${signed(effect_relative * 100)}%)`;
    return parts(`smallest effect ${signed(effect)}${relative}`, sizes, found);
  }
  return solved_for === "power" ? parts(found, sizes, `${n_total} in all`) : parts(sizes, `${n_total} in all`, found);
}

function questionText(f: Fields): string {
  const change =
    f.effect_relative === null ? signed(f.effect) : `${signed(f.effect)}, ${signed(f.effect_relative * 100)}%`;
  const from =
    f.baseline === null
      ? `change ${change}`
      : `${f.baseline} -> ${Number((f.treatment_value as number).toPrecision(6))} (${change})`;
  const size = `${f.standardised_as === "cohen_h" ? "h" : "effect/sigma"} ${showNumber(f.effect_standardised)}`;
  return parts(
    `${f.metric} ${from}`,
    f.sigma !== null && `sigma ${showNumber(f.sigma)}`,
    size,
    f.margin > 0 && `margin ${f.margin}`,
  );
}

function testText(f: Fields): string {
  const alpha =
    f.n_comparisons === 1
      ? `alpha ${f.alpha}`
      : `alpha ${f.alpha} over ${f.n_comparisons} comparisons (${f.correction}: ${showNumber(f.alpha_per_comparison)} each)`;
  const target = f.power_target === null ? false : `power wanted ${f.power_target}`;
  return parts(
    f.method,
    f.alternative.replace("_", "-"),
    alpha,
    target,
    f.tested_lift === "relative" && "of the relative lift",
  );
}

function factorText({ variance_factors: v }: Fields): string[] {
  const said = parts(
    v.covariate !== 1 && `covariate x ${showNumber(v.covariate)}`,
    v.design_effect !== 1 && `clusters x ${showNumber(v.design_effect)}`,
    v.sequential_inflation !== null && v.sequential_inflation !== 1 && `looks x ${showNumber(v.sequential_inflation)}`,
  );
  return said === "" ? [] : labelledWide("units", said);
}

function lookText(sequential: Fields["sequential"]): string[] {
  if (sequential === null || sequential.looks.length === 0) return [];
  return section(`Looks  (spending ${sequential.spending})`, [
    "look  fraction  alpha spent  bound z",
    ...sequential.looks.map(
      (l) =>
        `${String(l.look).padStart(4)}  ${l.information_fraction.toFixed(4).padStart(8)}  ${l.alpha_spent.toFixed(6).padStart(11)}  ${l.z === null ? "none" : l.z.toFixed(4)}`,
    ),
  ]);
}

function signed(value: number): string {
  return `${value > 0 ? "+" : ""}${Number(value.toPrecision(6))}`;
}
