// Property tests draw the same cases in every run, so that a red run says something of the change and can be repeated.
// `LIQUET_FUZZ=20 node scripts/test.mjs NAME` looks further: cases of a new seed (which a failure prints), and twenty
// times as many.
const settings = `
import fc from "fast-check";
const times = Number(process.env.LIQUET_FUZZ ?? 0);
if (times === 0) fc.configureGlobal({ seed: 20240330 });
const more = ({ seed, numRuns = 100, ...options } = {}) => ({ ...options, numRuns: numRuns * times });
export default times === 0 ? fc : { ...fc, assert: (property, options) => fc.assert(property, more(options)) };
`;

/** Bundled files get fast-check with these settings. */
export const propertiesPlugin = {
  name: "properties",
  setup(build) {
    build.onResolve({ filter: /^fast-check$/ }, ({ namespace }) =>
      namespace === "properties"
        ? { path: "fast-check", external: true }
        : { path: "fast-check", namespace: "properties" },
    );
    build.onLoad({ filter: /.*/, namespace: "properties" }, () => ({ contents: settings, loader: "js" }));
  },
};
