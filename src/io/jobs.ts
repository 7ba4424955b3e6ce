import { resolve } from "node:path";
import type { JobsWorld } from "../store/jobs/jobs-world.ts";
import type { CtxOptions } from "./ctx.ts";
import { namedFiles } from "./named-files.ts";
import { realPathOf } from "./paths.ts";
import { storeFolder } from "./user-folders.ts";

/** What jobs take over from the call that starts or looks at them. */
export function worldOfJobs(options: CtxOptions): { folder: string; world: JobsWorld } {
  const { version, env, now, roots, allowNetwork = false, allowWrite = false } = options;
  const world = {
    version,
    env,
    now,
    entry: options.workerEntry(),
    roots: roots.map((root) => realPathOf(resolve(root))),
    allowNetwork,
    allowWrite,
    files: (args: Record<string, unknown>) => namedFiles(args, roots),
  };
  return { folder: storeFolder(env), world };
}
