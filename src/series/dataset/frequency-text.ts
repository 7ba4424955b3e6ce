import { BadCall } from "../../contract/outcome.ts";
import { DAY_US, type Frequency } from "./frequency.ts";

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const WEEKDAYS = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"];
/** Microseconds of the elapsed units, largest first. */
const UNITS: [string, number][] = [
  ["h", 3_600_000_000],
  ["min", 60_000_000],
  ["s", 1_000_000],
  ["ms", 1000],
  ["us", 1],
];
/** Other spellings of the units, as older tools write them. */
const ALIASES: Record<string, string> = {
  H: "h",
  T: "min",
  S: "s",
  L: "ms",
  U: "us",
  M: "ME",
  Q: "QE",
  A: "YE",
  Y: "YE",
};

/** Months. `month` is 0..11, that of a label, and shows in quarters and years. */
export function monthFrequency(n: number, month_day: number | "end", month: number): Frequency {
  const edge = month_day === "end" ? "E" : "S";
  const middle = month_day !== "end" && month_day !== 1;
  // A quarter is named by the last month of its year at the end, and by the first month of one at the start.
  const year = MONTHS[month];
  const quarter = MONTHS[month_day === "end" ? (month % 3) + 9 : month % 3];
  const times = (k: number) => (k === 1 ? "" : String(k));
  const named =
    n % 12 === 0
      ? `${times(n / 12)}Y${edge}-${year}`
      : n % 3 === 0
        ? `${times(n / 3)}Q${edge}-${quarter}`
        : `${times(n)}M${edge}`;
  return { unit: "month", n, month_day, text: middle ? `${times(n)}M@${month_day}` : named };
}

/** Days; whole weeks are named by their weekday (0 Monday). */
export function dayFrequency(n: number, weekday: number): Frequency {
  const weeks = n / 7;
  const text = Number.isInteger(weeks) ? `${weeks === 1 ? "" : weeks}W-${WEEKDAYS[weekday]}` : `${n === 1 ? "" : n}D`;
  return { unit: "day", n, month_day: null, text };
}

/** Monday to Friday. */
export function businessFrequency(): Frequency {
  return { unit: "business_day", n: 1, month_day: null, text: "B" };
}

/** Elapsed time, in the largest unit that divides it. */
export function elapsedFrequency(us: number): Frequency {
  const [name, size] = UNITS.find(([, each]) => us % each === 0) ?? UNITS[UNITS.length - 1];
  return { unit: "microsecond", n: us, month_day: null, text: us === size ? name : `${us / size}${name}` };
}

/** Equal steps of a numeric index. */
export function stepFrequency(n: number): Frequency {
  return { unit: "step", n, month_day: null, text: `step ${n}` };
}

/**
 * Reads a frequency as people write it: MS ME QS-JAN QE-DEC YS-JAN YE-DEC W-MON D B h min s ms us, with a count before
 * it (`14D`, `30min`), and `step 2` for a numeric index. Anchors left out are taken from the first label (`first`, in
 * microseconds as if UTC). BadCall when it is none of these.
 */
export function parseFrequency(text: string, first: number): Frequency {
  const step = /^step (\d+(?:\.\d+)?)$/.exec(text.trim());
  if (step && Number(step[1]) > 0) return stepFrequency(Number(step[1]));
  const m = /^(\d*)([A-Za-z]+)(?:-([A-Za-z]{3}))?(?:@(\d{1,2}))?$/.exec(text.trim());
  const count = m === null || m[1] === "" ? 1 : Number(m[1]);
  if (m === null || count < 1) throw unknownFrequency(text);
  const unit = ALIASES[m[2]] ?? m[2];
  const anchor = m[3]?.toUpperCase();
  const elapsed = UNITS.find(([name]) => name === unit);
  if (elapsed && !anchor) return elapsedFrequency(count * elapsed[1]);
  if (unit === "B" && count === 1 && !anchor) return businessFrequency();
  if (unit === "D" && !anchor) return dayFrequency(count, weekday(first));
  if (unit === "W") {
    const day = anchor === undefined ? weekday(first) : WEEKDAYS.indexOf(anchor);
    if (day >= 0) return dayFrequency(7 * count, day);
  }
  if (m[4] !== undefined) return m[2] === "M" && !anchor ? monthDay(count, Number(m[4]), text) : raise(text);
  return monthly(unit, count, anchor, first) ?? raise(text);
}

/** The same spacing, named by the label that it goes through: its weekday, or its month of the year. */
export function anchoredAt(frequency: Frequency, civil: number): Frequency {
  if (frequency.unit === "day") return dayFrequency(frequency.n, weekday(civil));
  if (frequency.unit !== "month") return frequency;
  return monthFrequency(frequency.n, frequency.month_day ?? 1, new Date(Math.floor(civil / 1000)).getUTCMonth());
}

function monthDay(count: number, day: number, text: string): Frequency {
  if (day < 1 || day > 30) throw unknownFrequency(text);
  return monthFrequency(count, day, 0);
}

function monthly(unit: string, count: number, anchor: string | undefined, first: number): Frequency | null {
  const months = { M: 1, Q: 3, Y: 12 }[unit[0]];
  if (months === undefined || (anchor !== undefined && !MONTHS.includes(anchor))) return null;
  const month = anchor === undefined ? new Date(Math.floor(first / 1000)).getUTCMonth() : MONTHS.indexOf(anchor);
  if (unit[1] === "S" && unit.length === 2) return monthFrequency(count * months, 1, month);
  if (unit[1] === "E" && unit.length === 2) return monthFrequency(count * months, "end", month);
  return null;
}

function weekday(us: number): number {
  return (((Math.floor(us / DAY_US) + 3) % 7) + 7) % 7;
}

function raise(text: string): never {
  throw unknownFrequency(text);
}

function unknownFrequency(text: string): BadCall {
  return new BadCall(
    `frequency: '${text}' is none of MS ME QS-JAN QE-DEC YS-JAN YE-DEC W-MON D B h min s ms us, or 'step 2', a count before it where it fits (14D, 30min)`,
  );
}
