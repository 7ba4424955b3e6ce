import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { refusal } from "../../contract/outcome.ts";
import { classifier } from "../other-components.ts";
import { distanceOf, requireRows, requireSeries } from "../panel/distance.ts";
import { nearest, shares, winner } from "../panel/nearest.ts";

interface NeighborsParams {
  n_neighbors: number;
  weights: "uniform" | "distance";
  algorithm: "brute";
  distance: "dtw" | "euclidean" | "squared";
  distance_params: { window?: number } | null;
}

/** The training set: nothing else is learned. */
interface NeighborsState {
  rows: number[][];
  labels: string[];
}

export default classifier<NeighborsParams, NeighborsState>({
  name: "KNeighborsTimeSeriesClassifier",
  object_type: "classifier",
  summary: "The label that most of the nearest labelled series have, near by dynamic time warping.",
  source: "Cover & Hart 1967; Sakoe & Chiba 1978",
  parameters: z.strictObject({
    n_neighbors: field(z._default(z.int().check(z.gte(1)), 1), "Neighbours that vote."),
    weights: field(z._default(z.enum(["uniform", "distance"]), "uniform"), "One vote each, or one over the distance."),
    algorithm: field(z._default(z.literal("brute"), "brute"), "Every distance is looked at."),
    distance: field(z._default(z.enum(["dtw", "euclidean", "squared"]), "dtw"), "Of two series."),
    distance_params: field(
      z._default(z.nullable(z.strictObject({ window: z.optional(z.number().check(z.gte(0), z.lte(1))) })), null),
      "{'window': share} for the band of dtw.",
    ),
  }),
  tags: {},
  refuses: ["UnsuitableData", "NonFiniteCurve", "IrregularGrid", "TooFewCurves"],
  example: `forecast call-method KNeighborsTimeSeriesClassifier fit_predict --kwargs '{"train": {"curve": ["a", "a", "b", "b"], "t": [0, 1, 0, 1], "value": [0, 1, 1, 0], "label": ["up", "up", "down", "down"]}, "X": {"curve": ["c", "c"], "t": [0, 1], "value": [0.2, 0.7]}}'`,
  fit(panel, { n_neighbors, distance }) {
    requireRows(panel, distance !== "dtw");
    requireSeries(panel.rows.length, n_neighbors, `${n_neighbors} neighbours`);
    if (panel.labels === null) {
      const remedy = "load the curves with a label column (data load --as curves --label NAME)";
      throw refusal("UnsuitableData", `the training series carry no labels; ${remedy}`, {
        check: "labels",
        observed: null,
        required: "a label for every series",
        remedy,
      });
    }
    return { rows: panel.rows.map((row) => [...row]), labels: panel.labels };
  },
  predict(state, params, panel) {
    const rows = state.rows.map((row) => Float64Array.from(row));
    const both = { names: [...state.labels, ...panel.names], rows: [...rows, ...panel.rows], labels: null };
    requireRows(both, params.distance !== "dtw");
    const distance = distanceOf({ distance: params.distance, window: params.distance_params?.window ?? null });
    const votes = panel.rows.map((row) =>
      shares(nearest(row, rows, params.n_neighbors, distance), state.labels, params.weights),
    );
    return { labels: votes.map(winner), shares: votes };
  },
});
