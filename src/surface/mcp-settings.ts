import { Command as Commander, CommanderError, Option } from "commander";
import { BadCall } from "../contract/outcome.ts";
import { toolsetNames } from "./registry.ts";
import { wrongWords } from "./wrong-words.ts";

/** What a server may offer and touch, whatever carries its messages. */
export interface ServerSettings {
  /** Folders that every path must lie in; empty: anywhere. */
  roots: string[];
  /** Families to offer; null: all. */
  toolsets: string[] | null;
  allowWrite: boolean;
  allowNetwork: boolean;
  allowShell: boolean;
  /** Folder of liquet's own store; null: the usual place. */
  store: string | null;
  /** Folder that the dataset:// resources describe; absent: the bundled offer. */
  dataDir?: string;
}

/** An option that may be given more than once. */
export function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** The options of every way to serve; a way adds its own. */
export function serverProgram(name: string, description: string): Commander {
  return quietProgram(name, description)
    .option(
      "--root <dir>",
      "Folder that every path must lie in, links resolved. Repeatable. Default: anywhere.",
      collect,
    )
    .option("--toolsets <names>", `Comma-separated families to offer (${toolsetNames().join(", ")}). Default: all.`)
    .option("--allow-write", "Offer the tools and fields that write files.", false)
    .option("--allow-network", "Let tools read URLs and database servers.", false)
    .option("--allow-shell", "Offer a tool that runs any command line on this machine.", false)
    .option("--store <dir>", "Folder of liquet's own store. Default: LIQUET_STORE, else in the user's cache folder.")
    .option("--data-dir <dir>", "Folder of an offer for the dataset:// resources. Default: the bundled one.");
}

/** The protocols of 2025-11-25 and before. */
export const OLDER = "2025-11-25";

/** Which protocol a server speaks: the older ones, that of 2026-07-28, or whichever its client does. */
export function protocolOption(): Option {
  return new Option("--protocol <version>", "Protocol to speak; all but the first need an optional package.")
    .choices([OLDER, "2026-07-28", "auto"])
    .default(OLDER);
}

/** A program that prints nothing by itself and leaves the process alone. */
export function quietProgram(name: string, description: string): Commander {
  return new Commander(name)
    .description(description)
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .allowExcessArguments(false);
}

/** Parses the words after the verb; the help page when that is what they ask for, else null. Throws BadCall. */
export function parseWords(program: Commander, words: string[]): string | null {
  try {
    program.parse(words, { from: "user" });
    return null;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.helpDisplayed") return program.helpInformation();
    throw wrongWords(error, program.name().replace(/^liquet /, ""));
  }
}

/** What the parsed words say. BadCall for a toolset that does not exist. */
export function readSettings(program: Commander): ServerSettings {
  const { root, toolsets, allowWrite, allowNetwork, allowShell, store, dataDir } = program.opts<{
    root?: string[];
    toolsets?: string;
    allowWrite: boolean;
    allowNetwork: boolean;
    allowShell: boolean;
    store?: string;
    dataDir?: string;
  }>();
  const chosen =
    toolsets
      ?.split(",")
      .map((name) => name.trim())
      .filter(Boolean) ?? null;
  const known = toolsetNames();
  const unknown = chosen?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new BadCall(`toolsets: '${unknown}' is none of ${known.join(", ")}`);
  return {
    roots: root ?? [],
    toolsets: chosen,
    allowWrite,
    allowNetwork,
    allowShell,
    store: store ?? null,
    dataDir,
  };
}

/** A whole number on the command line. BadCall that names it outside its range. */
export function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new BadCall(`${name}: '${text}' is no whole number from ${least} to ${most}`);
}
