import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";

/** Packages that some commands can use and none of the others need. */
const OPTIONAL: [string, string][] = [
  ["@resvg/resvg-js", "pictures as PNG"],
  ["@modelcontextprotocol/server", "the MCP protocol of 2026-07-28"],
  ["libsql", "experiment records, and data from SQLite files"],
  ["pg", "data from PostgreSQL"],
  ["read-excel-file/node", "data from XLSX workbooks"],
];

/** The facts `doctor` reports: versions, optional packages, folders. Nothing is changed. */
export function environment(env: Record<string, string | undefined>) {
  const major = Number(process.versions.node.split(".")[0]);
  const checks = [
    { check: "node 20 or later", ok: major >= 20, detail: `v${process.versions.node}` },
    {
      check: "time zones",
      ok: hasZones(),
      detail: `ICU ${process.versions.icu ?? "absent"}, tz ${process.versions.tz ?? "absent"}`,
    },
    { check: "temporary folder", ok: writable(tmpdir()), detail: tmpdir() },
    ...OPTIONAL.map(([name, use]) => ({ check: name, ok: installed(name), detail: use })),
  ];
  if (env.NO_COLOR) checks.push({ check: "colour", ok: true, detail: "off (NO_COLOR)" });
  return { node: process.versions.node, platform: `${process.platform} ${process.arch}`, checks };
}

function hasZones(): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: "Europe/Berlin" }).resolvedOptions().timeZone === "Europe/Berlin";
  } catch {
    return false;
  }
}

function writable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function installed(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
