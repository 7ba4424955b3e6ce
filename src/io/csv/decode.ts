import { isUtf8 } from "node:buffer";
import { BadCall, refusal } from "../../contract/outcome.ts";

/** Spellings that other tools use, beside the labels of the WHATWG Encoding Standard. */
const ALIASES: Record<string, string> = {
  "latin-1": "latin1",
  utf_8: "utf-8",
  "utf-8-sig": "utf-8",
  cp932: "shift_jis",
  cp936: "gbk",
  cp949: "euc-kr",
  cp950: "big5",
};

/** The name of an encoding as the platform decodes it (latin1 is read as its superset windows-1252). BadCall when unknown. */
export function findEncoding(name: string): string {
  const asked = name.trim().toLowerCase();
  try {
    return new TextDecoder(ALIASES[asked] ?? asked, { fatal: true }).encoding;
  } catch {
    throw new BadCall(`encoding: '${name}' is not a known encoding; use one such as utf-8, latin1, cp1252 or utf-16le`);
  }
}

/**
 * Turns the bytes of a file into UTF-8. UTF-8 itself is passed through unchecked (see `checkUtf8`), its byte-order mark
 * too; other encodings are decoded, and a byte that is none of theirs refuses SchemaError with its offset.
 */
export async function* toUtf8(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string,
  label: string,
): AsyncGenerator<Uint8Array> {
  const decoder = encoding === "utf-8" ? null : new TextDecoder(encoding, { fatal: true });
  let offset = 0;
  for await (const chunk of chunks) {
    if (decoder) yield Buffer.from(decode(decoder, chunk, offset, encoding, label), "utf8");
    else yield chunk;
    offset += chunk.length;
  }
  if (decoder) yield Buffer.from(decode(decoder, null, offset, encoding, label), "utf8");
}

type Decoder = InstanceType<typeof TextDecoder>;

function decode(decoder: Decoder, chunk: Uint8Array | null, offset: number, encoding: string, label: string): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    const at = chunk ? firstUndecodable(chunk, encoding) : -1;
    throw badByte(chunk && at >= 0 ? chunk[at] : null, offset + Math.max(at, 0), encoding, label);
  }
}

/** Where the first character that cannot be decoded starts; a chunk is few enough bytes to try one by one. */
function firstUndecodable(chunk: Uint8Array, encoding: string): number {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  let character = 0;
  for (let i = 0; i < chunk.length; i++) {
    try {
      if (decoder.decode(chunk.subarray(i, i + 1), { stream: true }) !== "") character = i + 1;
    } catch {
      return character;
    }
  }
  return -1;
}

/** Refuses SchemaError when whole lines are not UTF-8; `offset` is where they begin in the file. */
export function checkUtf8(lines: Uint8Array, offset: number, label: string): void {
  if (isUtf8(lines)) return;
  const at = firstUndecodable(lines, "utf-8");
  // -1: the text ends inside a character.
  throw badByte(at < 0 ? null : lines[at], offset + (at < 0 ? lines.length : at), "utf-8", label);
}

function badByte(byte: number | null, offset: number, encoding: string, label: string): Error {
  const what = byte === null ? "the end of the text" : `byte 0x${byte.toString(16).padStart(2, "0").toUpperCase()}`;
  const wide = byte !== null && byte >= 0xfe && offset < 2 ? " (a UTF-16 mark: try --encoding utf-16le)" : "";
  const remedy = "name the encoding it was written in with --encoding, such as latin1 or cp1252";
  return refusal("SchemaError", `${label}: ${what} at offset ${offset} is not ${encoding}${wide}; ${remedy}`, {
    check: "encoding",
    file: label,
    byte,
    offset,
    observed: what,
    required: encoding,
    remedy,
  });
}
