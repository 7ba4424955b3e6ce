import { BadCall } from "../../contract/outcome.ts";
import { type Civil, type CivilParts, civilOf, hourOf, MONTHS, monthOf, readOffset } from "./civil.ts";
import { centuryOf } from "./date-text.ts";

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const shortAndLong = (names: string[]) => names.flatMap((name) => [name, name.slice(0, 3)]).join("|");

/** Text that each directive matches. English names, as in the C locale. */
const PATTERNS: Record<string, string> = {
  Y: "\\d{4}",
  y: "\\d{2}",
  m: "\\d{1,2}",
  d: "\\d{1,2}",
  j: "\\d{1,3}",
  H: "\\d{1,2}",
  I: "\\d{1,2}",
  M: "\\d{1,2}",
  S: "\\d{1,2}",
  f: "\\d{1,9}",
  p: "[AaPp]\\.?[Mm]\\.?",
  z: "(?:Z|[+-]\\d{2}:?\\d{2})",
  Z: "(?:UTC|GMT|Z)",
  b: shortAndLong(MONTHS),
  B: shortAndLong(MONTHS),
  a: shortAndLong(WEEKDAYS),
  A: shortAndLong(WEEKDAYS),
};

/**
 * Compiles a strptime format (%Y %y %m %d %j %b %B %H %I %p %M %S %f %z %Z %a %A %%; blanks match any blanks) to a
 * reader of whole texts, null where a text does not match. %f takes up to nine digits; a weekday is matched and not
 * checked. BadCall for another directive, one stated twice, or a format that names no year.
 */
export function compileStrptime(format: string): (text: string) => Civil | null {
  const directives: string[] = [];
  const pattern = format.replace(/%(.?)|\s+|[^%\s]+/gs, (piece, directive) => {
    if (!piece.startsWith("%")) return /^\s/.test(piece) ? "\\s+" : piece.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
    if (directive === "%") return "%";
    const matched = Object.hasOwn(PATTERNS, directive) ? PATTERNS[directive] : null;
    if (matched === null) throw unsupported(format, piece);
    directives.push(directive);
    return `(${matched})`;
  });
  checkDirectives(format, directives);
  const regex = new RegExp(`^${pattern}$`, "i");
  return (text) => {
    const m = regex.exec(text);
    return m && assemble(directives, m);
  };
}

function checkDirectives(format: string, directives: string[]): void {
  const has = (...any: string[]) => any.some((directive) => directives.includes(directive));
  const twice = directives.find((directive, i) => directives.indexOf(directive) !== i);
  if (twice !== undefined) throw new BadCall(`timestamp_format: '${format}' states %${twice} twice`);
  if (!has("Y", "y")) throw new BadCall(`timestamp_format: '${format}' names no year; add %Y or %y`);
  if (!has("j") && !(has("m", "b", "B") && has("d"))) {
    throw new BadCall(`timestamp_format: '${format}' names no day; add %m (or %b) and %d, or %j`);
  }
  if (has("j") && has("m", "b", "B", "d")) throw new BadCall(`timestamp_format: '${format}' states the day twice`);
  if (has("I") !== has("p")) {
    throw new BadCall(`timestamp_format: '${format}' needs %I and %p together (a twelve-hour clock)`);
  }
}

function unsupported(format: string, piece: string): BadCall {
  const known = Object.keys(PATTERNS).map((directive) => `%${directive}`);
  return new BadCall(
    `timestamp_format: '${format}' holds '${piece}', which is not supported; use ${known.join(" ")} %%`,
  );
}

function assemble(directives: string[], matched: RegExpExecArray): Civil | null {
  const text = new Map(directives.map((directive, i) => [directive, matched[i + 1]]));
  const number = (directive: string) => Number(text.get(directive) ?? 0);
  const parts: CivilParts = {
    year: Number(text.get("Y") ?? centuryOf(text.get("y") ?? "")),
    month: text.has("m") ? number("m") : monthOf(text.get("B") ?? text.get("b") ?? "january"),
    day: text.has("d") ? number("d") : 1,
    hour: text.has("I") ? hourOf(number("I"), text.get("p") ?? "") : number("H"),
    minute: number("M"),
    second: number("S"),
    fraction: text.get("f") ?? "",
    offset_s: text.has("Z") ? 0 : text.has("z") ? readOffset(text.get("z") ?? "") : null,
  };
  if (parts.hour < 0 || (text.has("z") && parts.offset_s === null)) return null;
  const civil = civilOf(parts);
  if (!civil || !text.has("j")) return civil;
  const dayOfYear = number("j");
  const leap = civilOf({ ...parts, month: 2, day: 29 }) !== null;
  if (dayOfYear < 1 || dayOfYear > (leap ? 366 : 365)) return null;
  return { ...civil, us: civil.us + (dayOfYear - 1) * 86_400_000_000 };
}
