import type { IncomingMessage } from "node:http";
import { Problem } from "./problem.ts";

const TOO_LARGE = (most: number) =>
  new Problem(413, `a request holds at most ${most} bytes; name large data by path or handle`);

/** Reads the JSON of a request of at most `most` bytes. Throws Problem 413 when it holds more, without reading it all. */
export async function readJsonBody(req: IncomingMessage, most: number): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(req.headers["content-type"] ?? ""))
    throw new Problem(415, "the content type must be application/json");
  const text = await readBody(req, most);
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, "the request is not JSON", {}, -32700);
  }
}

/** Reads the text of a request, in the same way. */
export async function readBody(req: IncomingMessage, most: number): Promise<string> {
  const { "content-encoding": encoding, "content-length": length } = req.headers;
  if (encoding !== undefined && encoding !== "identity") throw new Problem(415, "a compressed request is not taken");
  if (Number(length ?? 0) > most) throw TOO_LARGE(most);
  const parts: Buffer[] = [];
  let size = 0;
  // The socket outlives the loop, so that the answer gets out.
  for await (const part of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) throw TOO_LARGE(most);
    parts.push(part);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw new Problem(400, "the request is not UTF-8", {}, -32700);
  }
}
