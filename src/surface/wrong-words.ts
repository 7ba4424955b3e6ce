import type { CommanderError } from "commander";
import { BadCall } from "../contract/outcome.ts";

/** The bad call of words that commander does not take, in one line of our own manner. `name` is the command's. */
export function wrongWords({ message }: CommanderError, name: string): BadCall {
  const line = message
    .replace(/^error: /, "")
    .replace(/\n\(Did you mean (.*)\?\)/, "; did you mean '$1'?")
    .replace(/\. Expected/, ", expected")
    .replace(/\. Allowed choices are/, ", expected one of")
    .replace(/\s*\n\s*/g, " ")
    .replace(/\.$/, "");
  return new BadCall(`${line}; see 'liquet ${name} --help'`);
}
