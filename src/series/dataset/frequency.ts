/** The spacing of a regular index. */
export interface Frequency {
  /**
   * `month`: calendar months. `day`: calendar days (of the index's zone). `business_day`: Monday to Friday.
   * `microsecond`: elapsed time. `step`: the unit of a numeric index or of positions.
   */
  unit: "month" | "day" | "business_day" | "microsecond" | "step";
  /** How many of them; a whole number unless the unit is `step`. */
  n: number;
  /** Day of the month that labels stand on (`end`: its last), for months. */
  month_day: number | "end" | null;
  /** As people write it: `MS`, `QE-DEC`, `W-MON`, `B`, `D`, `30min`, `step 0.5`. */
  text: string;
}

export const DAY_US = 86_400_000_000;

/** 0 Monday … 6 Sunday, of a date in microseconds (as if UTC). */
export function weekdayOf(us: number): number {
  const day = Math.floor(us / DAY_US);
  // 1970-01-01 was a Thursday.
  return (((day + 3) % 7) + 7) % 7;
}

/** Calendar parts of a date in microseconds (as if UTC). `month` counts months since 1970-01, `time` is within the day. */
export function civilParts(us: number): { month: number; day: number; time: number; days: number } {
  const day = Math.floor(us / DAY_US);
  const date = new Date(day * 86_400_000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const days = new Date(Date.UTC(2000, month + 1, 0)).getUTCDate();
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return {
    month: (year - 1970) * 12 + month,
    day: date.getUTCDate(),
    time: us - day * DAY_US,
    days: month === 1 && !leap ? 28 : days,
  };
}
