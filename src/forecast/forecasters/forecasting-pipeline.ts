import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { forecaster } from "../component.ts";
import {
  type ColumnParams,
  type ColumnState,
  describeColumnPipeline,
  fitColumnPipeline,
  minLengthOfColumns,
  predictColumnPipeline,
  tagsOfColumns,
  updateColumnPipeline,
} from "../compose/column-pipeline.ts";
import { stepsOf } from "../spec/parameter.ts";

export default forecaster<ColumnParams, ColumnState>({
  name: "ForecastingPipeline",
  object_type: "forecaster",
  summary: "Transformers of the explaining columns before a forecaster that takes them: T ** F.",
  source: "Its steps",
  parameters: z.strictObject({
    steps: field(
      stepsOf(2, "transformer", "forecaster"),
      "Transformers, then a forecaster, each alone or as ('name', F).",
    ),
  }),
  tags: { "capability:pred_int": true, "capability:exogenous": true, "capability:update": true },
  tagsOf: tagsOfColumns,
  refuses: ["SeriesTooShort"],
  example: "forecast predict demo:airline --spec 'FourierFeatures([12], [2]) ** ARIMA(order=(0, 1, 1))' --horizon 3",
  minLength: minLengthOfColumns,
  fit: fitColumnPipeline,
  predict: predictColumnPipeline,
  update: updateColumnPipeline,
  describe: describeColumnPipeline,
});
