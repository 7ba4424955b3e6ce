import { type LookupAddress, lookup } from "node:dns";
import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP } from "node:net";
import { BadCall, refusal } from "../../contract/outcome.ts";
import { unavailable } from "./sql.ts";

/** Limits of one download. */
const MOST_BYTES = 256 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
const MOST_REDIRECTS = 5;

/**
 * Downloads an http(s) URL into memory. A redirect may not lead to a private or loopback address unless it stays on the
 * origin that was asked for; the address that is connected to is the one that was judged. Refuses SourceUnavailable
 * (no answer, an error status, too slow, such a redirect) and SchemaError (too large). BadCall for other schemes and
 * for credentials in the URL.
 */
export async function fetchUrl(ref: string, signal: AbortSignal): Promise<Buffer> {
  const first = parse(ref);
  const until = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let url = first;
  try {
    for (let hops = 0; ; hops++) {
      const answer = await get(url, url.origin !== first.origin, until);
      const status = answer.statusCode ?? 0;
      const to = answer.headers.location;
      if (status < 300 || status > 399 || to === undefined) return await bodyOf(answer, ref, status);
      answer.destroy();
      if (hops === MOST_REDIRECTS)
        throw unavailable(ref, `more than ${MOST_REDIRECTS} redirects`, "name the final URL", "redirects");
      url = parse(new URL(to, url).href);
    }
  } catch (error) {
    signal.throwIfAborted();
    if ((error as { details?: unknown }).details !== undefined || error instanceof BadCall) throw error;
    const found = until.aborted ? `no answer within ${TIMEOUT_MS / 1000} s` : String((error as Error).message || error);
    throw unavailable(ref, found, "check the address, or download the file and name it", "answer");
  }
}

function parse(ref: string): URL {
  let url: URL;
  try {
    url = new URL(ref);
  } catch {
    throw new BadCall("source: not a URL such as https://example.org/data.csv");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new BadCall(`source: ${url.protocol} URLs are not read; use http or https`);
  if (url.username !== "" || url.password !== "")
    throw new BadCall(
      "source: credentials are not written into a call, which is echoed; download the file and name it",
    );
  return url;
}

function get(url: URL, publicOnly: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  // An address in the URL is never looked up, so it is judged here.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && isForbidden(host, publicOnly)) return Promise.reject(new Error(forbidden(host, publicOnly)));
  const options: RequestOptions = {
    signal,
    headers: { "user-agent": "liquet", accept: "*/*", "accept-encoding": "identity" },
    // No connection is shared: one that was opened for a URL that was asked for would spare a redirect its look-up.
    agent: false,
    lookup: judgedLookup(publicOnly),
  };
  return new Promise((resolve, reject) => {
    send(url, options, resolve).on("error", reject).end();
  });
}

/** Resolves a name as the system does, and fails when any of its addresses may not be asked. */
function judgedLookup(publicOnly: boolean): NonNullable<RequestOptions["lookup"]> {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const inside = error ? undefined : addresses.find(({ address }) => isForbidden(address, publicOnly));
      if (error) return callback(error, []);
      if (inside) return callback(new Error(forbidden(inside.address, publicOnly, hostname)), []);
      if (options.all) return callback(null, addresses);
      return callback(null, addresses[0].address, addresses[0].family);
    });
  };
}

function isForbidden(address: string, publicOnly: boolean): boolean {
  return publicOnly ? isPrivate(address) : check(LINK_LOCAL, address);
}

function forbidden(address: string, publicOnly: boolean, name?: string): string {
  const through = name === undefined ? "" : `${name}, which is `;
  return publicOnly
    ? `a redirect to ${through}the private address ${address}`
    : `${address}${name === undefined ? "" : ` (${name})`} is a link-local address, where a machine keeps its credentials and nobody data`;
}

/** Where clouds tell a machine its credentials: never asked, whoever names it. */
const LINK_LOCAL = new BlockList();
LINK_LOCAL.addSubnet("169.254.0.0", 16, "ipv4");
LINK_LOCAL.addAddress("100.100.100.200", "ipv4");
LINK_LOCAL.addSubnet("fe80::", 10, "ipv6");
LINK_LOCAL.addAddress("fd00:ec2::254", "ipv6");

const PRIVATE = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  PRIVATE.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::", 96],
  ["64:ff9b:1::", 48],
  ["2002::", 16],
  ["fec0::", 10],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
  ["64:ff9b::", 96],
] as const)
  PRIVATE.addSubnet(net, bits, "ipv6");

/** Loopback, link-local, private, multicast and the like; an IPv4 address written as IPv6 is judged as IPv4. */
export function isPrivate(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isPrivate(mapped);
  return check(PRIVATE, address);
}

function check(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

async function bodyOf(answer: IncomingMessage, ref: string, status: number): Promise<Buffer> {
  if (status < 200 || status > 299) {
    answer.destroy();
    throw unavailable(ref, `the server answered ${status}`, "check the address", "status");
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MOST_BYTES) throw tooLarge(ref);
  }
  return Buffer.concat(chunks);
}

function tooLarge(ref: string): Error {
  const remedy = "download it and name the file";
  const cause = `${ref}: more than ${MOST_BYTES >> 20} MB; ${remedy}`;
  return refusal("SchemaError", cause, { check: "download_size", required: `at most ${MOST_BYTES} bytes`, remedy });
}
