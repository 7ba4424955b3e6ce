/** Round tick positions in [low, high] with about `count` steps of 1, 2, 2.5 or 5 times a power of ten. */
export function numberTicks(low: number, high: number, count: number): number[] {
  const rough = high / count - low / count;
  const resolution = Math.max(Math.abs(low), Math.abs(high)) * 1e-12;
  // Steps that a double cannot tell apart at this level would never reach the end.
  if (!(rough > resolution)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((m) => m * power >= rough * 0.999) ?? 10) * power;
  const ticks: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++)
    ticks.push(Number((k * step).toPrecision(12)));
  return ticks;
}

/** The text of a tick, with the decimals that tell neighbouring ticks apart. */
export function tickText(value: number, ticks: number[]): string {
  const step = ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) : Math.abs(value) || 1;
  const magnitude = Math.max(...ticks.map(Math.abs), step);
  const power = Math.floor(Math.log10(step) + 1e-9);
  const extra = Math.abs(step / 10 ** power - 2.5) < 1e-6 ? 1 : 0;
  if (magnitude >= 1e7 || magnitude < 1e-4) {
    const digits = Math.floor(Math.log10(magnitude) + 1e-9) - power + extra;
    return value === 0 ? "0" : value.toExponential(Math.min(12, Math.max(0, digits)));
  }
  return value.toFixed(Math.min(12, Math.max(0, extra - power)));
}

const SECOND = 1e6;
const DAY = 86_400 * SECOND;
/** Microseconds. */
const STEPS = [
  ...[1, 10, 100, 1e3, 1e4, 1e5].flatMap((power) => [power, 2 * power, 5 * power]),
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200].map((s) => s * SECOND),
  ...[1, 2, 4, 7, 14].map((days) => days * DAY),
];
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000, 12_000];

/** UTC tick instants (µs) in [start, end], about `count`: round clock times, then days, then the first of months or years. */
export function timeTicks(start: number, end: number, count: number): number[] {
  const rough = (end - start) / count;
  const step = STEPS.find((us) => us >= rough);
  if (step === undefined) return monthTicks(start, end, MONTHS.find((m) => m * 30.4 * DAY >= rough) ?? 24_000);
  const ticks: number[] = [];
  for (let k = Math.ceil(start / step); k * step <= end; k++) ticks.push(k * step);
  return ticks;
}

function monthTicks(start: number, end: number, months: number): number[] {
  const ticks: number[] = [];
  const first = new Date(start / 1000);
  for (let m = Math.floor((first.getUTCFullYear() * 12 + first.getUTCMonth()) / months) * months; ; m += months) {
    const at = Date.UTC(Math.floor(m / 12), m % 12, 1) * 1000;
    if (at > end) return ticks;
    if (at >= start) ticks.push(at);
  }
}

/** A tick's text: the date where the day changes, otherwise the clock time as exactly as the ticks need. */
export function timeTickText(us: number, ticks: number[]): string {
  const step = ticks.length > 1 ? ticks[1] - ticks[0] : SECOND;
  const iso = new Date(Math.floor(us / SECOND) * 1000).toISOString();
  if (step >= 28 * DAY) return iso.slice(0, 7);
  if (step >= 60 * SECOND) return us % DAY === 0 ? iso.slice(5, 10) : iso.slice(11, 16);
  if (step >= SECOND) return iso.slice(11, 19);
  const decimals = step >= 1000 ? 3 : 6;
  const fraction = String(us - Math.floor(us / SECOND) * SECOND).padStart(6, "0");
  // The minute is on the axis beside it; seconds are what moves.
  return `${iso.slice(14, 19)}.${fraction.slice(0, decimals)}`;
}
