import type { World } from "./cli.ts";

/** Writes plain lines for a person, coloured where `terminal` is true and the environment does not forbid it. */
export async function say(
  world: World,
  lines: string[],
  write: (text: string) => void,
  terminal: boolean,
): Promise<void> {
  const plain = !terminal || (world.env.NO_COLOR ?? "") !== "" || world.env.TERM === "dumb";
  const shown = plain ? lines : await (await import("./colour.ts")).colourLines(lines);
  write(shown.length > 0 ? `${shown.join("\n")}\n` : "");
}
