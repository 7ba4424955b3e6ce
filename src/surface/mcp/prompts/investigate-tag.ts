import { type PromptText, READING, stated } from "./prompt-text.ts";

const ARGUMENTS = [
  { name: "archive", description: "Archive of the tag: a Parquet or CSV file.", required: true },
  { name: "question", description: "What is to be found out about it." },
];

export const investigateTag: PromptText = {
  name: "investigate_tag",
  title: "Investigate a tag",
  description: "Find out whether a tag's history can be trusted, when it changed, and whether it is out of control.",
  arguments: ARGUMENTS,
  commands: ["profile", "segment", "screen", "spc", "plot", "compare"],
  text: (args) =>
    `Investigate the history of a process tag.

${stated(
  args,
  ARGUMENTS.map(({ name }) => name),
)}

1. Call \`profile\` on the whole archive: coverage, quality, gaps, clipping, repeated times. Say first whether the history can carry the
   question. A censored window (values at an end of the range) hides what lies beyond it.
2. Call \`segment\` for when the level changed. Levels, times and counts are what it found; causes are not in the data.
3. Choose a baseline from a quiet, uncensored stretch of one level, and say why that one. Then \`spc\` for an individuals chart with run
   rules, or \`screen\` for limits by median and MAD. Baseline and window do not overlap.
4. \`compare\` two periods when the question is what changed; \`plot\` one figure that shows the finding.
5. Answer: what is known, with method and counts; what is suspected; which check would settle it.

${READING}`,
};
