import { formatInstant, parseCivil } from "./instant.ts";
import { BadCall } from "./outcome.ts";

/** A span of time in microseconds. `start` is always inside; `end` is inside only when `end_inclusive`. */
export interface Window {
  start: number;
  end: number;
  end_inclusive: boolean;
}

/** The window fields of an answer. */
export interface WindowFields {
  start: string;
  end: string;
  duration_s: number;
}

const GRAMMAR =
  "window must be <START>/<END>, <START>/<DURATION>, <DURATION>/<END> or <DATE> in ISO 8601 UTC (2024-03-30T20:00Z/PT5H)";
const DURATION = /^P(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/**
 * Reads a window. Both stated bounds are inclusive; a bare date is that UTC day without the next midnight.
 * Throws BadCall with the field's name when the text is not a window.
 */
export function parseWindow(text: string, field = "window"): Window {
  const slash = text.indexOf("/");
  if (slash < 0) {
    const day = parseCivil(text.trim());
    if (!day?.date_only) throw new BadCall(`${field}: '${text}' is not a window; ${GRAMMAR}`);
    return { start: day.us, end: day.us + 86_400_000_000, end_inclusive: false };
  }
  const [left, right] = [text.slice(0, slash).trim(), text.slice(slash + 1).trim()];
  const [leftIsSpan, rightIsSpan] = [left.startsWith("P"), right.startsWith("P")];
  if (leftIsSpan && rightIsSpan) throw new BadCall(`${field}: '${text}' has a duration on both sides; ${GRAMMAR}`);
  let start: number;
  let end: number;
  if (leftIsSpan) {
    end = bound(right, text, field);
    start = end - parseDuration(left, field);
  } else {
    start = bound(left, text, field);
    end = rightIsSpan ? start + parseDuration(right, field) : bound(right, text, field);
  }
  if (end <= start) {
    throw new BadCall(`${field}: END ${formatInstant(end)} is not after START ${formatInstant(start)} in '${text}'`);
  }
  return { start, end, end_inclusive: true };
}

function bound(text: string, whole: string, field: string): number {
  const at = parseCivil(text);
  if (!at) throw new BadCall(`${field}: '${whole}' is not a window; ${GRAMMAR}`);
  if (at.date_only) return at.us;
  if (at.offset_s === null) {
    throw new BadCall(`${field}: the bound '${text}' has no UTC offset; append Z or an offset such as +01:00`);
  }
  return at.us - at.offset_s * 1_000_000;
}

/** Reads an ISO 8601 duration of days, hours, minutes and seconds; microseconds. Throws BadCall. */
export function parseDuration(text: string, field: string): number {
  const m = DURATION.exec(text);
  if (!m || m.slice(1).every((part) => part === undefined) || text.endsWith("T")) {
    throw new BadCall(
      `${field}: the duration '${text}' is not days, hours, minutes and seconds; write it like PT5H or P2DT6H`,
    );
  }
  const [d, h, min, s] = m.slice(1).map((part) => Number(part ?? 0));
  return Math.round((((d * 24 + h) * 60 + min) * 60 + s) * 1_000_000);
}

/** The window as an answer shows it: bounds as stated, length in seconds. */
export function windowFields(w: Window): WindowFields {
  return { start: formatInstant(w.start), end: formatInstant(w.end), duration_s: (w.end - w.start) / 1_000_000 };
}

/**
 * Settles a baseline and a window that touch: the shared instant belongs to the later of the two.
 * Throws BadCall when they overlap by more than that instant.
 */
export function separateWindows(a: Window, b: Window, names: [string, string]): { a: Window; b: Window } {
  if (a.start < b.end && b.start < a.end) {
    throw new BadCall(`${names[0]} and ${names[1]} overlap; choose two windows that share no more than one boundary`);
  }
  return {
    a: a.end === b.start ? { ...a, end_inclusive: false } : a,
    b: b.end === a.start ? { ...b, end_inclusive: false } : b,
  };
}

/** The baseline and the window of a call, settled where they touch. Throws BadCall. */
export function parseBaselineAndWindow(input: { baseline: string; window: string }): {
  baseline: Window;
  window: Window;
} {
  const stated = [parseWindow(input.baseline, "baseline"), parseWindow(input.window)] as const;
  const { a: baseline, b: window } = separateWindows(...stated, ["baseline", "window"]);
  return { baseline, window };
}

/** True when the instant lies in the window. */
export function inWindow(w: Window, us: number): boolean {
  return us >= w.start && (w.end_inclusive ? us <= w.end : us < w.end);
}
