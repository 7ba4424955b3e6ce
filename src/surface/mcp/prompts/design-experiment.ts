import { type PromptText, READING, stated } from "./prompt-text.ts";

const ARGUMENTS = [
  { name: "metric", description: "The outcome that decides, such as a purchase rate or spend.", required: true },
  { name: "population", description: "Who can be in the experiment." },
  { name: "audience", description: "Who reads the result." },
  { name: "baseline", description: "Today's value of the metric, with where it comes from." },
  { name: "mde", description: "The smallest change that would matter." },
];

export const designExperiment: PromptText = {
  name: "design_experiment",
  title: "Design an experiment",
  description: "Plan an experiment that can be trusted: hypothesis, size, assignment, and how often it is looked at.",
  arguments: ARGUMENTS,
  commands: ["experiment power-calc", "experiment assign-cells", "experiment list"],
  text: (args) =>
    `Help me to design an experiment.

${stated(
  args,
  ARGUMENTS.map(({ name }) => name),
)}

Work in this order, and stop to ask where something is missing:
1. Write the hypothesis as one sentence that could turn out false: which change, for whom, moves which metric which way.
2. Settle whether the metric is a proportion, a mean or a ratio, and its baseline. A baseline that is a guess is called one.
3. Call \`experiment_power_calc\` with the baseline and the smallest change that matters. Report units per arm, method, alpha and power,
   and the sizes that the other methods give. If that is out of reach, call it again with the units there are and solve for the change.
4. Say how it will be looked at. One look at the end is \`fixed\`; planned looks need group-sequential bounds, looking at any time an
   always-valid test, and both cost units: call \`experiment_power_calc\` with \`sequential\` to show how many.
5. Call \`experiment_list\` and choose a salt that no running experiment has; show with \`experiment_assign_cells\` on a few ids, with
   \`explain\`, how units get their arm.
6. End with the definition to record: id, arms and weights, salt, metric, population, audience, alpha, plan, planned units. It is
   recorded with the command \`liquet experiment create\` (or its tool, where this server may write), before the first unit is exposed.

${READING}`,
};
