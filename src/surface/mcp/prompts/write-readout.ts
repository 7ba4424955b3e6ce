import { type PromptText, READING, stated } from "./prompt-text.ts";

const ARGUMENTS = [
  { name: "experiment_id", description: "The recorded experiment to read out.", required: true },
  { name: "audience", description: "Who reads it: their words, not the statistics." },
];

export const writeReadout: PromptText = {
  name: "write_readout",
  title: "Write a readout",
  description: "Write up an experiment's result from its recorded facts, for a named audience, adding nothing.",
  arguments: ARGUMENTS,
  commands: ["experiment show", "experiment draft-readout"],
  text: (args) =>
    `Write a readout of an experiment.

${stated(
  args,
  ARGUMENTS.map(({ name }) => name),
)}

1. Call \`experiment_show\` with the id: definition, plan, looks, warnings. A warning belongs into the readout, not into a footnote.
2. Call \`experiment_draft_readout\` with the id: its \`facts\` are everything that may be stated.
3. Write for the audience: what was tried and on whom; the lift with its interval and method, absolute before relative; whether the
   split was as designed; what the data cannot tell. An interval that includes zero does not show that nothing changed.
4. Recommend at most one next step, and mark it as yours.

${READING}`,
};
