import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { experimentFields, labelledWide } from "../../src/contract/experiment-shapes.ts";
import { field } from "../../src/contract/field.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { orReasonShape } from "../../src/contract/shapes.ts";
import { parts, plural, section, showNumber } from "../../src/contract/text.ts";
import { checkSplit } from "../../src/experiment/srm.ts";

const number = z.number();

export default command({
  summary: "Test whether units fell into arms as intended (sample ratio mismatch).",
  args: [],
  input: z.strictObject({
    counts: field(z.record(z.string(), z.int().check(z.nonnegative())), "Units by arm: control=2016,treatment=1984."),
    weights: experimentFields.weights("Intended, by arm: control=0.5,treatment=0.5."),
    exclude: field(z._default(z.array(z.string()), []), "Arms left aside, as a holdout."),
    alpha: field(z._default(number.check(z.gt(0), z.lt(1)), 0.001), "Level of the test."),
    prior_units: field(z._default(number.check(z.gt(0)), 10_000), "Sequential test's prior, in units."),
  }),
  evidence: z.strictObject({
    mismatch: z.boolean(),
    verdict: z.string(),
    n_units: z.int(),
    arms: z.array(
      z.strictObject({
        arm: z.string(),
        n: z.int(),
        weight: number,
        intended_share: number,
        expected_n: number,
        observed_share: number,
        share_low: number,
        share_high: number,
        deviation: number,
      }),
    ),
    excluded: z.array(z.strictObject({ arm: z.string(), n: z.int(), weight: z.nullable(number) })),
    test: z.enum(["pearson_chi_square", "exact_multinomial"]),
    chi_square: number,
    df: z.int(),
    ...orReasonShape("p_value", number),
    alpha: number,
    ratios: z.array(
      z.strictObject({
        arm: z.string(),
        reference: z.string(),
        ratio: number,
        low: number,
        high: number,
        intended_ratio: number,
      }),
    ),
    interval_method: z.literal("wilson_95"),
    ...orReasonShape("detectable_deviation", z.strictObject({ arm: z.string(), share: number, power: number })),
    sequential: z.strictObject({
      prior_units: number,
      ln_bayes_factor: number,
      ...orReasonShape("p_value", number),
      mismatch: z.boolean(),
    }),
  }),
  examples: [
    "experiment check-srm --counts control=2016,treatment=1984 --weights control=0.5,treatment=0.5",
    "experiment check-srm --counts a=9380,b=620,holdout=1000 --weights a=0.95,b=0.05,holdout=0.1 --exclude holdout",
  ],
  notes: [
    "The p-value holds for one look; the sequential one holds however often the counts are looked at.",
    "A larger --prior-units looks for smaller deviations. Without the arms left aside the others' shares are renormalised.",
    "A mismatch is evidence against the intended split. It does not say what went wrong, and no lift should be read.",
  ],
  async run(question) {
    const { mismatch, ...found } = checkSplit(question);
    return evidence({ mismatch, verdict: verdict(mismatch, question.alpha), ...found });
  },
  text(f) {
    const width = Math.max(9, ...f.arms.map(({ arm }) => arm.length));
    const row = (cells: string[]) =>
      `${cells[0].padEnd(width)}  ${cells
        .slice(1)
        .map((cell) => cell.padStart(10))
        .join("  ")}`;
    const test = f.test === "pearson_chi_square" ? "Pearson chi-square" : "exact multinomial";
    const { sequential: s, detectable_deviation: d } = f;
    return [
      parts(
        f.mismatch ? "SAMPLE RATIO MISMATCH" : "no mismatch found",
        plural(f.n_units, "unit"),
        `p ${showP(f.p_value)}`,
      ),
      "",
      ...labelledWide("test", parts(test, `chi-square ${showNumber(f.chi_square)}`, `df ${f.df}`, `alpha ${f.alpha}`)),
      ...labelledWide(
        "sequential",
        parts(
          `p ${showP(s.p_value)}`,
          `ln Bayes factor ${showNumber(s.ln_bayes_factor)}`,
          `prior ${s.prior_units} units`,
        ),
      ),
      ...labelledWide("verdict", f.verdict),
      ...labelledWide(
        "reach",
        d === null
          ? `none: ${f.detectable_deviation_reason}`
          : `a share of ${d.arm} off by ${points(d.share)} would be found ${d.power * 100} times in 100`,
      ),
      ...section("Arms", [
        row(["arm", "units", "expected", "share", "intended", "off by"]),
        ...f.arms.map((a) =>
          row([
            a.arm,
            String(a.n),
            a.expected_n.toFixed(1),
            percent(a.observed_share),
            percent(a.intended_share),
            points(a.deviation, true),
          ]),
        ),
      ]),
      ...section(
        "Ratios  (95% by Wilson's interval of the share)",
        f.ratios.map((r) =>
          parts(
            `${r.arm} / ${r.reference}  ${showNumber(r.ratio)}`,
            `[${showNumber(r.low)}, ${showNumber(r.high)}]`,
            `intended ${showNumber(r.intended_ratio)}`,
          ),
        ),
      ),
      ...section(
        "Left aside",
        f.excluded.map(({ arm, n }) => `${arm}  ${plural(n, "unit")}`),
      ),
    ];
  },
});

function verdict(mismatch: boolean, alpha: number): string {
  return mismatch
    ? `the counts are evidence against the intended split at alpha ${alpha}; they do not say what caused it, and a lift computed from these units cannot be trusted`
    : `nothing in the counts speaks against the intended split at alpha ${alpha}; that does not show that the split is right`;
}

function showP(p: number | null): string {
  return p === null ? "< 1e-300" : p >= 0.001 ? p.toFixed(4) : p.toExponential(2);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

/** Percentage points. */
function points(share: number, signed = false): string {
  return `${signed && share > 0 ? "+" : ""}${(share * 100).toFixed(3)} pp`;
}
