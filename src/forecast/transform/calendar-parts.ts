import { civilParts, DAY_US, weekdayOf } from "../../series/dataset/frequency.ts";

/** Numbers of a calendar date and time (microseconds as if UTC), by the reference's names. */
export const CALENDAR_PARTS: Record<string, (us: number) => number> = {
  year: (us) => 1970 + Math.floor(civilParts(us).month / 12),
  quarter_of_year: (us) => 1 + Math.floor((monthOf(us) - 1) / 3),
  month_of_year: monthOf,
  week_of_year: isoWeek,
  day_of_year: (us) => 1 + Math.floor((us - startOf(us, 12)) / DAY_US),
  month_of_quarter: (us) => 1 + ((monthOf(us) - 1) % 3),
  day_of_quarter: (us) => 1 + Math.floor((us - startOf(us, 3)) / DAY_US),
  week_of_month: (us) => 1 + Math.floor((civilParts(us).day - 1) / 7),
  day_of_month: (us) => civilParts(us).day,
  day_of_week: weekdayOf,
  is_weekend: (us) => (weekdayOf(us) > 4 ? 1 : 0),
  hour_of_week: (us) => 24 * weekdayOf(us) + hourOf(us),
  hour_of_day: hourOf,
  minute_of_hour: (us) => Math.floor(civilParts(us).time / 60e6) % 60,
  second_of_minute: (us) => Math.floor(civilParts(us).time / 1e6) % 60,
};

/** Which parts a scope gives for rows as far apart as these. */
export const SCOPES: { part: string; rows: string; scope: "minimal" | "efficient" | "comprehensive" }[] = [
  { part: "year", rows: "Y", scope: "minimal" },
  { part: "quarter_of_year", rows: "Q", scope: "efficient" },
  { part: "month_of_year", rows: "M", scope: "minimal" },
  { part: "month_of_quarter", rows: "M", scope: "comprehensive" },
  { part: "week_of_year", rows: "W", scope: "efficient" },
  { part: "week_of_month", rows: "W", scope: "comprehensive" },
  { part: "day_of_year", rows: "D", scope: "efficient" },
  { part: "day_of_quarter", rows: "D", scope: "comprehensive" },
  { part: "day_of_month", rows: "D", scope: "efficient" },
  { part: "day_of_week", rows: "D", scope: "minimal" },
  { part: "is_weekend", rows: "D", scope: "comprehensive" },
  { part: "hour_of_day", rows: "H", scope: "minimal" },
  { part: "hour_of_week", rows: "H", scope: "comprehensive" },
  { part: "minute_of_hour", rows: "T", scope: "minimal" },
  { part: "second_of_minute", rows: "S", scope: "minimal" },
];

function monthOf(us: number): number {
  return 1 + (((civilParts(us).month % 12) + 12) % 12);
}

function hourOf(us: number): number {
  return Math.floor(civilParts(us).time / 3600e6);
}

/** The first instant of the span of `months` that a date is in: its quarter, or its year. */
function startOf(us: number, months: number): number {
  const month = Math.floor(civilParts(us).month / months) * months;
  return Date.UTC(1970, month, 1) * 1000;
}

/** ISO 8601 week: week 1 has the year's first Thursday. */
function isoWeek(us: number): number {
  const thursday = us + (3 - weekdayOf(us)) * DAY_US;
  return 1 + Math.floor((thursday - startOf(thursday, 12)) / (7 * DAY_US));
}
