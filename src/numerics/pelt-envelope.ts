import { ROUNDING, type Tables } from "./pelt-tables.ts";

/**
 * The cheapest start of the last segment at each level that segment may have: piece k covers the levels from `edge[k]`
 * to the next edge (the last one to `top`) and belongs to the start `owner[k]`. Two sets of buffers take turns.
 */
export interface Envelope {
  count: number;
  edge: Float64Array;
  owner: Int32Array;
  top: number;
  spareEdge: Float64Array;
  spareOwner: Int32Array;
}

/** An envelope over the levels [bottom, top] that start 0 owns alone. */
export function newEnvelope(bottom: number, top: number): Envelope {
  const size = 64;
  return {
    count: 1,
    edge: new Float64Array(size).fill(bottom, 0, 1),
    owner: new Int32Array(size),
    top,
    spareEdge: new Float64Array(size),
    spareOwner: new Int32Array(size),
  };
}

/**
 * Lets start r compete: against an owner s it is dearer only within a radius of the mean of the values between them, so
 * the owner keeps that part of its piece and r takes the rest. The rounding of
 * a cost widens the radius: ties stay with the owner.
 */
export function admit(envelope: Envelope, tables: Tables, r: number, penalty: number): void {
  const { sum, sumLow, squares, squaresLow, best, bestLow } = tables;
  const { count, edge, owner, top } = envelope;
  makeRoom(envelope, 2 * count + 1);
  const into = envelope.spareEdge;
  const whose = envelope.spareOwner;
  let k = 0;
  for (let i = 0; i < count; i++) {
    const s = owner[i];
    const low = edge[i];
    const high = i + 1 < count ? edge[i + 1] : top;
    const total = sum[r] - sum[s] + (sumLow[r] - sumLow[s]);
    const energy = squares[r] - squares[s] + (squaresLow[r] - squaresLow[s]);
    const mean = total / (r - s);
    const gain = best[r] - best[s] + (bestLow[r] - bestLow[s]) - (energy - total * mean);
    const radius = Math.sqrt((gain + ROUNDING * (energy + penalty)) / (r - s)); // NaN: s is dearer at every level;
    const left = Math.max(low, mean - radius);
    const right = Math.min(high, mean + radius);
    const keeps = left <= right;
    if ((!keeps || left > low) && (k === 0 || whose[k - 1] !== r)) {
      into[k] = low;
      whose[k++] = r;
    }
    if (!keeps) continue;
    into[k] = left;
    whose[k++] = s;
    if (right < high) {
      into[k] = right;
      whose[k++] = r;
    }
  }
  envelope.count = k;
  envelope.edge = into;
  envelope.owner = whose;
  envelope.spareEdge = edge;
  envelope.spareOwner = owner;
}

/** A piece turns into three at most, and two newcomers that meet are one: 2·count + 1 pieces are enough. */
function makeRoom(envelope: Envelope, pieces: number): void {
  if (envelope.spareEdge.length >= pieces) return;
  envelope.spareEdge = new Float64Array(2 * pieces);
  envelope.spareOwner = new Int32Array(2 * pieces);
}
