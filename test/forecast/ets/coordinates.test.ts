import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isAdmissible } from "../../../src/forecast/ets/admissible.ts";
import {
  ETS_BOUNDS,
  type EtsFixed,
  etsCoordinates,
  toCoordinates,
  toPoint,
} from "../../../src/forecast/ets/coordinates.ts";
import { countParameters, countStates, type EtsForm, formName } from "../../../src/forecast/ets/form.ts";
import { etsModel } from "../../../src/forecast/ets/model.ts";
import { etsObjective } from "../../../src/forecast/ets/objective.ts";
import { startStates } from "../../../src/forecast/ets/start-states.ts";
import { allNear, near } from "../../numerics/near.ts";
import oracle from "../../oracles/ets-roots.json" with { type: "json" };
import { valuesOf } from "./series.ts";

const AAdA: EtsForm = { error: "A", trend: "A", damped: true, season: "A", m: 4 };
const MAM: EtsForm = { ...AAdA, error: "M", damped: false, season: "M" };

test("a set of parameters is admissible when numpy finds every root of its polynomial within the unit circle", () => {
  let inside = 0;
  for (const [m, alpha, beta, gamma, phi, largest] of oracle.rows) {
    const model = etsModel({ ...AAdA, m }, new Float64Array(1));
    const point = Float64Array.of(alpha, beta, gamma, phi, 0, 0);
    assert.equal(isAdmissible(model, point, new Float64Array(m + 2)), largest < 1, `${[m, alpha, beta, gamma, phi]}`);
    if (largest < 1) inside++;
  }
  assert.ok(inside > 60 && inside < 110);
});

test("coordinates in their box are points within the bounds, and come back", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const coordinates = etsCoordinates(AAdA, {}, ETS_BOUNDS, { size: 0.1, level: 1 });
  fc.assert(
    fc.property(fc.tuple(share, share, share, share), (shares) => {
      const z = Float64Array.from(coordinates.lower, (low, i) =>
        i < 4 ? low + shares[i] * (coordinates.upper[i] - low) : 3,
      );
      const point = new Float64Array(10);
      toPoint(coordinates, z, point);
      const [alpha, beta, gamma, phi] = point;
      assert.ok(alpha >= 1e-4 - 1e-12 && alpha <= 0.9999 + 1e-12 && phi >= 0.8 - 1e-12 && phi <= 0.98 + 1e-12);
      assert.ok(beta >= 1e-4 - 1e-12 && beta <= alpha + 1e-12 && gamma >= 1e-4 - 1e-12 && gamma <= 1 - alpha + 1e-12);
      const again = point.slice();
      toPoint(coordinates, toCoordinates(coordinates, point), again);
      allNear(again, point, 1e-12);
    }),
    { numRuns: 200 },
  );
});

test("the objective's gradient by the coordinates is that of central differences, also with given numbers", () => {
  const y = valuesOf("UKgas").map((x) => x / 300);
  const cases: [EtsForm, EtsFixed][] = [
    [AAdA, {}],
    [MAM, {}],
    [MAM, { beta_share: 0.4 }],
    [AAdA, { alpha: 0.4, level: 0.5 }],
  ];
  for (const [form, fixed] of cases) {
    const coordinates = etsCoordinates(form, fixed, ETS_BOUNDS, { size: 0.1, level: 1 });
    const seasons = form.season === "M" ? [1.2, 1, 0.7, 1.1] : [0.2, 0, -0.2, 0];
    const point = Float64Array.of(0.4, 0.1, 0.3, form.damped ? 0.9 : 1, 0.5, 0.01, ...seasons);
    const objective = etsObjective(etsModel(form, y), coordinates, point);
    const z = toCoordinates(coordinates, point);
    const gradient = new Float64Array(z.length);
    const unused = new Float64Array(z.length);
    objective(z, gradient);
    for (let i = 0; i < z.length; i++) {
      const at = (step: number) =>
        objective(
          z.map((x, j) => (j === i ? x + step : x)),
          unused,
        );
      near(gradient[i], (at(1e-5) - at(-1e-5)) / 2e-5, 1e-6, `${formName(form)} ${JSON.stringify(fixed)} by ${i}`);
    }
  }
});

test("names, states and parameters are counted as in the literature and R", () => {
  assert.deepEqual([formName(AAdA), formName(MAM)], ["ETS(A,Ad,A)", "ETS(M,A,M)"]);
  // Level, slope and 3 of 4 seasons; α, β, γ, φ and σ².
  assert.deepEqual([countStates(AAdA), countParameters(AAdA), countParameters(MAM)], [5, 10, 9]);
  // R: 17 for the airline's ETS(M,A,M).
  assert.equal(countParameters({ ...MAM, m: 12 }), 17);
});

test("start states of a line with an exact season are the line's and the season", () => {
  const season = [3, -1, -4, 2];
  const y = Float64Array.from({ length: 24 }, (_, t) => 50 + 2 * (t + 1) + season[t % 4]);
  const { level, trend, season: found } = startStates(y, { ...AAdA, damped: false });
  allNear([level, trend ?? 0, ...found], [50, 2, ...season], 1e-9);
  // Without a trend: the mean of the first ten adjusted values, 50 + 2·5.5.
  near(startStates(y, { ...AAdA, trend: "N", damped: false }).level, 61, 1e-9);
});

test("with fewer than three seasons the factors come from a line, and are never below 0.01", () => {
  const y = Float64Array.from({ length: 8 }, (_, t) => (t % 4 === 0 ? 1e-6 : 10 + (t % 4)));
  const { season } = startStates(y, MAM);
  assert.equal(season.length, 4);
  assert.ok(season[0] >= 0.01 && season.every((x) => x >= 0.01 && x < 2));
});
