import { type PromptText, READING, stated } from "./prompt-text.ts";

const ARGUMENTS = [
  { name: "data", description: "The series: a data_… handle, demo:NAME or a file.", required: true },
  { name: "horizon", description: "How many steps ahead, and what the forecast decides." },
  { name: "forecaster", description: "A forecaster that is already favoured, to be held against others." },
];

export const chooseForecaster: PromptText = {
  name: "choose_forecaster",
  title: "Choose a forecaster",
  description: "Choose a forecaster for a series by its scores on held-out stretches, against a simple one.",
  arguments: ARGUMENTS,
  commands: [
    "data inspect",
    "forecast query-registry",
    "forecast describe-component",
    "forecast evaluate",
    "forecast fit",
    "forecast predict",
  ],
  text: (args) =>
    `Choose a forecaster for a series.

${stated(
  args,
  ARGUMENTS.map(({ name }) => name),
)}

1. Call \`data_inspect\`: spacing, missing values, repeated labels, length against the season. What is wrong with the series is told to the
   user and put right only as they say, with \`data_transform\`.
2. Call \`forecast_query_registry\` with the task \`forecaster\` for what can handle such a series (season, missing values, outside columns,
   intervals), and \`forecast_describe_component\` for the parameters and refusals of the two or three that you take further.
3. Call \`forecast_evaluate\` for each of them with the same splits and the horizon that matters; it scores the naive and the seasonal
   naive forecast beside. Report every score with its number of folds. What is better by less than the folds differ is not better.
4. Take the simplest one that is not clearly worse. Call \`forecast_fit\` on all of the data, then \`forecast_predict\` with intervals.
5. Say what the forecast cannot know: changes that have no precedent in the series, and outside columns that themselves are forecasts.

${READING}`,
};
