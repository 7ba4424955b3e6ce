import assert from "node:assert/strict";
import { test } from "node:test";
import { evidenceOf, forecastOf } from "../../support/forecast-calls.ts";

interface Fit {
  model: string;
  params: Record<string, unknown>;
}

/** Values of R's forecast 8.20 unless a title says otherwise; forecasts are to agree within half a percent. */
const HALF_PERCENT = 0.005;

function close(found: number[], expected: number[], tolerance = HALF_PERCENT): void {
  assert.equal(found.length, expected.length);
  for (const [i, value] of expected.entries())
    assert.ok(Math.abs(found[i] / value - 1) <= tolerance, `at ${i + 1}: ${found[i]}, expected ${value}`);
}

const fitOf = (source: string, spec: string) =>
  evidenceOf<Fit>("forecast", "get-fitted-params", source, "--spec", spec);

const LOG_AIRLINE = "LogTransformer() * ARIMA((0, 1, 1), (0, 1, 1, 12))";
const AIRLINE: [string, string, number[], Record<number, [number, number]>, number?][] = [
  [
    "6.2, the airline model on logarithms, medians",
    LOG_AIRLINE,
    [
      450.42237, 425.7172, 479.00683, 492.40446, 509.05496, 583.34494, 670.01077, 667.07762, 558.18935, 497.20779,
      429.87198, 477.24256,
    ],
    { 1: [418.88951, 484.32895], 12: [406.17247, 560.74815] },
  ],
  [
    "6.2, the search on the raw series",
    "AutoARIMA(sp=12)",
    [
      445.6349, 420.395, 449.19832, 491.83995, 503.39448, 566.86246, 654.26018, 638.59749, 540.88375, 494.12663,
      423.33272, 465.50758,
    ],
    { 1: [423.08505, 468.18475] },
  ],
  [
    "6.3, the better optimum of ETS(M,A,M), as statsmodels has it",
    "AutoETS(sp=12)",
    [442.77, 435.9, 498.81, 485.94, 487.54, 554.05, 617.45, 614.16, 534.25, 467, 406.24, 457.37],
    {},
  ],
  [
    // R ends at a likelihood of -679.583, with an undamped first step; -679.15 exists.
    "6.3, ETS(M,Ad,M) within two percent",
    "AutoETS(error='mul', trend='add', damped_trend=True, seasonal='mul', sp=12, auto=False)",
    [
      441.80185, 434.11862, 496.63005, 483.23748, 483.99135, 551.0244, 613.17968, 609.36483, 530.54083, 463.03321,
      402.7478, 451.96937,
    ],
    { 1: [407.88628, 475.71742], 12: [352.26313, 551.67561] },
    0.02,
  ],
  [
    "6.4, Theta with R's unscaled band",
    "ThetaForecaster(sp=12, seasonal_band=False)",
    [
      440.07819, 428.38428, 489.7071, 475.70463, 479.67039, 545.36627, 602.752, 601.10076, 523.95149, 456.62714,
      397.95373, 447.64491,
    ],
    { 1: [418.99672, 461.15966], 12: [385.39166, 509.89816] },
  ],
  [
    "6.5, sktime's STL forecast",
    "STLForecaster(sp=12)",
    [
      456.0882, 430.1562, 471.9478, 490.9594, 507.8533, 568.1426, 652.0266, 648.9416, 541.7224, 490.2949, 426.0262,
      465.8934,
    ],
    {},
  ],
];

for (const [what, spec, points, bounds, tolerance] of AIRLINE)
  test(`airline, ${what}: ${points[0]}, ${points[1]}, …`, async () => {
    const { rows } = await forecastOf("demo:airline", spec, "--horizon", "12", "--coverage", "0.95");
    close(
      rows.map(({ point }) => point),
      points,
      tolerance,
    );
    for (const [step, expected] of Object.entries(bounds)) {
      const { lower, upper } = rows[Number(step) - 1].intervals[0];
      close([lower, upper], expected, tolerance);
    }
  });

test("airline on logarithms: θ −.40183 and Θ −.55694 within 2e-3, log-likelihood 244.6965 (statsmodels 244.69649)", async () => {
  const { params } = await fitOf("demo:airline", LOG_AIRLINE);
  const [theta, seasonal] = (params.coefficients as { name: string; value: number }[]).map(({ value }) => value);
  assert.ok(Math.abs(theta + 0.401828) < 2e-3 && Math.abs(seasonal + 0.5569448) < 2e-3, `${theta} ${seasonal}`);
  assert.ok(Math.abs(Number(params.loglik) - 244.6965) < 1e-3, String(params.loglik));
});

const ETS: [string, string, string, number][] = [
  ["airline", "AutoETS(sp=12)", "ETS(M,A,M)", -676.1],
  ["airline", "AutoETS(error='add', trend='add', seasonal='add', sp=12, auto=False)", "ETS(A,A,A)", -718.55],
  ["airline", "AutoETS(auto=False)", "ETS(A,N,N)", -863.94],
  ["nile", "AutoETS(error='mul', auto=False)", "ETS(M,N,N)", -726.201],
  ["www_usage", "AutoETS(trend='add', damped_trend=True, auto=False)", "ETS(A,Ad,N)", -352.9155],
  ["us_acc_deaths", "AutoETS(seasonal='add', sp=12, auto=False)", "ETS(A,N,A)", -555.1223],
  ["uk_gas", "AutoETS(error='mul', trend='add', seasonal='mul', sp=4, auto=False)", "ETS(M,A,M)", -618.4108],
  ["johnson_johnson", "AutoETS(error='mul', trend='add', seasonal='add', sp=4, auto=False)", "ETS(M,A,A)", -72.8696],
  ["shampoo_sales", "AutoETS(trend='add', auto=False)", "ETS(A,A,N)", -215.5834],
];

for (const [demo, spec, name, least] of ETS)
  test(`${demo} by ${name}: no less likely than ${least} on R's scale`, async () => {
    const { model, params } = await fitOf(`demo:${demo}`, spec);
    assert.equal(model, name);
    assert.ok(Number(params.loglik) >= least, String(params.loglik));
  });

const CLASSICS: [string, number, number[], number[]][] = [
  ["nile", 1, [816.1813, 835.5596, 840.4889], [799.812, 798.4548, 797.0977]],
  ["www_usage", 1, [218.8805, 218.1524, 217.6789], [220.3096, 220.619, 220.9284]],
  ["lynx", 1, [2989.9103, 2093.478, 1307.3087], [3397.5689]],
  ["us_acc_deaths", 12, [8336.0613, 7531.8291, 8314.6438], [8270.6938, 7508.9239, 8322.1248]],
  ["uk_gas", 4, [1201.8956, 651.0956, 385.3956], [999.7439, 660.0976, 387.1895]],
  ["johnson_johnson", 4, [17.7022, 16.3671, 17.5738], [13.9218, 14.5667, 15.8008]],
  ["lake_huron", 1, [579.96], [579.9479]],
  ["sunspot_year", 1, [144.9216, 165.24, 161.1957], [100.2414]],
  ["shampoo_sales", 12, [604.494, 628.5281, 698.8753], [598.8201, 604.8597, 610.8992]],
];

for (const [demo, sp, arima, theta] of CLASSICS)
  test(`${demo}: AutoARIMA ${arima.join(", ")} and Theta ${theta.join(", ")}`, async () => {
    for (const [spec, expected] of [
      [`AutoARIMA(sp=${sp})`, arima],
      [`ThetaForecaster(sp=${sp})`, theta],
    ] as const) {
      const { rows } = await forecastOf(`demo:${demo}`, spec, "--horizon", String(expected.length));
      close(
        rows.map(({ point }) => point),
        [...expected],
      );
    }
  });

test("simple smoothing of the Nile: α .245668, 805.336329 and 95 % from 522.647276 to 1088.025380", async () => {
  const { rows } = await forecastOf("demo:nile", "ExponentialSmoothing()", "--horizon", "1", "--coverage", "0.95");
  const { lower, upper } = rows[0].intervals[0];
  close([rows[0].point, lower, upper], [805.336329, 522.647276, 1088.02538], 1e-4);
});

/** Every number in an answer. */
function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  return value === null || typeof value !== "object" ? [] : Object.values(value).flatMap(numbersIn);
}

test("the airline search is told: the AICc of each of R's twelve admissible fits, the best −483.21 (fable 426)", async () => {
  const told = numbersIn((await fitOf("demo:airline", "LogTransformer() * AutoARIMA(sp=12)")).params);
  const expected = [
    -434.798957, -474.629862, -483.210085, -449.885657, -481.595677, -481.645052, -477.216363, -467.464383, -481.582022,
    -481.299086, -481.300623, -481.5633,
  ];
  for (const aicc of expected)
    assert.ok(
      told.some((value) => Math.abs(value - aicc) < 0.01),
      String(aicc),
    );
});
