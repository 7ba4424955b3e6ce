import { canonicalJson } from "../../src/contract/canonical-json.ts";
import { parseInput } from "../../src/contract/parse.ts";
import { parseWindow } from "../../src/contract/window.ts";
import { printSpec } from "../../src/forecast/spec/print-spec.ts";
import { readSpec } from "../../src/forecast/spec/resolve-spec.ts";
import { commandNames, loadCommand, toolName } from "../../src/surface/registry.ts";
import type { ExpectedCall, ToolCall } from "./task.ts";
import { valueAt } from "./value-at.ts";

/** Arguments that choose how much of an answer is shown, and change no number in it. */
const SHOWN = /^(max_.*|limit|arrays|svg|image)$/;

/** The call with every `$0.field` replaced by what the documents of the calls before it hold there. */
export function resolved<C extends ToolCall>(call: C, documents: unknown[]): C {
  const fill = (value: unknown): unknown => {
    if (typeof value === "string" && /^\$\d+\./.test(value)) return valueAt(documents, value.slice(1));
    return Array.isArray(value) ? value.map(fill) : value;
  };
  return {
    ...call,
    arguments: Object.fromEntries(Object.entries(call.arguments).map(([key, value]) => [key, fill(value)])),
  };
}

/**
 * Whether a call is the expected one: the same tool, and arguments that mean the same once defaults are filled in.
 * Windows are compared by their bounds, specifications by how they print; `aliases` names data by what was loaded.
 */
export async function matches(
  call: ToolCall,
  expected: ExpectedCall,
  aliases: ReadonlyMap<string, string> = new Map(),
): Promise<boolean> {
  if (call.tool !== expected.tool) return false;
  const [made, wanted] = await Promise.all([whole(call, aliases), whole(expected, aliases)]);
  if (made === null || wanted === null) return false;
  const keys = new Set([...Object.keys(made), ...Object.keys(wanted)]);
  for (const key of keys) {
    if (SHOWN.test(key) && !(key in expected.arguments)) continue;
    if (expected.free?.includes(key)) continue;
    if (canonicalJson(made[key] ?? null) !== canonicalJson(wanted[key] ?? null)) return false;
  }
  return true;
}

/** The positions of `calls` that are the expected ones, in order; null when one of them was not made. */
export async function findCalls(
  calls: ToolCall[],
  expected: ExpectedCall[],
  documents: unknown[],
): Promise<number[] | null> {
  const aliases = aliasesOf(calls, documents);
  const found: number[] = [];
  for (const want of expected) {
    const filled = resolved(
      want,
      found.map((at) => documents[at]),
    );
    let at = (found.at(-1) ?? -1) + 1;
    while (at < calls.length && !(await matches(calls[at], filled, aliases))) at++;
    if (at === calls.length) return null;
    found.push(at);
  }
  return found;
}

/** Handles that loading gave, and what was loaded without any options. */
function aliasesOf(calls: ToolCall[], documents: unknown[]): Map<string, string> {
  const pairs = calls.flatMap(({ tool, arguments: { source } }, at): [string, string][] => {
    const handle = valueAt(documents[at], "handle");
    return tool === "data_load" && typeof source === "string" && typeof handle === "string" ? [[handle, source]] : [];
  });
  return new Map(pairs);
}

/** All arguments in one form; null when the tool does not exist or takes no such call. */
async function whole(call: ToolCall, aliases: ReadonlyMap<string, string>): Promise<Record<string, unknown> | null> {
  const name = commandNames().find((one) => toolName(one) === call.tool);
  if (name === undefined) return null;
  const { input } = await loadCommand(name);
  const all = await attempt(() => parseInput(input, call.arguments));
  if (all === null) return null;
  const pairs = Object.entries(all).map(async ([key, value]) => [key, await oneForm(key, value, aliases)] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

async function oneForm(key: string, value: unknown, aliases: ReadonlyMap<string, string>): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => oneForm(key, item, aliases)));
  if (typeof value !== "string") return value;
  if (key === "spec") return (await attempt(async () => printSpec(await readSpec(value)))) ?? value;
  if (key === "query") return value.toLowerCase();
  const window = await attempt(() => parseWindow(value));
  return window === null ? (aliases.get(value) ?? value).replace(/^\.\//, "") : { ...window };
}

async function attempt<T>(read: () => T | Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch {
    return null;
  }
}
