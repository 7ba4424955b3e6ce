import { Command as Commander, CommanderError, Option } from "commander";
import type { Command } from "../contract/command.ts";
import { BadCall } from "../contract/outcome.ts";
import type { JsonSchema } from "./describe.ts";
import { COLUMNS, notes } from "./notes.ts";
import { wrongWords } from "./wrong-words.ts";

/** A parsed command line: the raw input for the one parse, and what concerns the terminal alone. */
export interface CommandLine {
  raw: Record<string, unknown>;
  json: boolean;
  color: boolean;
  /** The store's folder, when one was named. */
  store: string | null;
  /** The help page, when it was asked for instead of a run. */
  help: string | null;
}

/** Turns the words after the command's name into raw input, by the JSON Schema of its input. Throws BadCall. */
export function parseFlags(name: string, command: Command, schema: JsonSchema, words: string[]): CommandLine {
  const program = describe(name, command, schema);
  try {
    program.parse(fileLast(command, words), { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.helpDisplayed") {
      return { raw: {}, json: false, color: true, store: null, help: program.helpInformation() + notes(command) };
    }
    throw wrongWords(error, name);
  }
  const options = program.opts();
  const raw: Record<string, unknown> = {};
  const properties = schema.properties ?? {};
  command.args.forEach((key, i) => {
    const given = program.processedArgs[i];
    if (given !== undefined && !(Array.isArray(given) && given.length === 0))
      raw[key] = typed(given, properties[key], key);
  });
  for (const [key, property] of Object.entries(properties)) {
    const given = options[camel(key)];
    if (given !== undefined) raw[key] = typed(given, property, key);
  }
  const { json, color, store = null } = options;
  return { raw, json: json === true, color: color !== false, store, help: null };
}

/** Where the file to write is the last argument (`save-model SOURCE PATH`), `--out PATH` names it as it does elsewhere. */
function fileLast({ args, writes }: Command, words: string[]): string[] {
  if (writes !== true || args[args.length - 1] !== "path") return words;
  const at = words.findIndex((word) => /^(--out|-o)$|^--out=/.test(word));
  if (at < 0) return words;
  const stated = words[at].startsWith("--out=");
  const path = stated ? [words[at].slice("--out=".length)] : words.slice(at + 1, at + 2);
  return [...words.slice(0, at), ...words.slice(at + (stated ? 1 : 2)), ...path];
}

function describe(name: string, command: Command, schema: JsonSchema): Commander {
  const program = new Commander(`liquet ${name}`)
    .description(command.summary)
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .configureHelp({ helpWidth: COLUMNS, minWidthToWrap: 20 })
    .allowExcessArguments(false);
  const required = new Set(schema.required ?? []);
  for (const key of command.args) {
    const property = schema.properties?.[key] ?? {};
    const label = property.type === "array" ? `${key}...` : key;
    const about = `${property.description ?? ""}${shownValue(property.default)}`;
    program.argument(required.has(key) ? `<${label}>` : `[${label}]`, about);
  }
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (!command.args.includes(key)) program.addOption(option(key, property, required.has(key)));
  }
  return program
    .option("--json", "Print the answer as one line of JSON: the bytes the MCP tool returns.")
    .option("--store <dir>", "Folder of liquet's own store. Default: LIQUET_STORE, else in the user's cache folder.")
    .option("--no-color", "Never colour the text.");
}

function option(key: string, property: JsonSchema, required: boolean): Option {
  const flag = `--${key.replaceAll("_", "-")}`;
  const named = placeholder(property);
  // A long list of choices would push every description to the right; it then stands in its own.
  const long = named.length > LONGEST_PLACEHOLDER;
  const choices = long ? ` One of ${named.replaceAll("|", ", ")}.` : "";
  const about = `${property.description ?? ""}${choices}${required ? " (required)" : ""}`;
  if (property.type === "boolean") {
    // A default of true can only be turned off; the default itself is filled in by the parse.
    if (property.default === true) return new Option(`--no-${flag.slice(2)}`, `${about} On unless this flag is given.`);
    return new Option(flag, about);
  }
  const short = key === "out" ? "-o, " : "";
  const repeats = property.type === "array" || property.type === "object";
  const more = `${repeats ? " Repeatable." : ""}${shownValue(property.default)}`;
  const built = new Option(`${short}${flag} <${long ? "choice" : named}>`, about + more);
  if (repeats) built.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
  return built;
}

const LONGEST_PLACEHOLDER = 24;

function placeholder(property: JsonSchema): string {
  if (isStructured(property)) return "json";
  if (property.enum) return property.enum.join("|");
  if (property.anyOf) {
    const forms = property.anyOf.map((form) => (form.const !== undefined ? String(form.const) : placeholder(form)));
    return [...new Set(forms)].join("|");
  }
  if (property.type === "array") return placeholder(property.items ?? {});
  if (property.type === "object") return "key=value";
  return property.type === "integer" ? "n" : property.type === "number" ? "number" : "text";
}

/** A default in the words that would state it; nothing for none and for an empty list. */
function shownValue(value: unknown): string {
  if (value === undefined || JSON.stringify(value) === "[]" || JSON.stringify(value) === "{}") return "";
  const word = Array.isArray(value) ? value.join(",") : typeof value === "string" ? value : JSON.stringify(value);
  return ` (default: ${word})`;
}

/** Strings become numbers by the declared type; the parse of the schema judges the rest. */
function typed(given: unknown, property: JsonSchema | undefined, key: string): unknown {
  if (property === undefined || typeof given === "boolean") return given;
  if (property.type === "object") return record(given as string[], property, key);
  if (Array.isArray(given)) return separate(given, property.items).map((item) => typed(item, property.items, key));
  const text = String(given);
  if (property.type === "number" || property.type === "integer") return number(text, key);
  if (isStructured(property)) return parsed(text, key);
  const forms = property.anyOf ?? [];
  const list = forms.find((form) => form.type === "array");
  if (list && text.includes(",")) return separate([text], list.items).map((item) => typed(item, list.items, key));
  const numeric = forms.some((form) => form.type === "number" || form.type === "integer") && /^[-+]?[\d.]/.test(text);
  // A date where a number or any text may stand (1961-03) is a text.
  if (numeric && !(forms.some((form) => form.type === "string") && Number.isNaN(Number(text))))
    return number(text, key);
  if (forms.some((form) => form.type === "array") && !forms.some((form) => form.type === "string")) return [text];
  return text;
}

/** A choice of forms among which are objects or lists of them: only JSON writes them all. */
function isStructured({ anyOf = [] }: JsonSchema): boolean {
  return anyOf.some(({ type, items }) => type === "object" || items?.type === "object");
}

function parsed(text: string, key: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadCall(`${key}: '${text.length > 60 ? `${text.slice(0, 60)}…` : text}' is not JSON`);
  }
}

function number(text: string, key: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || /^[-+]?0[xob]/i.test(text)) {
    throw new BadCall(`${key}: '${text}' is not a number`);
  }
  return value;
}

/** Numbers, and pairs of a name and a number, may also stand in one word, with commas between them. */
function separate(given: string[], item: JsonSchema | undefined): string[] {
  const numeric = item?.type === "number" || item?.type === "integer";
  return numeric ? given.flatMap((word) => word.split(",")) : given;
}

/** `a=1` pairs, or one JSON object. Where any value is allowed, a word that is JSON (12, true, [1,2]) is that value. */
function record(given: string[], property: JsonSchema, key: string): Record<string, unknown> {
  if (given.length === 1 && given[0].trimStart().startsWith("{")) {
    try {
      return JSON.parse(given[0]) as Record<string, unknown>;
    } catch {
      throw new BadCall(`${key}: '${given[0]}' is not a JSON object`);
    }
  }
  const item = typeof property.additionalProperties === "object" ? property.additionalProperties : undefined;
  const entries = separate(given, item).map((pair): [string, unknown] => {
    const at = pair.indexOf("=");
    if (at < 1) throw new BadCall(`${key}: '${pair}' is not key=value; name what it belongs to, as in NAME=${pair}`);
    const [name, word] = [pair.slice(0, at), pair.slice(at + 1)];
    const anything = item === undefined || Object.keys(item).length === 0;
    const list = item?.type === "array" && word.startsWith("[");
    return [name, anything || list ? literal(word) : typed(word, item, `${key}.${name}`)];
  });
  const twice = entries.find(([name], at) => entries.some(([other], before) => before < at && other === name));
  if (twice) throw new BadCall(`${key}: '${twice[0]}' is given twice`);
  return Object.fromEntries(entries);
}

function literal(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}

function camel(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
