import type { Ctx } from "../contract/context.ts";
import { latticeSize } from "./elastic-lattice.ts";
import { elasticPair } from "./elastic-pair.ts";
import type { ElasticPath } from "./elastic-path.ts";
import { squaredNorm } from "./srvf.ts";

/** What every alignment of one of the curves shares: plain data, so that a thread is told it once. */
export interface SharedCurves {
  /** The grid scaled to [0, 1]. */
  u: Float64Array;
  /** The curves' SRVFs. */
  functions: Float64Array[];
  lambda: number;
  band: number | null;
}

/** One curve to be aligned to a target, both divided by `scale`. */
export interface AlignPiece {
  curve: number;
  /** An SRVF. */
  target: Float64Array;
  scale: number;
  /** A path that is good already, from a target before. */
  known: ElasticPath | null;
}

/** The paths of pieces, in their order. Each depends on its piece alone, wherever it is computed. */
export type AlignEach = (pieces: AlignPiece[]) => Promise<ElasticPath[]>;

/** Lends `use` something that aligns. */
export type WithAligner = <T>(shared: SharedCurves, use: (each: AlignEach) => Promise<T>) => Promise<T>;

/** Alignment of single curves. */
export function alignOne({ u, functions, lambda, band }: SharedCurves): (piece: AlignPiece) => ElasticPath {
  return ({ curve, target, scale, known }) => {
    const [a, b] = [target, functions[curve]].map((q) => q.map((x) => x / scale));
    const flat = squaredNorm(u, b) === 0 || squaredNorm(u, a) === 0;
    if (!flat) return elasticPair(u, a, b, { lambda, band }, known);
    // Every warp fits a constant alike.
    const nodes = Int32Array.from(u.keys());
    return { c: nodes, r: nodes, cost: squaredNorm(u, a) + squaredNorm(u, b) };
  };
}

/** Aligns in this thread; `step` is told after each curve, and may yield. */
export function alignHere(step: () => Promise<void> = async () => {}): WithAligner {
  return (shared, use) => {
    const one = alignOne(shared);
    return use(async (pieces) => {
      const paths: ElasticPath[] = [];
      for (const piece of pieces) {
        paths.push(one(piece));
        await step();
      }
      return paths;
    });
  };
}

/** Cells of all pairs of a round, from which on threads save more than their start costs (about 0.1 s). */
const WORTH_THREADS = 2e5;

/** Cells of one lattice above which 8 threads, 9 bytes a cell each, would ask for too much memory: 2 work then. */
const LARGE = 5e6;

/** Aligns on threads when there is work enough for them, else here: the numbers are the same. */
export function alignOnThreads(ctx: Pick<Ctx, "pool">, step: () => Promise<void>): WithAligner {
  return <T>(shared: SharedCurves, use: (each: AlignEach) => Promise<T>) => {
    const m = shared.u.length;
    const cells = shared.functions.length * m * Math.min(m, 2 * (shared.band ?? m) + 1);
    if (cells < WORTH_THREADS) return alignHere(step)(shared, use);
    const task = { command: "fda align", task: "align_one", shared };
    const { rows, width } = latticeSize(m, shared.band ?? m);
    const workers = rows * width > LARGE ? 2 : undefined;
    return ctx.pool<AlignPiece, ElasticPath, T>(task, (each) => use((pieces) => each(pieces, step)), { workers });
  };
}
