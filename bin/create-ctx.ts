import { createCtx as createWorld } from "../src/io/ctx.ts";
import type { CreateCtx } from "../src/surface/invoke.ts";

/** The world of a call with everything in it; what few calls use is imported when it is first asked for. */
export const createCtx: CreateCtx = (options) =>
  createWorld({
    ...options,
    records: () => import("../src/store/experiments.ts"),
    jobs: () => import("../src/store/jobs/open-jobs.ts"),
    store: () => import("../src/store/open-store.ts"),
  });
