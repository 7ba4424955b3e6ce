import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./root.ts";

/** The built program, started and left running. */
export interface Program {
  child: ChildProcessWithoutNullStreams;
  output(): { stdout: string; stderr: string };
  /** The first match of a pattern in what it printed; fails when it ends before. */
  said(pattern: RegExp): Promise<RegExpExecArray>;
  /** Tells it to end and returns its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

export function startProgram(args: string[], env: Record<string, string> = {}, cwd = process.cwd()): Program {
  const child = spawn(process.execPath, [join(root, "dist/liquet.js"), ...args], {
    cwd,
    env: { ...process.env, ...env },
  });
  const output = { stdout: "", stderr: "" };
  // Closed, not ended: what it said last may come after its end.
  const exited = new Promise<number | null>((resolve) => child.on("close", resolve));
  let heard = () => {};
  for (const name of ["stdout", "stderr"] as const)
    child[name].on("data", (chunk) => {
      output[name] += chunk;
      heard();
    });
  return {
    child,
    output: () => output,
    said: (pattern) =>
      new Promise((resolve, reject) => {
        heard = () => {
          const match = pattern.exec(output.stdout) ?? pattern.exec(output.stderr);
          if (match) resolve(match);
        };
        heard();
        void exited.then((code) => reject(new Error(`ended with ${code}: ${output.stderr}`)));
      }),
    end(signal = "SIGTERM") {
      child.kill(signal);
      return exited;
    },
  };
}

/** The secret of the issuer that tests start. */
export const DEV_SECRET = "a-secret-of-the-tests";

/** `liquet dev-auth` and a `liquet mcp --http` that trusts it, as a person starts them. */
export async function startHttpPrograms(args: string[], env: Record<string, string> = {}, cwd = process.cwd()) {
  const issuer = startProgram(["dev-auth", "--port", "0"], { LIQUET_DEV_AUTH_SECRET: DEV_SECRET });
  const [, issuerUrl] = await issuer.said(/LIQUET_OAUTH_ISSUER=(\S+)/);
  const trust = { LIQUET_OAUTH_ISSUER: issuerUrl, LIQUET_OAUTH_JWKS: `${issuerUrl}/.well-known/jwks.json` };
  const server = startProgram(["mcp", "--http", "--port", "0", ...args], { ...trust, ...env }, cwd);
  const [, url] = await server.said(/serving (\S+) for/);
  return {
    issuer,
    server,
    url,
    issuerUrl,
    /** A token as `dev-auth` mints it. */
    async token(fields: Record<string, unknown> = {}): Promise<string> {
      const response = await fetch(`${issuerUrl}/token`, {
        method: "POST",
        headers: { authorization: `Bearer ${DEV_SECRET}`, "content-type": "application/json" },
        body: JSON.stringify({ resource: url, ...fields }),
      });
      return ((await response.json()) as { access_token: string }).access_token;
    },
    async end() {
      await Promise.all([server.end(), issuer.end()]);
    },
  };
}
