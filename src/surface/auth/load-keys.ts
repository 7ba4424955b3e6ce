import type { JSONWebKeySet } from "jose";
import { BadCall } from "../../contract/outcome.ts";
import { isLoopback } from "./safe-url.ts";

const MOST_BYTES = 1 << 20;

/** Loads a JSON Web Key Set from an address or, with `readText`, from a file. */
export function keyLoader(from: URL | string, readText: (path: string) => Promise<string>) {
  return async (): Promise<JSONWebKeySet> => {
    const keys = parsed(typeof from === "string" ? await readText(from) : await fetchText(from));
    if (Array.isArray(keys?.keys)) return keys;
    throw new BadCall(`jwks: ${typeof from === "string" ? `'${from}'` : "the address"} holds no JSON Web Key Set`);
  };
}

function parsed(text: string): JSONWebKeySet | null {
  try {
    return JSON.parse(text) as JSONWebKeySet;
  } catch {
    return null;
  }
}

async function fetchText(url: URL): Promise<string> {
  if (url.protocol !== "https:" && !isLoopback(url.hostname)) throw new Error("the address is not https");
  const response = await fetch(url, {
    headers: { accept: "application/json, application/jwk-set+json" },
    // A redirect could lead to another host or to plain http.
    redirect: "error",
    signal: AbortSignal.timeout(5000),
  });
  if (response.status !== 200 || response.body === null) throw new Error(`the answer was ${response.status}`);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > MOST_BYTES) throw new Error(`the answer is longer than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
