import type { Decompress } from "./codecs.ts";
import { decodeValidity } from "./levels.ts";
import type { Page } from "./page-list.ts";
import { countOnes } from "./page-rows.ts";

/** A page taken apart. */
export interface PageData {
  /** Decompressed bytes, where the values start in them, and how many values are stored. */
  bytes: Uint8Array;
  at: number;
  count: number;
  valid: Uint8Array | null;
}

/** Decompresses a page and decodes its definition levels. Throws when it is damaged. */
export function splitPage(page: Page, body: Uint8Array, optional: boolean, decompress: Decompress): PageData {
  return page.v2 ? splitV2(page, page.v2, body, optional, decompress) : splitV1(page, body, optional, decompress);
}

/** Data page v1: everything is compressed; levels lead, after their length. */
function splitV1(page: Page, body: Uint8Array, optional: boolean, decompress: Decompress): PageData {
  const bytes = decompress(body, page.uncompressed);
  if (!optional) return { bytes, at: 0, count: page.values, valid: null };
  if (bytes.length < 4) throw new Error("a page is too short for its levels");
  const end = 4 + ((bytes[0] | (bytes[1] << 8) | (bytes[2] << 16) | (bytes[3] << 24)) >>> 0);
  if (end > bytes.length) throw new Error("the levels of a page reach beyond it");
  const valid = decodeValidity(bytes, 4, end, page.values);
  return { bytes, at: end, count: valid ? countOnes(valid, 0, valid.length) : page.values, valid };
}

/** Data page v2: levels lie in front, never compressed, and values only perhaps. */
function splitV2(
  page: Page,
  v2: NonNullable<Page["v2"]>,
  body: Uint8Array,
  optional: boolean,
  decompress: Decompress,
): PageData {
  const start = v2.repetition + v2.levels;
  const valid = optional ? decodeValidity(body, v2.repetition, start, page.values) : null;
  const count = valid ? countOnes(valid, 0, valid.length) : page.values;
  const stored = body.subarray(start);
  const bytes = v2.compressed ? decompress(stored, page.uncompressed - start) : stored;
  return { bytes, at: 0, count, valid };
}
