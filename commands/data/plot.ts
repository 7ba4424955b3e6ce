import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import type { Ctx } from "../../src/contract/context.ts";
import { field, fields, writingField } from "../../src/contract/field.ts";
import { BadCall, evidence, refusal } from "../../src/contract/outcome.ts";
import { labelled, plural, section, showNumber } from "../../src/contract/text.ts";
import { barScale, intervalBar } from "../../src/experiment/interval-bar.ts";
import { type SavedLift, savedLift } from "../../src/experiment/saved-lift.ts";
import { curvesOf, isRun, openRun, type Run } from "../../src/fda/run.ts";
import { runPanels } from "../../src/fda/run-panels.ts";
import { type Ahead, aheadOf } from "../../src/forecast/ahead.ts";
import { describeFitted } from "../../src/forecast/engine.ts";
import { openForecast } from "../../src/forecast/kept-forecast.ts";
import { curveLines, dataLines } from "../../src/plot/data-lines.ts";
import { intervalsFigure, MOST_INTERVALS } from "../../src/plot/intervals-figure.ts";
import { type FigureLine, linesFigure, panelsFigure } from "../../src/plot/lines-figure.ts";
import type { Data, SeriesData } from "../../src/series/dataset/dataset.ts";
import { sortedRows } from "../../src/series/dataset/index-check.ts";

export default command({
  summary: "Draw series, curves, a forecast with intervals, an fda run before and after, or a lift.",
  args: ["data_handles"],
  input: z.strictObject({
    data_handles: field(
      z.array(z.string()).check(z.minLength(1)),
      "data_… or fc_…, demo:NAME, files; or one run (res_…) or saved analyze-lift.",
    ),
    labels: field(z._default(z.array(z.string()), []), "Names of the series. Default: the references."),
    title: field(z.optional(z.string()), "Title of the figure. Default: the names."),
    y_label: field(z.optional(z.string()), "Quantity and unit. Default: the column's name."),
    svg: field(z._default(z.boolean(), false), "Put the SVG into the answer."),
    image: field(z._default(z.boolean(), false), "Send a PNG after the answer (over MCP; else use out)."),
    out: writingField(z.optional(z.string()), "File to write the picture to: .svg or .png."),
    overwrite: fields.overwrite(),
  }),
  evidence: z.strictObject({
    n_lines: z.int(),
    labels: z.array(z.string()),
    labels_dropped: z.int(),
    panels: z.optional(z.array(z.string())),
    sparklines: z.array(z.strictObject({ label: z.string(), lines: z.array(z.string()) })),
    svg: z.nullable(z.string()),
    image: z.nullable(z.literal("image/png")),
    out: z.nullable(z.string()),
  }),
  examples: [
    "data plot demo:airline",
    "data plot demo:bumps --out bumps.svg --overwrite",
    "data plot demo:uk_gas demo:johnson_johnson --json",
    "data plot alignment:demo:bumps --out bumps.svg --overwrite",
  ],
  async run({ data_handles, labels, title, y_label, svg, image, out, overwrite }, ctx) {
    if (labels.length > data_handles.length)
      throw new BadCall(`labels: ${labels.length} for ${data_handles.length} series`);
    if (out !== undefined && !/\.(svg|png)$/i.test(out))
      throw new BadCall(`out: '${out}' ends in neither .svg nor .png`);
    const lift = await liftOf(data_handles, ctx);
    const about = { title, y_label };
    const run = data_handles.length === 1 && isRun(data_handles[0]) ? await openRun(ctx, data_handles[0]) : null;
    if (run !== null && (labels.length > 0 || y_label !== undefined))
      throw new BadCall(`${labels.length > 0 ? "labels" : "y_label"}: a run's figures name their own lines and values`);
    const picture =
      run !== null
        ? runPicture(run, data_handles[0], title)
        : lift !== null
          ? liftPicture(lift, title)
          : await dataPicture(data_handles, labels, about, ctx);
    const { drawn } = picture;
    if (out !== undefined) await ctx.write(out, /\.png$/i.test(out) ? await ctx.png(drawn) : drawn, { overwrite });
    if (image) ctx.attach({ mime: "image/png", bytes: await ctx.png(drawn) });
    return evidence({
      n_lines: picture.names.length,
      labels: picture.names.slice(0, MOST_LABELS),
      labels_dropped: Math.max(0, picture.names.length - MOST_LABELS),
      ...(picture.panels === undefined ? {} : { panels: picture.panels }),
      sparklines: picture.sparklines,
      svg: svg ? drawn : null,
      image: image ? ("image/png" as const) : null,
      out: out ?? null,
    });
  },
  text: (f) => [
    ...f.sparklines.flatMap(({ label, lines }) => section(label, lines)).slice(1),
    ...(f.out ? ["", labelled("wrote", f.out)] : []),
  ],
});

const MOST_LABELS = 40;

/** A figure, what it shows by name, and the same as lines of text. */
interface Picture {
  drawn: string;
  names: string[];
  sparklines: { label: string; lines: string[] }[];
  panels?: string[];
}

/** The one file named, when it holds an answer of analyze-lift; null when it is data. */
async function liftOf(refs: string[], ctx: Ctx): Promise<SavedLift | null> {
  if (refs.length !== 1 || !/\.json$/i.test(refs[0]) || /^(https?|demo):/i.test(refs[0])) return null;
  return savedLift(await ctx.readText(refs[0]));
}

function liftPicture({ title, measure, rows }: SavedLift, stated: string | undefined): Picture {
  if (rows.length === 0) {
    throw refusal(
      "WrongLayout",
      "the saved answer holds no lift with an interval, so there is nothing to draw; read its reasons",
      {
        check: "intervals",
        observed: 0,
        required: 1,
        remedy: "read the reasons in the answer",
      },
    );
  }
  const scale = barScale(rows);
  const part = rows.length > MOST_INTERVALS ? `, the first ${MOST_INTERVALS} of ${rows.length}` : "";
  const told = rows.map(
    ({ name, low, estimate, high }) => `${name} ${showNumber(estimate)} (${showNumber(low)} to ${showNumber(high)})`,
  );
  return {
    drawn: intervalsFigure({
      title: stated ?? `${title}${part}`,
      x_label: measure,
      rows,
      description: `${measure}: ${told.join("; ")}.`,
    }),
    names: rows.map(({ name }) => name),
    sparklines: rows.map((row, i) => ({ label: told[i], lines: [intervalBar(row, scale)] })),
  };
}

function runPicture(run: Run, ref: string, stated: string | undefined): Picture {
  const panels = runPanels(run);
  const { method, result_id, curves } = run;
  const title = stated ?? `${method.name} of ${curves.label}`;
  panels[0] = { ...panels[0], title: `${title}: ${panels[0].title}` };
  const names = panels.map((panel) => panel.title);
  const description = `${ref} (${result_id}). ${panels.map((panel) => panel.description).join("; ")}.`;
  const pictured = panels.map(({ title: label, lines }) => ({
    label,
    lines: curveLines(lines.map(({ name, x, v }) => ({ name, t: x, v }))),
  }));
  return {
    drawn: panelsFigure({ title, description }, panels),
    names: panels.flatMap(({ lines }) => lines.map(({ name }) => name)),
    sparklines: pictured,
    panels: names,
  };
}

async function dataPicture(
  refs: string[],
  labels: string[],
  { title, y_label }: { title?: string; y_label?: string },
  ctx: Ctx,
): Promise<Picture> {
  const all: Drawn[] = [];
  for (const [i, ref] of refs.entries()) {
    const drawn = await drawnData(ref, ctx);
    all.push({ ...drawn, name: labels[i] ?? drawn.name });
  }
  const time = sameAxis(all);
  const lines = all.flatMap(({ name, data, ahead }) => [
    ...linesOf(name, data, all.length),
    ...(ahead === null ? [] : [{ ...ahead.line, name: all.length > 1 ? `${name} ahead` : "forecast" }]),
  ]);
  const drawn = linesFigure({
    title: title ?? all.map(({ name, ahead }) => (ahead === null ? name : `${name}: ${ahead.model}`)).join(", "),
    x_label: xLabel(all[0].data),
    y_label: y_label ?? yLabel(all.map(({ data }) => data)),
    time,
    lines,
    bands: all.flatMap(({ ahead }) => ahead?.bands ?? []),
    description: `${plural(lines.length, "line")}: ${lines
      .slice(0, 12)
      .map(({ name, v }) => `${name} (${v.length} values)`)
      .join(", ")}.${intervalsSaid(all)}`,
  });
  const sparklines = all.map(({ name, data }) => ({ label: name, lines: dataLines(data) }));
  return { drawn, names: lines.map(({ name }) => name), sparklines };
}

/** What one reference is drawn as. */
interface Drawn {
  name: string;
  data: Data;
  ahead: (Ahead & { model: string }) | null;
}

/** Data, or what a forecast's model has learned from and the forecast. */
async function drawnData(ref: string, ctx: Ctx): Promise<Drawn> {
  if (isRun(ref)) return { name: ref, data: await curvesOf(ctx, ref), ahead: null };
  if (!/^fc_[0-9a-f]{12}$/.test(ref)) return { name: ref, data: await ctx.data(ref), ahead: null };
  const { model, made } = await openForecast(ctx, ref);
  const ahead = { ...aheadOf(model, made), model: describeFitted(model.fitted).model };
  return { name: model.data.y.name, data: model.data, ahead };
}

function intervalsSaid(all: Drawn[]): string {
  const names = [...new Set(all.flatMap(({ ahead }) => ahead?.bands.map(({ name }) => name) ?? []))];
  return names.length === 0 ? "" : ` Bands: intervals of ${names.join(" and ")}.`;
}

/** True for times. Refuses WrongLayout when times, numbers and curves are to share one axis. */
function sameAxis(all: { name: string; data: Data }[]): boolean {
  const kinds = all.map(({ data }) => axisOf(data));
  const other = kinds.findIndex((kind) => kind !== kinds[0]);
  if (other < 0) return kinds[0] === "times";
  const remedy = "draw them one by one";
  throw refusal(
    "WrongLayout",
    `${all[other].name} stands on ${kinds[other]} and ${all[0].name} on ${kinds[0]}, so they share no axis; ${remedy}`,
    {
      check: "axis",
      observed: kinds[other],
      required: kinds[0],
      remedy,
    },
  );
}

function axisOf(data: Data): string {
  if (data.layout === "curves") return "the grid of curves";
  return data.index.kind === "instant" || data.index.kind === "civil" ? "times" : "numbers";
}

function linesOf(name: string, data: Data, n: number): FigureLine[] {
  if (data.layout === "curves")
    return data.curves.map((curve) => ({ name: n > 1 ? `${name} ${curve.name}` : curve.name, x: curve.t, v: curve.v }));
  return [{ name, ...ascending(data) }];
}

/** Rows in the order of their labels: a line runs from left to right, in whatever order a file has it. */
function ascending({ index, y }: SeriesData): { x: Float64Array; v: Float64Array } {
  const rows = sortedRows(index.at);
  return { x: Float64Array.from(rows, (row) => index.at[row]), v: Float64Array.from(rows, (row) => y.values[row]) };
}

function xLabel(data: Data): string {
  if (data.layout === "curves") return "grid";
  return data.index.kind === "instant" ? "time (UTC)" : (data.index.name ?? "position");
}

function yLabel(all: Data[]): string {
  const names = new Set(all.map((data) => (data.layout === "curves" ? "value" : data.y.name)));
  return [...names].join(", ");
}
