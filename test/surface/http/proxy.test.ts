import assert from "node:assert/strict";
import { request } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { inFolder } from "../../support/folder.ts";
import { startProgram } from "../../support/http-program.ts";
import { INITIALIZE } from "../../support/http-server.ts";
import { runCli } from "../../support/run.ts";

const RESOURCE = "https://liquet.example/tools/mcp";

test("behind a proxy: keys from a file, a token signed offline, the proxy's name and path in what clients are told", async (t) => {
  await inFolder({}, async (dir) => {
    const claims = [
      "--issuer",
      "https://login.example",
      "--audience",
      RESOURCE,
      "--subject",
      "ann",
      "--lifetime",
      "3600",
    ];
    const keys = ["--make-key", "--key", "key.json", "--jwks", "jwks.json"];
    // The clock of this process's runs stands still, so the token comes from the program itself.
    const minted = startProgram(["mint-token", ...keys, ...claims], {}, dir);
    const [token] = await minted.said(/^[\w-]+\.[\w-]+\.[\w-]+(?=\n)/);
    const trust = ["--issuer", "https://login.example", "--jwks", join(dir, "jwks.json"), "--resource", RESOURCE];
    const server = startProgram(["mcp", "--http", "--port", "0", "--root", dir, ...trust], {}, dir);
    t.after(() => server.end());
    const [, port] = await server.said(
      /serving https:\/\/liquet\.example\/tools\/mcp for .* listening on 127\.0\.0\.1:(\d+)/,
    );
    const ask = (method: string, path: string, headers: Record<string, string>, body = "") =>
      new Promise<{ status?: number; challenge: string; text: string }>((resolve, reject) => {
        const req = request(
          { host: "127.0.0.1", port, method, path, headers: { host: "liquet.example", ...headers } },
          (res) => {
            let text = "";
            res.on("data", (chunk) => {
              text += chunk;
            });
            const challenge = String(res.headers["www-authenticate"]);
            res.on("end", () => resolve({ status: res.statusCode, challenge, text }));
          },
        );
        req.on("error", reject).end(body);
      });
    const post = (headers: Record<string, string>) =>
      ask(
        "POST",
        "/mcp",
        { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        JSON.stringify(INITIALIZE),
      );
    const metadata = "https://liquet.example/.well-known/oauth-protected-resource/tools/mcp";
    assert.ok((await post({})).challenge.includes(`resource_metadata="${metadata}"`));
    for (const path of ["/tools/mcp", "/mcp", ""]) {
      const { status, text } = await ask("GET", `/.well-known/oauth-protected-resource${path}`, {});
      assert.equal(status, 200);
      assert.equal(JSON.parse(text).resource, RESOURCE);
    }
    assert.equal((await post({ authorization: `Bearer ${token}` })).status, 200);
    assert.equal((await post({ authorization: `Bearer ${token}`, origin: "https://liquet.example" })).status, 200);
    assert.equal((await post({ authorization: `Bearer ${token}`, origin: "http://liquet.example" })).status, 403);
    const other = await runCli(["mint-token", "--key", "key.json", ...claims.with(3, `${RESOURCE}/`)]);
    assert.equal((await post({ authorization: `Bearer ${other.stdout.trim()}` })).status, 401);
  });
});
