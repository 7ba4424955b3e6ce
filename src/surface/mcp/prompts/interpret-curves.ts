import { type PromptText, READING, stated } from "./prompt-text.ts";

const ARGUMENTS = [
  { name: "curves", description: "Curves: a data_… handle, demo:NAME or a file.", required: true },
  { name: "question", description: "What is to be learned from them." },
];

export const interpretCurves: PromptText = {
  name: "interpret_curves",
  title: "Interpret a set of curves",
  description: "Smooth, align, decompose or cluster curves, take computed advice, run again and compare.",
  arguments: ARGUMENTS,
  commands: [
    "fda build-diagnostics",
    "fda list-capabilities",
    "fda run-method",
    "fda recommend",
    "fda compare-run",
    "fda result",
  ],
  text: (args) =>
    `Interpret a set of curves.

${stated(
  args,
  ARGUMENTS.map(({ name }) => name),
)}

1. Call \`fda_build_diagnostics\` on the curves before anything is run on them: grid, noise, phase, outliers.
2. Choose a method with \`fda_list_capabilities\` and say why: noise calls for smoothing, shifted features for alignment, ways of varying
   for fpca, groups for clustering.
3. Interpret: call \`fda_run_method\`, keep its \`result_id\`, and explain each number by what it measures.
4. Recommend: call \`fda_recommend\` on the run. Its advice is made by fixed rules and quotes the numbers it goes by; quote them too.
5. Run again: call \`fda_compare_run\` with the one parameter that the advice changes.
6. Compare: report the computed differences and which are better or worse; keep the run that serves the question, not the one with
   the smallest error by itself. Read its tables with \`fda_result\`.

${READING}`,
};
