import type { Command } from "../contract/command.ts";
import { fill } from "../contract/text.ts";

/** Help fits the narrowest terminal in use. */
export const COLUMNS = 80;

/** What stands below the flags of a help page: the command's notes and its examples. */
export function notes(command: Command): string {
  const blocks = [];
  if (command.notes) blocks.push(paragraphs(command.notes).flatMap(fitted).join("\n"));
  blocks.push(["Examples:", ...command.examples.map((line) => `  liquet ${line}`)].join("\n"));
  return `\n${blocks.join("\n\n")}\n`;
}

/** Lines that go on with the sentence of the line before are put together with it. */
function paragraphs(lines: string[]): string[] {
  const done: string[] = [];
  for (const line of lines) {
    const last = done.at(-1) ?? "";
    const goesOn = last !== "" && !/[.:]$/.test(last) && /^[^A-Z ]/.test(line) && !asWritten(`${last}\n${line}`);
    if (goesOn) done[done.length - 1] = `${last} ${line}`;
    else done.push(line);
  }
  return done;
}

function fitted(paragraph: string): string[] {
  return asWritten(paragraph) ? [paragraph] : fill(paragraph.split(" "), COLUMNS);
}

/** A list in columns, and a command to copy: neither may be broken anew. */
function asWritten(text: string): boolean {
  return /\S {2}|^ |\bliquet [a-z]/.test(text);
}
