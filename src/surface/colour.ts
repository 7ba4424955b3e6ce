/** Paints plain lines for a terminal. This is the only place where colour is added. */
export async function colourLines(lines: string[]): Promise<string[]> {
  const { Chalk } = await import("chalk");
  const chalk = new Chalk({ level: 1 });
  const rules: [RegExp, (text: string) => string][] = [
    [/^(refusal \[\w+\]|error:|REFUSAL|ERROR|missing(?= ))/g, (s) => chalk.red(s)],
    [/censored yes|\bBAD [1-9]\d*|FLATLINE SUSPECTED|\[FIRED\]/g, (s) => chalk.red(s)],
    [/censored no/g, (s) => chalk.green(s)],
    [/NOT ASSESSED|censored unknown|\bUNCERTAIN [1-9]\d*/g, (s) => chalk.yellow(s)],
    [/\b(?:flagged|breaches|refusals|errors) [1-9]\d*|\b[1-9]\d* rule hits?/g, (s) => chalk.bold(s)],
    [/\(\+\d+ more[^)]*\)/g, (s) => chalk.dim(s)],
    [/^[A-Z][A-Za-z ]+(?=$| {2})/g, (s) => chalk.bold(s)],
  ];
  return lines.map((line) => rules.reduce((text, [pattern, paint]) => text.replace(pattern, paint), line));
}
