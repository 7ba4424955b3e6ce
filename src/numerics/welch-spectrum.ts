/**
 * One-sided power spectrum by Welch's method (1967) at the frequencies k/window, k = 1…⌊window/2⌋: segments that overlap
 * by half, each around its own mean, under a periodic Hann window; |Σ w x e^{−2πikt/N}|² / (Σw)², doubled but at the
 * Nyquist frequency, averaged over the segments (SciPy: `welch(scaling="spectrum")`). Squared units of the values.
 */
export function welchSpectrum(x: Float64Array, window: number): Float64Array {
  const taper = Float64Array.from({ length: window }, (_, t) => 0.5 - 0.5 * Math.cos((2 * Math.PI * t) / window));
  const cosine = Float64Array.from({ length: window }, (_, t) => Math.cos((2 * Math.PI * t) / window));
  const sine = Float64Array.from({ length: window }, (_, t) => Math.sin((2 * Math.PI * t) / window));
  const total = taper.reduce((sum, w) => sum + w, 0);
  const count = Math.floor(window / 2);
  const power = new Float64Array(count);
  const step = window - Math.floor(window / 2);
  const part = new Float64Array(window);
  let segments = 0;
  for (let from = 0; from + window <= x.length; from += step, segments++) {
    let mean = 0;
    for (let t = 0; t < window; t++) mean += x[from + t] / window;
    for (let t = 0; t < window; t++) part[t] = (x[from + t] - mean) * taper[t];
    for (let k = 1; k <= count; k++) {
      let real = 0;
      let imaginary = 0;
      for (let t = 0, at = 0; t < window; t++) {
        real += part[t] * cosine[at];
        imaginary += part[t] * sine[at];
        at += k;
        if (at >= window) at -= window;
      }
      power[k - 1] += (real * real + imaginary * imaginary) * (2 * k === window ? 1 : 2);
    }
  }
  return power.map((sum) => sum / segments / (total * total));
}
