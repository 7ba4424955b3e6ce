import { didYouMean } from "../../contract/closest.ts";
import { Fault, INVALID_PARAMS, type Prompt, type PromptResult } from "./core.ts";
import { chooseForecaster } from "./prompts/choose-forecaster.ts";
import { designExperiment } from "./prompts/design-experiment.ts";
import { interpretCurves } from "./prompts/interpret-curves.ts";
import { investigateTag } from "./prompts/investigate-tag.ts";
import type { PromptText } from "./prompts/prompt-text.ts";
import { writeReadout } from "./prompts/write-readout.ts";

export const PROMPTS: PromptText[] = [
  designExperiment,
  writeReadout,
  investigateTag,
  chooseForecaster,
  interpretCurves,
];

/** Longest argument of a prompt that is put into its text. */
const LONGEST = 4000;

/** The prompts whose tools are all offered. */
export function promptsOf(offered: Set<string>): Prompt[] {
  return within(offered).map(({ commands, text, ...prompt }) => prompt);
}

/** A prompt, filled in. Fault for an unknown one and for arguments that it does not have, lacks, or that are too long. */
export function getPrompt(name: string, args: Record<string, string>, offered: Set<string>): PromptResult {
  const prompts = within(offered);
  const prompt = prompts.find((each) => each.name === name);
  const names = prompts.map((each) => each.name);
  if (!prompt) throw new Fault(INVALID_PARAMS, `unknown prompt '${name}'${didYouMean(name, names)}`);
  const known = prompt.arguments.map((argument) => argument.name);
  const unknown = Object.keys(args).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw new Fault(INVALID_PARAMS, `prompt ${name}: unknown argument '${unknown}'${didYouMean(unknown, known)}`);
  const missing = prompt.arguments.find((argument) => argument.required && (args[argument.name] ?? "").trim() === "");
  if (missing) throw new Fault(INVALID_PARAMS, `prompt ${name}: argument '${missing.name}' is missing`);
  const long = Object.keys(args).find((key) => args[key].length > LONGEST);
  if (long !== undefined)
    throw new Fault(INVALID_PARAMS, `prompt ${name}: argument '${long}' has more than ${LONGEST} characters`);
  return {
    description: prompt.description,
    messages: [{ role: "user", content: { type: "text", text: prompt.text(args) } }],
  };
}

function within(offered: Set<string>): PromptText[] {
  return PROMPTS.filter(({ commands }) => commands.every((command) => offered.has(command)));
}
