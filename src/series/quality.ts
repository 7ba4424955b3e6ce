import { refusal } from "../contract/outcome.ts";
import { readNumber } from "./numeric-text.ts";
import { type Severity, type TagMeta, tagOf } from "./tag-meta.ts";

/** How one raw quality code reads for a tag. */
export interface CodeReading {
  severity: Severity;
  /** The rule that decided; `unmapped` means that none knew the code, which is then UNCERTAIN. */
  rule: "declared" | "digital_state" | "opc_ua" | "text" | "unmapped";
  /** The code as a whole number (`192`, `192.0` and `1.92e2` are one), or null. */
  number: number | null;
  /** Name of the historian's digital state; the value of such a row is no reading. */
  state: string | null;
  /** The end of the instrument's range that the code itself says was passed. */
  over: "low" | "high" | null;
}

/** Looks a raw code, or a text of the value column, up among a tag's declared `quality_codes`. */
export type Declarations = (raw: string) => Severity | null;

const DIGITAL_STATES = new Map<number, { severity: Severity; label: string }>([
  [248, { severity: "BAD", label: "Bad" }],
  [249, { severity: "BAD", label: "Comms Outage" }],
  [250, { severity: "UNCERTAIN", label: "Scan Off" }],
  [251, { severity: "UNCERTAIN", label: "Substituted" }],
  [257, { severity: "BAD", label: "Over Range" }],
]);

const TEXTS = new Map<string, Severity>([
  ["GOOD", "GOOD"],
  ["UNCERTAIN", "UNCERTAIN"],
  ["SUBSTITUTED", "UNCERTAIN"],
  ["SCAN OFF", "UNCERTAIN"],
  ["BAD", "BAD"],
  ["OVER RANGE", "BAD"],
  ["UNDER RANGE", "BAD"],
  ["COMM FAILURE", "BAD"],
]);

/**
 * OPC UA Part 8 and Part 11 status codes that mean a usable value: Good, SubscriptionTransferred,
 * CompletesAsynchronously, Overload, Clamped, LocalOverride, EntryInserted, EntryReplaced, NoData, MoreData,
 * ResultsMayBeIncomplete, DataIgnored, Edited, DependentValueChanged.
 */
const OPC_UA_GOOD = new Set([
  0x00000000, 0x002d0000, 0x002e0000, 0x002f0000, 0x00300000, 0x00960000, 0x00a20000, 0x00a30000, 0x00a50000,
  0x00a60000, 0x00ba0000, 0x00d90000, 0x00dc0000, 0x00e00000,
]);

/** The code as a whole number, or null. Text counts when it is a number with no fraction: `192.0` is 192. */
export function wholeNumber(raw: string): number | null {
  const value = readNumber(raw);
  return value !== null && Number.isInteger(value) ? value + 0 : null;
}

/**
 * The tag's declared codes as a lookup: the exact spelling, then the same number, then the trimmed spelling in any case.
 * Refuses SchemaError when one number is declared with two severities (`"0"` BAD and `"0.0"` GOOD).
 */
export function declarations(meta: TagMeta): Declarations {
  const exact = new Map<string, Severity>(Object.entries(meta.quality_codes ?? {}));
  const folded = new Map<string, Severity>();
  const numbers = new Map<number, Severity>();
  for (const [code, severity] of exact) {
    const number = wholeNumber(code);
    const before = number === null ? undefined : numbers.get(number);
    if (before !== undefined && before !== severity) throw contradiction(meta, code, number!, before, severity);
    if (number !== null) numbers.set(number, severity);
    const key = code.trim().toUpperCase();
    if (!folded.has(key)) folded.set(key, severity);
  }
  return (raw) => {
    const number = wholeNumber(raw);
    const byNumber = number === null ? undefined : numbers.get(number);
    return exact.get(raw) ?? byNumber ?? folded.get(raw.trim().toUpperCase()) ?? null;
  };
}

function contradiction(meta: TagMeta, code: string, number: number, before: Severity, now: Severity) {
  const tag = tagOf(meta);
  return refusal(
    "SchemaError",
    `${tag}: quality_codes declare the code ${number} both ${before} and ${now} ('${code}'); keep one of the two spellings`,
    {
      check: "one_severity_per_code",
      observed: [before, now],
      required: "one severity",
      remedy: "correct quality_codes",
      tag,
    },
  );
}

/** Reads one raw code: the tag's declaration first, then digital states, OPC UA status codes and known words. */
export function readCode(raw: string | null, declared: Declarations): CodeReading {
  if (raw === null) return { severity: "UNCERTAIN", rule: "unmapped", number: null, state: null, over: null };
  const number = wholeNumber(raw);
  const word = raw.trim().toUpperCase();
  const digital = number === null ? undefined : DIGITAL_STATES.get(number);
  const over = number === 257 || word === "OVER RANGE" ? "high" : word === "UNDER RANGE" ? "low" : null;
  const common = { number, state: digital?.label ?? null, over } as const;
  const stated = declared(raw);
  if (stated) return { severity: stated, rule: "declared", ...common };
  if (digital) return { severity: digital.severity, rule: "digital_state", ...common };
  if (number !== null) return { ...opcUa(number), ...common };
  const known = TEXTS.get(word);
  return known ? { severity: known, rule: "text", ...common } : { severity: "UNCERTAIN", rule: "unmapped", ...common };
}

/** OPC UA Part 4, 7.39: the top two bits are the severity; a Good code counts only when it is a known one. */
function opcUa(code: number): { severity: Severity; rule: "opc_ua" | "unmapped" } {
  const top = Math.floor(code / 2 ** 30);
  if (top === 1) return { severity: "UNCERTAIN", rule: "opc_ua" };
  if (top !== 0) return { severity: "BAD", rule: "opc_ua" };
  const info = code % 0x10000;
  const hasInfoType = (info & 0x0c00) !== 0;
  const known = (info === 0 || hasInfoType) && OPC_UA_GOOD.has(code - info);
  return known ? { severity: "GOOD", rule: "opc_ua" } : { severity: "UNCERTAIN", rule: "unmapped" };
}

/**
 * True when the codes look like classic OPC DA bytes (192 good, 64 uncertain, 0 bad) that nobody declared: either every
 * unmapped code is 0..255 and the tag declares none, or all numeric codes are 0..255 with one in 64..255 and some are
 * undeclared. The second catches the dangerous mix where 0, Bad in OPC DA, reads as OPC UA's Good.
 */
export function looksLikeOpcDa(codes: CodeReading[], hasDeclarations: boolean): boolean {
  const isByte = (c: CodeReading) => c.number !== null && c.number >= 0 && c.number <= 255;
  const unmapped = codes.filter((c) => c.rule === "unmapped");
  if (!hasDeclarations && unmapped.length > 0 && unmapped.every(isByte)) return true;
  const numeric = codes.filter((c) => c.number !== null && c.state === null);
  const undeclared = numeric.some((c) => c.rule !== "declared");
  return undeclared && numeric.every(isByte) && numeric.some((c) => c.number! >= 64);
}
