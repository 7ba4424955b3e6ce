// Rewrites golden/ from what the commands print now. Read `git diff golden/` before committing.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
const run = (args, env = {}) =>
  spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } }).status;
const built = run(["scripts/build.mjs"]);
process.exit(built || run(["scripts/test.mjs", "golden", "--test-reporter=dot"], { LIQUET_GOLDEN: "write" }));
