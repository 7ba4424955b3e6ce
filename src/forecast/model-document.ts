import * as z from "zod/mini";

const numbers = z.array(z.number());

/** What every model file is, whatever model it holds: anybody may have written it, with a hash that fits. */
const documentShape = z.object({
  liquet_version: z.string(),
  spec: z.string(),
  x: z.array(z.string()),
  data: z.object({
    index: z.object({
      kind: z.enum(["instant", "civil", "number", "position"]),
      name: z.nullable(z.string()),
      tz: z.nullable(z.string()),
      style: z.enum(["quarter", "month", "date", "datetime"]),
      at: numbers,
    }),
    frequency: z.nullable(
      z.object({
        unit: z.enum(["month", "day", "business_day", "microsecond", "step"]),
        n: z.number().check(z.positive(), z.lte(1e18)),
        month_day: z.nullable(z.union([z.int().check(z.gte(1), z.lte(31)), z.literal("end")])),
        text: z.string(),
      }),
    ),
    y: z.object({ name: z.string(), values: z.array(z.nullable(z.number())) }),
    x: z.array(z.object({ name: z.string(), values: numbers })),
  }),
  state: z.record(z.string(), z.unknown()),
});

/** Orders of a model that loops run to; no fit finds larger ones. */
const MOST_ORDER = 1000;
const MOST_DIFFERENCES = 10;
const LONGEST_SEASON = 1e6;
/** The last instant that a date has, in microseconds. */
const LAST_US = 8.64e18 / 1000;

/** What is wrong with a model file that hashes to what it says, or null. `document` is any JSON value. */
export function faultOf(document: unknown): string | null {
  const { data: file, error } = z.safeParse(documentShape, document, { jitless: true });
  if (file === undefined) return `'${error?.issues[0].path.map(String).join(".")}' is not what a model file has there`;
  const { index, y, x } = file.data;
  const rows = index.at.length;
  if (rows === 0) return "it holds no rows";
  if ([y, ...x].some(({ values }) => values.length !== rows)) return `its columns are not all of ${rows} rows`;
  if (!file.x.every((name) => x.some((column) => column.name === name)))
    return "a column that the model uses is missing";
  const timed = index.kind === "instant" || index.kind === "civil";
  if (
    index.at.some((at, i) => (timed && Math.abs(at) > LAST_US) || at <= (index.at[i - 1] ?? Number.NEGATIVE_INFINITY))
  )
    return "its labels are no ascending times";
  return ordersFault(file.state);
}

/** Orders anywhere in a state. */
function ordersFault(state: unknown): string | null {
  if (typeof state !== "object" || state === null) return null;
  const { orders } = state as { orders?: Record<string, unknown> };
  if (typeof orders === "object" && orders !== null && !Array.isArray(orders)) {
    const wrong = Object.entries(orders).find(([key, value]) => !isOrder(key, value));
    if (wrong) return `'orders.${wrong[0]}' is no order of a model`;
  }
  return Object.values(state).reduce((found: string | null, inner) => found ?? ordersFault(inner), null);
}

function isOrder(key: string, value: unknown): boolean {
  if (!Number.isInteger(value) || (value as number) < 0) return false;
  if (key === "m") return (value as number) <= LONGEST_SEASON;
  return (value as number) <= (key.toLowerCase() === "d" ? MOST_DIFFERENCES : MOST_ORDER);
}
