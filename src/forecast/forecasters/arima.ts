import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { BadCall } from "../../contract/outcome.ts";
import { requireRows } from "../arima/enough-rows.ts";
import { fitArima } from "../arima/fit.ts";
import {
  continueArima,
  describeArima,
  fittedArima,
  type KeptArima,
  keepArima,
  leastRows,
  type Made,
  NONE,
  predictArima,
} from "../arima/kept.ts";
import type { Orders } from "../arima/orders.ts";
import { constantAt } from "../arima/stepwise.ts";
import { forecaster } from "../component.ts";

interface ArimaParams {
  order: [number, number, number];
  seasonal_order: [number, number, number, number];
  trend: "n" | "c" | "t" | "ct" | null;
  with_intercept: boolean;
  method: "lbfgs" | "ml" | "css";
}

const order = z.int().check(z.gte(0), z.lte(50));
const season = z.int().check(z.gte(0), z.lte(10_000));
const always = () => z._default(z.literal(true), true);

/** Orders of a specification. BadCall for seasonal orders without a season, and for lags that a season repeats. */
function ordersOf({ order: [p, d, q], seasonal_order: [P, D, Q, s] }: ArimaParams): Orders {
  const m = Math.max(1, s);
  if (m === 1 && P + D + Q > 0)
    throw new BadCall(`spec: ARIMA: seasonal_order=(${P}, ${D}, ${Q}, ${s}) has orders and no season: give s >= 2`);
  if (P > 0 && p >= m) throw new BadCall(`spec: ARIMA: p=${p} reaches the season of ${m}, whose lags P has already`);
  if (Q > 0 && q >= m) throw new BadCall(`spec: ARIMA: q=${q} reaches the season of ${m}, whose lags Q has already`);
  return { p, d, q, P, D, Q, m };
}

const hasConstant = ({ trend, with_intercept }: ArimaParams) =>
  trend === null ? with_intercept : trend === "c" || trend === "ct";

/** The trend of the differenced equation as a column of levels: t, or t² under one difference. */
function trendOf(params: ArimaParams): Made {
  if (params.trend !== "t" && params.trend !== "ct") return NONE;
  const { d, D } = ordersOf(params);
  if (d + D > 1)
    throw new BadCall(`spec: ARIMA: trend='${params.trend}' under ${d + D} differences is a cubic; take 'c' or 'n'`);
  return (n) => [{ name: "trend", values: Float64Array.from({ length: n }, (_, t) => (t + 1) ** (1 + d + D)) }];
}

export default forecaster<ArimaParams, KeptArima>({
  name: "ARIMA",
  object_type: "forecaster",
  summary: "Seasonal ARIMA of stated orders with explaining columns, by exact maximum likelihood; gaps are allowed.",
  source: "Box & Jenkins; Harvey 1989; likelihood by the recursions of Morf, Sidhu & Kailath 1974",
  parameters: z.strictObject({
    order: field(z._default(z.tuple([order, z.int().check(z.gte(0), z.lte(3)), order]), [1, 0, 0]), "(p, d, q)."),
    seasonal_order: field(
      z._default(z.tuple([order, z.int().check(z.gte(0), z.lte(2)), order, season]), [0, 0, 0, 0]),
      "(P, D, Q, s); s is the season in rows.",
    ),
    trend: field(
      z._default(z.nullable(z.enum(["n", "c", "t", "ct"])), null),
      "Of the differenced equation: none, constant, line, both. None: as with_intercept says.",
    ),
    with_intercept: field(
      z._default(z.boolean(), true),
      "A mean, or a drift under one difference; never under two or more.",
    ),
    method: field(z._default(z.enum(["lbfgs", "ml", "css"]), "lbfgs"), "css: conditional sum of squares; else exact."),
    maxiter: field(
      z._default(z.int().check(z.gte(1)), 50),
      "Without effect: the search goes on until nothing is to gain.",
    ),
    suppress_warnings: field(z._default(z.boolean(), false), "Without effect: warnings are part of the answer."),
    enforce_stationarity: field(always(), "Always."),
    enforce_invertibility: field(always(), "Always."),
  }),
  tags: {
    "capability:pred_int": true,
    "capability:exogenous": true,
    "capability:missing_values": true,
    "capability:update": true,
  },
  refuses: ["SeriesTooShort", "MissingValues", "SingularModel"],
  example: "forecast predict demo:airline --spec 'ARIMA(order=(0, 1, 1), seasonal_order=(0, 1, 1, 12))' --horizon 3",
  minLength: (params, { x }) =>
    leastRows(ordersOf(params), x.length + (hasConstant(params) ? 1 : 0) + trendOf(params)(0).length),
  fit(train, params) {
    const orders = ordersOf(params);
    const made = trendOf(params);
    const differences = orders.d + orders.D;
    const constant = constantAt(differences, hasConstant(params));
    requireRows(train, leastRows(orders, train.x.length));
    const x = [...made(train.y.length), ...train.x];
    const fit = fitArima(
      { label: train.label, y: train.y, x, orders, constant },
      params.method === "css" ? "css" : "ml",
    );
    const dropped = `no constant: under ${differences} differences it would be a trend of degree ${differences}`;
    return keepArima(fit, train, made, hasConstant(params) && constant === "none" ? [dropped] : []);
  },
  predict: (state, params, ask) => predictArima(state, ask, trendOf(params)),
  update: (state, train, params) => continueArima(state, train, trendOf(params)),
  fitted: fittedArima,
  describe: describeArima,
});
