import type { Frame } from "./frame.ts";
import { clipText, element, label } from "./svg.ts";
import { numberTicks, tickText, timeTicks, timeTickText } from "./ticks.ts";

/** The ticks of a value axis and the room that their labels need. */
export interface ValueTicks {
  values: number[];
  texts: string[];
  /** Pixels left of the frame. */
  room: number;
}

const DIGIT = 7.2;

/** About five round ticks in [low, high]. */
export function valueTicks(low: number, high: number): ValueTicks {
  const values = numberTicks(low, high, 5);
  const texts = values.map((value) => tickText(value, values));
  return { values, texts, room: Math.max(60, 38 + DIGIT * Math.max(...texts.map((text) => text.length))) };
}

/** The axis of the values: gridlines, numbers, and `name` (quantity and unit) along it. No numbers without `ticks`. */
export function valueAxis({ left, right, top, bottom, y }: Frame, ticks: ValueTicks | null, name: string): string {
  const drawn = (ticks?.values ?? []).map(
    (value, i) =>
      element("line", { class: "grid", x1: left, x2: right, y1: y(value), y2: y(value) }) +
      label(ticks?.texts[i] ?? "", left - 8, y(value) + 4, { "text-anchor": "end" }),
  );
  const middle = (top + bottom) / 2;
  const turned = { "text-anchor": "middle", transform: `rotate(-90 16 ${middle})` };
  return (
    drawn.join("") +
    element("line", { class: "axis", x1: left, x2: left, y1: top, y2: bottom }) +
    label(clipText(name, 30), 16, middle, turned)
  );
}

/** The axis of time: round instants, and the days it spans. `name` says what the clock is. */
export function timeAxis({ left, right, bottom, x }: Frame, start: number, end: number, name = "time (UTC)"): string {
  const ticks = timeTicks(start, end, 7);
  const drawn = ticks.map(
    (us) =>
      element("line", { class: "axis", x1: x(us), x2: x(us), y1: bottom, y2: bottom + 5 }) +
      label(timeTickText(us, ticks), x(us), bottom + 18, { "text-anchor": "middle" }),
  );
  const [first, last] = [start, end].map((us) => new Date(us / 1000).toISOString().slice(0, 10));
  return (
    drawn.join("") +
    element("line", { class: "axis", x1: left, x2: right, y1: bottom, y2: bottom }) +
    label(`${name}, ${first === last ? first : `${first} to ${last}`}`, (left + right) / 2, bottom + 36, {
      "text-anchor": "middle",
    })
  );
}

/** A horizontal axis of numbers: round ticks, and `name` (quantity and unit) below. */
export function numberAxis({ left, right, bottom, x }: Frame, start: number, end: number, name: string): string {
  const ticks = numberTicks(start, end, 8);
  const drawn = ticks.map(
    (at) =>
      element("line", { class: "axis", x1: x(at), x2: x(at), y1: bottom, y2: bottom + 5 }) +
      label(tickText(at, ticks), x(at), bottom + 18, { "text-anchor": "middle" }),
  );
  const axis = element("line", { class: "axis", x1: left, x2: right, y1: bottom, y2: bottom });
  return (
    drawn.join("") + axis + label(clipText(name, 60), (left + right) / 2, bottom + 36, { "text-anchor": "middle" })
  );
}
