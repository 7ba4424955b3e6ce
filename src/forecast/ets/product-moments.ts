import type { EtsFit } from "./fit.ts";

/**
 * Class 3 (multiplicative error and season): exact means and variances of the next h observations. A column c = s·(l,
 * b) is kept for each season with its covariance V. With relative errors ε of mean 0, variance σ² and fourth moment
 * 3σ⁴, an observation maps every column by F + εG, F = [[1, φ], [0, φ]], G = (α, β)ᵀw, w = (1, φ), and its own also by
 * 1 + γε. The moments are those of the matrix recursion of Hyndman et al. (2008, ch. 6), block by block: blocks of two
 * seasons are never needed. (R's `forecast` leaves the first step of a damped trend undamped; w = (1, φ) here.)
 */
export function productMoments(fit: EtsFit, h: number): { mean: Float64Array; variance: Float64Array } {
  const { form, final, sigma2 } = fit;
  const mean = new Float64Array(h);
  const variance = new Float64Array(h);
  const phi = fit.phi ?? 1;
  const weights = { phi, alpha: fit.alpha, beta: fit.beta ?? 0, sigma2 };
  const columns = final.season.map((s) => ({ c: [s * final.level, s * (final.trend ?? 0)], v: [0, 0, 0] }));
  for (let j = 0; j < h; j++) {
    const own = columns[j % form.m];
    const mu = own.c[0] + phi * own.c[1];
    const spread = own.v[0] + 2 * phi * own.v[1] + phi * phi * own.v[2];
    mean[j] = mu;
    variance[j] = (1 + sigma2) * spread + sigma2 * mu * mu;
    for (const column of columns) step(column, weights, column === own ? (fit.gamma ?? 0) : 0);
  }
  return { mean, variance };
}

interface Column {
  c: number[];
  /** Variances of both and, between them, their covariance. */
  v: number[];
}

interface Weights {
  phi: number;
  alpha: number;
  beta: number;
  sigma2: number;
}

/**
 * One step of a column x of mean c and covariance V. (1 + γε)(F + εG)x = Fx + εKx + ε²γGx with K = G + γF, so with
 * P = V + ccᵀ: c' = Fc + σ²γGc and V' = FVFᵀ + σ²[KPKᵀ + γ(FVGᵀ + GVFᵀ) + γ²σ²G(3V + 2ccᵀ)Gᵀ].
 */
function step(column: Column, { phi, alpha, beta, sigma2 }: Weights, gamma: number): void {
  const { c, v } = column;
  // F, G and K depend on w·x and φ·x₂ alone: Fx = (w·x, φx₂), Gx = (α, β)w·x, Kx = ((α + γ)w·x, βw·x + γφx₂).
  const mu = c[0] + phi * c[1];
  const growth = phi * c[1];
  const vww = v[0] + 2 * phi * v[1] + phi * phi * v[2];
  const vwg = phi * (v[1] + phi * v[2]);
  const vgg = phi * phi * v[2];
  const pww = vww + mu * mu;
  const pwg = vwg + mu * growth;
  const pgg = vgg + growth * growth;
  const k1 = alpha + gamma;
  const kk = [
    k1 * k1 * pww,
    k1 * (beta * pww + gamma * pwg),
    beta * beta * pww + 2 * beta * gamma * pwg + gamma * gamma * pgg,
  ];
  const gg = [alpha * alpha, alpha * beta, beta * beta];
  const fg = [2 * alpha * vww, beta * vww + alpha * vwg, 2 * beta * vwg];
  const twice = gamma * gamma * sigma2 * (3 * vww + 2 * mu * mu);
  const next = [vww, vwg, vgg].map((f, i) => f + sigma2 * (kk[i] + gamma * fg[i] + twice * gg[i]));
  column.v = next;
  column.c = [mu * (1 + sigma2 * gamma * alpha), growth + sigma2 * gamma * beta * mu];
}
