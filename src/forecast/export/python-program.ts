import { BadCall } from "../../contract/outcome.ts";
import type { SeriesData } from "../../series/dataset/dataset.ts";
import type { DataSteps, LoadRecipe } from "./data-steps.ts";

/** What a program for sktime is to do. */
export interface ForSktime {
  steps: DataSteps;
  /** In sktime's own defaults; see `sktimeSpec`. */
  spec: string;
  horizon: number;
  coverage: number;
  x: string[];
  data: SeriesData;
}

/**
 * Python for sktime with the same specification; its numbers are sktime's, not liquet's. Explaining columns are read from
 * a second file at the steps. BadCall for a file or data that pandas or sktime have no reader of.
 */
export function pythonProgram(asked: ForSktime): string {
  const { steps, spec, horizon, coverage, x } = asked;
  // T ** F without columns: sktime passes F over unless it is given rows to make them for.
  const made = x.length === 0 && / \*\* /.test(spec);
  const [train, ahead] = x.length === 0 && !made ? ["y", "fh"] : ["y, X=X", "fh, X=X_future"];
  return [
    `# The same specification in sktime; sktime computes its own numbers.`,
    "from sktime.registry import craft",
    ...(steps.load === null || steps.file === null ? demo(asked) : file(asked, steps.load, steps.file)),
    "",
    `forecaster = craft(${JSON.stringify(spec)})`,
    `fh = list(range(1, ${horizon} + 1))`,
    ...(made ? rowsAlone(steps.file === null) : []),
    `forecaster.fit(${train}, fh=fh)`,
    `print(forecaster.predict(${ahead}))`,
    'if forecaster.get_tag("capability:pred_int"):',
    `    print(forecaster.predict_interval(${ahead}, coverage=${coverage}))`,
    "",
  ].join("\n");
}

/** The rows of the series and those of the steps, without a column. */
function rowsAlone(imports: boolean): string[] {
  return [
    ...(imports ? ["import pandas as pd"] : []),
    "X = pd.DataFrame(index=y.index)",
    "X_future = pd.DataFrame(index=pd.Index([y.index[-1] + step for step in fh]))",
  ];
}

/** Rows of a file, as periods of the grid that they have here: parts of sktime take no other index. */
function file({ steps, x, data, horizon }: ForSktime, load: LoadRecipe, name: string): string[] {
  const { time, target } = load.columns;
  const grid = data.frequency !== null && time !== null && data.index.kind !== "number";
  return [
    "import sys",
    "import pandas as pd",
    "",
    "def rows(path):",
    `    data = pd.${reader(load)}`,
    ...(grid
      ? [`    data.index = ${labels(load, data)}`, `    return data.asfreq(${text(data.frequency?.text)}).to_period()`]
      : ["    return data"]),
    "",
    `data = rows(sys.argv[1] if len(sys.argv) > 1 else ${text(name)})`,
    ...steps.calls.slice(1).map((call) => `# liquet ${call.join(" ")}: do the same here`),
    `y = data[${text(target ?? "y")}]`,
    ...(x.length === 0
      ? []
      : [
          `X = data[${text(x)}]`,
          `X_future = rows(sys.argv[2])[${text(x)}]`,
          // Exactly the rows of the steps: sktime's ARIMA takes no others.
          `X_future = X_future${grid ? "[X_future.index > y.index[-1]]" : ""}.head(${horizon})`,
        ]),
  ];
}

function reader({ content, read, columns }: LoadRecipe): string {
  const index = columns.time === null ? "" : `.set_index(${text(columns.time)})`;
  if (content.format === "parquet") return `read_parquet(path)${index}`;
  if (content.format === "xlsx")
    return `read_excel(path${read.sheet === undefined ? "" : `, sheet_name=${text(read.sheet)}`})${index}`;
  if (content.format !== "csv")
    throw new BadCall(
      `language: a ${content.format} source is not read by the program; 'liquet data save' it as CSV and load that`,
    );
  const options = {
    sep: read.sep,
    decimal: read.decimal,
    thousands: read.thousands,
    encoding: read.encoding,
    na_values: read.na,
  };
  const words = Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `, ${key}=${text(value === "tab" ? "\t" : value)}`);
  // Labels stay text: they are read below, as liquet was told to read them.
  const labels = columns.time === null ? "" : `, dtype={${text(columns.time)}: str}`;
  return `read_csv(path${words.join("")}${labels})${index}`;
}

/** The index as pandas' times: instants in UTC without a zone, which sktime has no use for. */
function labels({ read }: LoadRecipe, { index }: SeriesData): string {
  if (index.style === "quarter")
    return 'pd.PeriodIndex(data.index.str.replace(r"[- ]?Q", "Q", regex=True), freq="Q").to_timestamp()';
  const options = [
    read.timestamp_format === undefined ? "" : `, format=${text(read.timestamp_format)}`,
    read.timestamp_unit === undefined ? "" : `, unit=${text(read.timestamp_unit)}`,
    read.dayfirst === true ? ", dayfirst=True" : "",
  ].join("");
  if (index.kind === "civil") return `pd.to_datetime(data.index${options})`;
  if (index.tz === null) return `pd.to_datetime(data.index${options}, utc=True).tz_localize(None)`;
  return `pd.to_datetime(data.index${options}).tz_localize(${text(index.tz)}, ambiguous="infer").tz_convert("UTC").tz_localize(None)`;
}

/** A value as Python writes it: text and lists of text are JSON in both. */
function text(value: unknown): string {
  return JSON.stringify(value);
}

/** Demo data that sktime has too, by its own names. */
const DEMOS: Record<string, string> = {
  airline: "load_airline()",
  lynx: "load_lynx()",
  shampoo_sales: "load_shampoo_sales()",
  pbs_dataset: "load_PBS_dataset()",
  longley: "load_longley()[0]",
};

function demo({ steps, x }: ForSktime): string[] {
  const name = steps.ref.replace(/^demo:/, "");
  if (x.length > 0)
    throw new BadCall(
      `language: the columns ${x.join(", ")} must be known ahead, so they stand in files; 'liquet data save' ${steps.ref} and export for that file`,
    );
  const loader = DEMOS[name];
  if (loader === undefined)
    throw new BadCall(
      `language: sktime has no data set '${name}'; save it with 'liquet data save' and export for that file`,
    );
  return [`from sktime.datasets import ${loader.replace(/\(.*/, "")}`, "", `y = ${loader}`];
}
