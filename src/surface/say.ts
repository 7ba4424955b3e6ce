import type { World } from "./cli.ts";

/**
 * Writes plain lines for a person, coloured where `terminal` is true and the environment does not forbid it. Control
 * characters that came with the data (a tag's name, a file's) are shown as \xNN: they must not steer the terminal.
 */
export async function say(
  world: World,
  lines: string[],
  write: (text: string) => void,
  terminal: boolean,
): Promise<void> {
  const plain = !terminal || (world.env.NO_COLOR ?? "") !== "" || world.env.TERM === "dumb";
  const safe = lines.map(visible);
  const shown = plain ? safe : await (await import("./colour.ts")).colourLines(safe);
  write(shown.length > 0 ? `${shown.join("\n")}\n` : "");
}

function visible(line: string): string {
  return Array.from(line, (char) => {
    const code = char.codePointAt(0) ?? 0;
    const control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    // Turns the direction of writing, of what follows too.
    const turning = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    return control || turning ? `\\x${code.toString(16).padStart(2, "0")}` : char;
  }).join("");
}
