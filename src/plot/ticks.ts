/** Round tick positions that cover [low, high] with about `count` steps of 1, 2, 2.5 or 5 times a power of ten. */
export function numberTicks(low: number, high: number, count: number): number[] {
  if (!(high > low)) return [low];
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((m) => m * power >= rough * 0.999) ?? 10) * power;
  const ticks: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++)
    ticks.push(Number((k * step).toPrecision(12)));
  return ticks;
}

/** Decimals that tell neighbouring ticks apart; the text of a tick. */
export function tickText(value: number, ticks: number[]): string {
  const step = ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) : Math.abs(value) || 1;
  const magnitude = Math.max(...ticks.map(Math.abs), step);
  if (magnitude >= 1e7 || magnitude < 1e-4)
    return value.toExponential(Math.max(0, Math.ceil(Math.log10(magnitude / step))));
  const decimals = Math.max(
    0,
    Math.min(
      8,
      -Math.floor(Math.log10(step) + 1e-9) + (/^2\.5/.test(String(step / 10 ** Math.floor(Math.log10(step)))) ? 1 : 0),
    ),
  );
  return value.toFixed(decimals);
}

const SECOND = 1e6;
const STEPS_S = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800,
];

/** UTC tick instants (µs) for [start, end]: round clock times, then days, then the first of months or years. */
export function timeTicks(start: number, end: number, count: number): number[] {
  const rough = (end - start) / SECOND / count;
  const step = STEPS_S.find((s) => s >= rough);
  if (step !== undefined) {
    const us = step * SECOND;
    const ticks: number[] = [];
    for (let k = Math.ceil(start / us); k * us <= end; k++) ticks.push(k * us);
    return ticks;
  }
  const months = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600].find((m) => m * 30.4 * 86400 >= rough) ?? 1200;
  const ticks: number[] = [];
  const first = new Date(start / 1000);
  for (let m = Math.floor((first.getUTCFullYear() * 12 + first.getUTCMonth()) / months) * months; ; m += months) {
    const at = Date.UTC(Math.floor(m / 12), m % 12, 1) * 1000;
    if (at > end) return ticks;
    if (at >= start) ticks.push(at);
  }
}

/** A tick's text: the date where the day changes, otherwise the clock time. */
export function timeTickText(us: number, ticks: number[]): string {
  const iso = new Date(us / 1000).toISOString();
  const step = ticks.length > 1 ? ticks[1] - ticks[0] : 86400 * SECOND;
  if (step >= 28 * 86400 * SECOND) return iso.slice(0, 7);
  if (us % (86400 * SECOND) === 0) return iso.slice(5, 10);
  return step < 60 * SECOND ? iso.slice(11, 19) : iso.slice(11, 16);
}
