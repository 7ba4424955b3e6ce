import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { BadCall, refusal } from "../../contract/outcome.ts";
import { DAY_US, type Frequency } from "../../series/dataset/frequency.ts";
import { toCivil } from "../../series/dataset/grid.ts";
import { zoneOf } from "../../series/dataset/zone-of.ts";
import { transformer } from "../component.ts";
import type { Training } from "../training.ts";
import { CALENDAR_PARTS, SCOPES } from "../transform/calendar-parts.ts";

const ROWS = ["Y", "Q", "M", "W", "D", "H", "T", "S"] as const;
const RANKS = ["minimal", "efficient", "comprehensive"] as const;

interface Params {
  ts_freq: (typeof ROWS)[number] | null;
  feature_scope: (typeof RANKS)[number];
  manual_selection: string[] | null;
  keep_original_columns: boolean;
}

/** How far apart the rows are, as the reference writes it. */
function rowsOf(frequency: Frequency | null): (typeof ROWS)[number] {
  if (frequency === null) return "S";
  const { unit, n } = frequency;
  if (unit === "month") return n % 12 === 0 ? "Y" : n % 3 === 0 ? "Q" : "M";
  if (unit === "business_day" || unit === "day") return unit === "day" && n % 7 === 0 ? "W" : "D";
  return n >= DAY_US ? "D" : n % 3600e6 === 0 ? "H" : n % 60e6 === 0 ? "T" : "S";
}

/** Names of the columns. BadCall for one that is not known. */
function partsOf({ ts_freq, feature_scope, manual_selection }: Params, { frequency }: Training): string[] {
  const unknown = manual_selection?.find((part) => !Object.hasOwn(CALENDAR_PARTS, part));
  if (unknown !== undefined)
    throw new BadCall(
      `spec: DateTimeFeatures: manual_selection has '${unknown}'; known are ${Object.keys(CALENDAR_PARTS).join(", ")}`,
    );
  if (manual_selection !== null) return manual_selection;
  const rows = ROWS.indexOf(ts_freq ?? rowsOf(frequency));
  return SCOPES.filter((each) => RANKS.indexOf(each.scope) <= RANKS.indexOf(feature_scope))
    .filter((each) => ROWS.indexOf(each.rows as (typeof ROWS)[number]) <= rows)
    .map(({ part }) => part);
}

function requireTimes({ label, index }: Training): void {
  if (index.kind === "instant" || index.kind === "civil") return;
  const remedy = "load the series with its time column";
  throw refusal("UnsuitableData", `${label}: rows have no dates, so DateTimeFeatures has nothing to read; ${remedy}`, {
    check: "dates",
    observed: index.kind,
    required: "dates or times",
    remedy,
  });
}

export default transformer<Params, { parts: string[] }>({
  name: "DateTimeFeatures",
  object_type: "transformer",
  summary: "Parts of the date as explaining columns, in the wall-clock time of the rows' zone.",
  source: "ISO 8601 (weeks)",
  parameters: z.strictObject({
    ts_freq: field(z._default(z.nullable(z.enum(ROWS)), null), "How far apart rows are; None for what the labels say."),
    feature_scope: field(z._default(z.enum(RANKS), "minimal"), "How many parts."),
    manual_selection: field(
      z._default(z.nullable(z.array(z.string()).check(z.minLength(1))), null),
      "Parts by name, such as ['month_of_year', 'day_of_week'].",
    ),
    keep_original_columns: field(z._default(z.boolean(), false), "Keep the explaining columns beside them."),
  }),
  tags: { "capability:missing_values": true },
  refuses: ["UnsuitableData"],
  example:
    "forecast predict demo:airline --spec \"DateTimeFeatures(manual_selection=['year', 'month_of_year']) ** ARIMA()\" --horizon 3",
  minLength: () => 1,
  fit: (train, params) => {
    requireTimes(train);
    return { parts: partsOf(params, train) };
  },
  transform: async ({ parts }, { keep_original_columns }, train) => {
    const zone = train.index.kind === "instant" ? await zoneOf(train.index.tz) : null;
    const civil = train.index.at.map((at) => toCivil(at, zone));
    const made = parts.map((name) => ({ name, values: civil.map((us) => CALENDAR_PARTS[name](us)) }));
    return { ...train, x: keep_original_columns ? [...train.x, ...made] : made };
  },
  invert: null,
  makes_columns: () => true,
  describe: ({ parts }) => ({ columns: parts }),
});
