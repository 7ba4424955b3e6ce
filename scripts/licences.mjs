// The licence texts of the packages whose code is bundled into dist.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One block a package: name, version, licence, text. `metafile` is esbuild's. */
export function bundledLicences(root, metafile) {
  const names = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const match = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match) names.add(match[1]);
  }
  return [...names]
    .sort()
    .map((name) => block(root, name))
    .join("\n");
}

function block(root, name) {
  const folder = join(root, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = existsSync(folder) && readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(folder, file), "utf8").trim() : "(the package holds no licence file)";
  return `${name} ${version} (${license})\n\n${text}\n\n${"-".repeat(80)}\n`;
}
