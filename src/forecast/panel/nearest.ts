import type { Distance } from "./distance.ts";

/** A neighbour: its place in the training set and how far it is. */
export interface Neighbour {
  place: number;
  distance: number;
}

/** The k nearest of `rows`, the nearest first; of equally near ones those that stand first. */
export function nearest(of: Float64Array, rows: Float64Array[], k: number, distance: Distance): Neighbour[] {
  const found: Neighbour[] = [];
  for (const [place, row] of rows.entries()) {
    const limit = found.length < k ? Number.POSITIVE_INFINITY : found[k - 1].distance;
    const far = distance(of, row, limit);
    if (far >= limit && found.length >= k) continue;
    const at = found.findIndex((each) => each.distance > far);
    found.splice(at < 0 ? found.length : at, 0, { place, distance: far });
    if (found.length > k) found.pop();
  }
  return found;
}

/**
 * The share of each label among the neighbours: one vote each, or one over the distance (those at distance 0 alone, when
 * there are any). Labels in alphabetical order.
 */
export function shares(
  neighbours: Neighbour[],
  labels: string[],
  weights: "uniform" | "distance",
): Record<string, number> {
  const exact = neighbours.some(({ distance }) => distance === 0);
  const voteOf = ({ distance }: Neighbour) => {
    if (weights === "uniform") return 1;
    if (exact) return distance === 0 ? 1 : 0;
    return distance === Number.POSITIVE_INFINITY ? 0 : 1 / distance;
  };
  const votes = new Map<string, number>([...new Set(labels)].sort().map((label) => [label, 0]));
  for (const each of neighbours) {
    const label = labels[each.place];
    votes.set(label, (votes.get(label) ?? 0) + voteOf(each));
  }
  const all = [...votes.values()].reduce((sum, vote) => sum + vote, 0);
  return Object.fromEntries([...votes].map(([label, vote]) => [label, all > 0 ? vote / all : 0]));
}

/** The label with the largest share; of equal ones the first in the order given. */
export function winner(of: Record<string, number>): string {
  return Object.entries(of).reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}
