import type { Ctx } from "../contract/context.ts";
import { BadCall } from "../contract/outcome.ts";
import type { CurveData, Data, SeriesData } from "../series/dataset/dataset.ts";
import { requireCurves, requireSeries } from "../series/dataset/require.ts";
import { zoneOf } from "../series/dataset/zone-of.ts";
import { requireFinite, trainingOf } from "./engine.ts";
import type { Panel } from "./other-components.ts";
import type { Training } from "./training.ts";

/** The arguments of a method by name: data by what names them, lists of numbers, or single values. */
export interface CallArguments {
  /** The names given; every one must be asked for. */
  names: string[];
  /** A series. BadCall when it is missing. */
  series(name: string): Promise<SeriesData>;
  /** A series checked as forecasters need it; missing values stay where allowed. */
  training(name: string, missing: boolean): Promise<Training>;
  /** The values of a series, or a list of numbers. Null when it is not given. */
  values(name: string): Promise<Float64Array | null>;
  /** Labelled or unlabelled curves on one grid. */
  panel(name: string): Promise<Panel>;
  /** A whole number; null when it is not given. */
  count(name: string): number | null;
}

/**
 * Reads keyword arguments: a text is a reference to data, a list its numbers, an object the columns of curves. The endings
 * `_dataset` and `_data_handle` are left away, so that `y_dataset=airline` is `y=demo:airline`.
 */
export function callArguments(ctx: Ctx, kwargs: Record<string, unknown>): CallArguments {
  const given = new Map(Object.entries(kwargs).map(([key, value]) => plainName(key, value)));
  const data = async (name: string): Promise<Data> => {
    const value = given.get(name);
    if (Array.isArray(value)) {
      const numbers = numbersOf(name, value);
      return (await ctx.loadData(null, { as: "series", time_column: null, data: { [name]: [...numbers] } })).data;
    }
    if (typeof value !== "string")
      throw new BadCall(`kwargs: ${name} must be given: a handle (data_…), demo:NAME, a file, or a list of numbers`);
    return ctx.data(value);
  };
  const series = async (name: string) => requireSeries(await data(name));
  return {
    names: [...given.keys()],
    series,
    async training(name, missing) {
      const found = await series(name);
      const train = trainingOf(found, await zoneOf(found.index.tz), missing);
      requireFinite(train);
      return train;
    },
    async values(name) {
      const value = given.get(name);
      if (value === undefined) return null;
      return Array.isArray(value) ? numbersOf(name, value) : (await series(name)).y.values;
    },
    panel: async (name) => panelOf(requireCurves(await curves(ctx, given.get(name), name))),
    count(name) {
      const value = given.get(name);
      if (value === undefined) return null;
      if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
      throw new BadCall(`kwargs: ${name} must be a positive whole number, got ${JSON.stringify(value)}`);
    },
  };
}

async function curves(ctx: Ctx, value: unknown, name: string): Promise<Data> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const label_column = "label" in value ? "label" : undefined;
    return (await ctx.loadData(null, { as: "curves", label_column, data: columnsOf(value, name) })).data;
  }
  if (typeof value !== "string")
    throw new BadCall(
      `kwargs: ${name} must name a set of curves, a handle (data_…), demo:NAME or a file, or hold its columns curve, t, value and label`,
    );
  return ctx.data(value, /^demo:|^data_[0-9a-f]{12}$/.test(value) ? {} : { as: "curves" });
}

type Columns = Record<string, (string | number | boolean | null)[]>;

/** The columns of curves that stand in the call. BadCall for what is no list of numbers and words. */
function columnsOf(value: object, name: string): Columns {
  for (const [column, cells] of Object.entries(value))
    if (!Array.isArray(cells) || cells.some((cell) => typeof cell === "object" && cell !== null))
      throw new BadCall(`kwargs: ${name}.${column} must be a list of numbers or words`);
  return value as Columns;
}

function plainName(key: string, value: unknown): [string, unknown] {
  const name = key.replace(/_(dataset|data_handle)$/, "");
  return key.endsWith("_dataset") && typeof value === "string" && !value.includes(":")
    ? [name, `demo:${value}`]
    : [name, value];
}

function numbersOf(name: string, values: unknown[]): Float64Array {
  const wrong = values.find((value) => typeof value !== "number");
  if (wrong !== undefined) throw new BadCall(`kwargs: ${name} must hold numbers, got ${JSON.stringify(wrong)}`);
  return Float64Array.from(values as number[]);
}

function panelOf({ curves: all }: CurveData): Panel {
  const labels = all.map(({ group }) => group);
  return {
    names: all.map(({ name }) => name),
    rows: all.map(({ v }) => v),
    labels: labels.every((label) => label !== null) ? (labels as string[]) : null,
  };
}
