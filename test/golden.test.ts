import { tools } from "liquet:tools";
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import * as z from "zod/mini";
import { evidenceSchema } from "../src/contract/command.ts";
import { inputSchema } from "../src/surface/describe.ts";
import { parseFlags } from "../src/surface/flags.ts";
import { partOf } from "../src/surface/http/endpoint.ts";
import { commandNames, loadCommand, toolName } from "../src/surface/registry.ts";
import { demoFolder, fixVersion, type GoldenCase, goldenCases, render } from "./support/golden.ts";
import { startHttpPrograms } from "./support/http-program.ts";
import { root } from "./support/root.ts";
import { runCli, testStore } from "./support/run.ts";

const updating = process.env.LIQUET_GOLDEN === "write";
const cases = goldenCases();
let dir: string;
let client: Client;
/** The same over HTTP, with a token that only reads. */
let httpClient: Client;
let store: string;
let programs: Awaited<ReturnType<typeof startHttpPrograms>>;

before(async () => {
  dir = await demoFolder();
  process.chdir(dir);
  client = new Client({ name: "golden", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, "dist/liquet.js"), "mcp", "--root", dir],
      cwd: dir,
      env: { LIQUET_STORE: testStore },
    }),
  );
  store = mkdtempSync(join(tmpdir(), "liquet-golden-"));
  programs = await startHttpPrograms(["--root", dir], { LIQUET_STORE: store }, dir);
  // A subject's handles are its own; this one has made those that the terminal has.
  mkdirSync(join(store, "subjects"));
  symlinkSync(testStore, join(store, "subjects", partOf(programs.issuerUrl, "developer")));
  httpClient = new Client({ name: "golden", version: "1" });
  const headers = { authorization: `Bearer ${await programs.token()}` };
  await httpClient.connect(new StreamableHTTPClientTransport(new URL(programs.url), { requestInit: { headers } }));
});

after(async () => {
  await client.close();
  await httpClient.close();
  await programs.end();
  process.chdir(root);
  for (const folder of [dir, store]) rmSync(folder, { recursive: true, force: true });
});

for (const golden of cases) {
  test(`golden ${golden.name}: the terminal's bytes`, async () => {
    const got = render(golden.argv, await runCli(golden.argv));
    const file = join(root, "golden", golden.name);
    if (updating) {
      writeFileSync(file, got);
      return;
    }
    const want = `$ liquet ${got.split("\n")[0].slice("$ liquet ".length)}\n# exit ${golden.exit}\n${golden.body}`;
    if (got !== want) writeFileSync(file.replace(/\.txt$/, ".changed"), got);
    else rmSync(file.replace(/\.txt$/, ".changed"), { force: true });
    assert.equal(got, want, `golden/${golden.name} differs; read it beside its .changed file, then npm run golden`);
  });

  if (golden.argv.includes("--json") && golden.exit !== null) {
    test(`golden ${golden.name}: the same bytes over MCP`, (t) => sameBytes(golden, client, t));
    if (firstOfItsKind(golden))
      test(`golden ${golden.name}: the same bytes over HTTP`, (t) => sameBytes(golden, httpClient, t));
  }

  if (golden.argv.includes("--json") && golden.exit === 0) {
    test(`golden ${golden.name}: fits the evidence schema, keys in its order`, async () => {
      const { command } = await commandOf(golden);
      const { result_kind, liquet_version, call, provenance, ...fields } = JSON.parse(golden.body ?? "{}");
      assert.equal(result_kind, "evidence");
      assert.equal(liquet_version, "0.0.0");
      assert.equal(typeof call.command, "string");
      assert.ok(Array.isArray(provenance));
      assert.equal(JSON.stringify(z.parse(evidenceSchema(command), fields)), JSON.stringify(fields));
    });
  }
}

test("every command has a golden case", () => {
  const covered = new Set(cases.map(({ argv }) => nameOf(argv)));
  assert.deepEqual(
    commandNames().filter((name) => !covered.has(name)),
    [],
  );
});

test("the client lists exactly the commands that do not write, over HTTP too", async () => {
  const { tools: offered } = await client.listTools();
  assert.deepEqual((await httpClient.listTools()).tools, offered);
  const listed = offered.map(({ name }) => name).sort();
  const reading = Object.entries(tools).filter(([, { writes }]) => !writes);
  assert.deepEqual(listed, reading.map(([name]) => toolName(name)).sort());
});

/** Calls the tool of a case and compares what comes with what the terminal printed. */
async function sameBytes(golden: GoldenCase, caller: Client, t: TestContext) {
  const { name, command, words } = await commandOf(golden);
  const schema = inputSchema(command);
  const fields = schema.properties ?? {};
  const { raw } = parseFlags(name, command, schema, words);
  const gated = command.writes || Object.keys(raw).some((key) => fields[key]?.writes);
  if (gated || raw.archive === "-") return t.skip("writes, or reads stdin: not offered over MCP");
  const result = await caller.callTool({ name: toolName(name), arguments: raw });
  const [{ text }] = result.content as { text: string }[];
  if (golden.exit === 2) {
    assert.equal(result.isError, true);
    assert.equal(result.structuredContent, undefined);
    assert.equal(`${text}\n`, golden.body);
    return;
  }
  assert.equal(result.isError, undefined);
  assert.deepEqual(result.structuredContent, JSON.parse(text));
  if (command.volatile) assert.equal(typeof JSON.parse(text).result_kind, "string");
  else assert.equal(fixVersion(text), golden.body);
}

/** One case for each command and way to end is enough over HTTP: what carries the bytes does not know the command. */
function firstOfItsKind({ name, argv, exit }: GoldenCase): boolean {
  const first = cases.find(
    (other) => other.argv.includes("--json") && other.exit === exit && nameOf(other.argv) === nameOf(argv),
  );
  return first?.name === name;
}

function nameOf(argv: string[]): string {
  const two = argv.slice(0, 2).join(" ");
  return commandNames().includes(two) ? two : argv[0];
}

async function commandOf(golden: GoldenCase) {
  const name = nameOf(golden.argv);
  return { name, command: await loadCommand(name), words: golden.argv.slice(name.split(" ").length) };
}
