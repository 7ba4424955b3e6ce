// Packages of which less is bundled than they load by themselves, because a call waits for it.
import { dirname, join } from "node:path";

/**
 * The esbuild plugin. simple-statistics: function by function instead of its one file, which computes tables of the
 * normal curve when it is loaded (3 ms). commander: without child_process, with which it would start programs of other
 * names as subcommands (2 ms).
 */
export function leanPackagesPlugin(root) {
  const statistics = join(root, "node_modules/simple-statistics");
  return {
    name: "lean-packages",
    setup(build) {
      build.onResolve({ filter: /^simple-statistics$/ }, () => ({
        path: join(statistics, "index.js"),
        sideEffects: false,
      }));
      build.onResolve({ filter: /^\.\/.*\.js$/ }, ({ path, importer }) =>
        importer.startsWith(statistics) ? { path: join(dirname(importer), path), sideEffects: false } : undefined,
      );
      build.onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
        /[\\/]commander[\\/]/.test(importer) ? { path, namespace: "left-out" } : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: "left-out" }, () => ({ contents: "module.exports = {};" }));
    },
  };
}
