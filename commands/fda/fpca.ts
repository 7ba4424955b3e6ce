import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { madeCurvesField } from "../../src/contract/fda-run-shapes.ts";
import {
  curvesFields,
  curvesLine,
  curvesShape,
  maxCurvesField,
  maxPointsField,
} from "../../src/contract/fda-shapes.ts";
import { capOf, field } from "../../src/contract/field.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { orReasonShape } from "../../src/contract/shapes.ts";
import { labelled, more, parts, plural, section, showNumber } from "../../src/contract/text.ts";
import { curveMatrix } from "../../src/fda/curve-matrix.ts";
import { decompose, fpcaOnThread } from "../../src/fda/fpca-fields.ts";
import { QUADRATURE_RULES } from "../../src/fda/quadrature.ts";
import { curvesOf } from "../../src/fda/run.ts";
import { curveLine } from "../../src/plot/sparkline.ts";
import { shortNames } from "../../src/series/short-names.ts";

const count = z.int();
const number = z.number();
const numbers = z.array(number);

const evidenceShape = z.strictObject({
  ...curvesShape,
  method: z.literal("SVD of the centred curves, weighted by quadrature"),
  weights: z.enum(QUADRATURE_RULES),
  divisor: z.literal("n - 1"),
  n_components: count,
  rank: count,
  total_variance: number,
  components: z.array(
    z.strictObject({
      component: count,
      eigenvalue: number,
      explained_variance_ratio: number,
      cumulative_variance_explained: number,
      ...orReasonShape("ic_p1", number),
      ...orReasonShape("values", numbers),
    }),
  ),
  components_for: z.array(z.strictObject({ share: number, n_components: count })),
  equal_eigenvalues: z.array(z.array(count)),
  at: numbers,
  mean: numbers,
  points_dropped: count,
  scores: z.array(z.strictObject({ curve: z.string(), values: numbers })),
  scores_dropped: count,
});

type Fields = z.output<typeof evidenceShape>;

export default command({
  summary: "Decompose curves into a mean and functional principal components, with scores.",
  args: ["curves"],
  input: z.strictObject({
    curves: madeCurvesField(),
    n_comp: field(z._default(z.int().check(z.positive()), 3), "Most components."),
    weights: field(z._default(z.enum(QUADRATURE_RULES), "trapezoid"), "Rule for integrals."),
    max_curves: maxCurvesField(),
    max_points: maxPointsField(),
  }),
  evidence: evidenceShape,
  examples: ["fda fpca demo:bumps", "fda fpca demo:bumps --n-comp 2 --max-points all --json"],
  notes: [
    "Shares are of the total variance, the integral over the grid of the variance between curves (divisor n - 1), not of",
    "the components kept. Components have length 1 in the weighted inner product; each is turned so that its integral is",
    "positive, or so that it rises where the integral is nearly 0, which a finer grid does not change. A score is the",
    "weighted inner product of a curve less the mean with a component. Components that share an eigenvalue",
    "(equal_eigenvalues) may be turned into each other: each alone is an arbitrary choice. ic_p1 is Bai and Ng's criterion",
    "(2002) for so many components: the least is best, where errors are alike and independent.",
  ],
  tasks: { decompose: () => decompose },
  async run({ curves: ref, n_comp, weights, max_curves, max_points }, ctx) {
    const data = await curvesOf(ctx, ref);
    const curves = curveMatrix(data, { curves: 2, points: 2, what: "principal components" });
    const found = await fpcaOnThread(ctx, curves, {
      n_comp,
      weights,
      max_curves: capOf(max_curves),
      max_points: capOf(max_points),
    });
    return evidence<Fields>({ ...curvesFields(data.handle, curves), ...found });
  },
  text: (f) => [
    curvesLine(f),
    labelled("method", `${f.method} (${f.weights})`),
    labelled("variance", parts(`total ${showNumber(f.total_variance)}`, `divisor ${f.divisor}`, `rank ${f.rank}`)),
    labelled("reach", parts(...f.components_for.map((c) => `${100 * c.share} % by ${c.n_components}`))),
    ...section("Components", componentLines(f)),
    ...section(`Scores on ${plural(f.n_components, "component")}`, scoreLines(f)),
  ],
});

function componentLines(f: Fields): string[] {
  const picture = (values: number[]) =>
    curveLine(Float64Array.from(f.at), Float64Array.from(values), f.grid_min, f.grid_max, Math.min(40, f.at.length));
  const shared = f.equal_eigenvalues.map((pair) => `components ${pair.join(" and ")} share an eigenvalue`);
  return [
    " #  eigenvalue    share      cum.",
    ...f.components.map((c) =>
      [
        String(c.component).padStart(2),
        showNumber(c.eigenvalue).padStart(10),
        `${(100 * c.explained_variance_ratio).toFixed(2)} %`.padStart(9),
        `${(100 * c.cumulative_variance_explained).toFixed(2)} %`.padStart(9),
        c.values === null ? "0 within rounding" : picture(c.values),
      ].join("  "),
    ),
    `mean${" ".repeat(32)}${picture(f.mean)}`,
    ...shared,
  ];
}

function scoreLines(f: Fields): string[] {
  const names = shortNames(
    f.scores.map(({ curve }) => curve),
    24,
  );
  return [
    ...f.scores.map(({ values }, i) => `${names[i]}  ${values.map((x) => showNumber(x).padStart(10)).join("  ")}`),
    ...more(f.scores_dropped, "curve"),
  ];
}
