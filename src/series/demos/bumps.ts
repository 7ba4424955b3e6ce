import type { DemoCurves } from "./demo.ts";

/** Curve i is (1 + 0.1 i) · exp(−(t − μ_i)² / 0.02) with μ_i = 0.5 + 0.04 (i − 2.5), at t = 0, 0.05, …, 1. */
export const bumps: DemoCurves = {
  name: "bumps",
  title: "Six bell-shaped curves on 21 points that differ in height and place, made by a formula",
  source: "synthetic: (1 + 0.1 i) exp(-(t - 0.5 - 0.04 (i - 2.5))^2 / 0.02)",
  aliases: ["toy"],
  traps: ["their mean is lower and wider than any of them until they are aligned"],
  curves() {
    const t = Float64Array.from({ length: 21 }, (_, j) => j / 20);
    return Array.from({ length: 6 }, (_, i) => {
      const center = 0.5 + 0.04 * (i - 2.5);
      const v = t.map((at) => (1 + 0.1 * i) * Math.exp(-((at - center) ** 2) / 0.02));
      return { name: `f${i}`, t: t.slice(), v, group: null };
    });
  },
};
