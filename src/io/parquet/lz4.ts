/**
 * Decompresses one LZ4 block into `out` from `at`; returns where it ends. Throws when the block is malformed or
 * overflows. Source: LZ4 block format description, version 1.6.
 */
export function lz4Block(bytes: Uint8Array, out: Uint8Array, at: number): number {
  let from = 0;
  let to = at;
  while (from < bytes.length) {
    const token = bytes[from++];
    let literals = token >> 4;
    if (literals === 15) [literals, from] = longLength(bytes, from, literals);
    if (from + literals > bytes.length || to + literals > out.length) throw new Error("an LZ4 block overflows");
    out.set(bytes.subarray(from, from + literals), to);
    from += literals;
    to += literals;
    if (from === bytes.length) break;
    const distance = bytes[from] | (bytes[from + 1] << 8);
    from += 2;
    let length = token & 15;
    if (length === 15) [length, from] = longLength(bytes, from, length);
    to = copyBack(out, to, distance, length + 4);
  }
  return to;
}

/**
 * Decompresses the framing that Hadoop writes under the name LZ4: blocks led by their two lengths, big-endian. Throws
 * when the bytes are not framed like that.
 */
export function lz4Hadoop(bytes: Uint8Array, out: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let from = 0;
  let to = 0;
  while (from < bytes.length) {
    const [uncompressed, compressed] = [view.getUint32(from), view.getUint32(from + 4)];
    from += 8;
    if (from + compressed > bytes.length) throw new Error("an LZ4 frame is cut short");
    const end = lz4Block(bytes.subarray(from, from + compressed), out, to);
    if (end - to !== uncompressed) throw new Error("an LZ4 frame has the wrong length");
    from += compressed;
    to = end;
  }
  return to;
}

/** A length of 15 or more goes on in further bytes until one is below 255. */
function longLength(bytes: Uint8Array, from: number, start: number): [number, number] {
  let length = start;
  let at = from;
  while (bytes[at] === 255) {
    length += 255;
    at++;
  }
  if (at >= bytes.length) throw new Error("an LZ4 block is cut short");
  return [length + bytes[at], at + 1];
}

/** Copies from what is already written; when the distance is shorter than the length, the copy repeats itself. */
function copyBack(out: Uint8Array, to: number, distance: number, length: number): number {
  const end = to + length;
  if (!(distance >= 1 && distance <= to) || end > out.length) throw new Error("an LZ4 block points outside");
  if (distance >= length) out.copyWithin(to, to - distance, end - distance);
  else for (let i = to; i < end; i++) out[i] = out[i - distance];
  return end;
}
