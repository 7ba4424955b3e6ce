import { refusal } from "../../contract/outcome.ts";

/** Whole lines of a text, and where they begin in its UTF-8 bytes. */
export interface Block {
  bytes: Uint8Array;
  offset: number;
}

const [LF, CR] = [10, 13];
/** No table has a longer line; a text without line ends must not fill the memory. */
const LONGEST_LINE = 1 << 26;

/** Cuts a stream of bytes at line ends. The last block may lack its line end. */
export async function* lineBlocks(chunks: AsyncIterable<Uint8Array>, label: string): AsyncGenerator<Block> {
  let rest: Uint8Array[] = [];
  let held = 0;
  let offset = 0;
  for await (const chunk of chunks) {
    const cut = lastLineEnd(chunk);
    if (cut === 0) {
      rest.push(chunk);
      held += chunk.length;
      if (held > LONGEST_LINE) throw tooLong(label, offset);
      continue;
    }
    const bytes = held === 0 ? chunk.subarray(0, cut) : Buffer.concat([...rest, chunk.subarray(0, cut)]);
    yield { bytes, offset };
    offset += bytes.length;
    rest = cut < chunk.length ? [chunk.subarray(cut)] : [];
    held = chunk.length - cut;
  }
  if (held > 0) yield { bytes: Buffer.concat(rest), offset };
}

/** One past the last line end of a chunk, or 0. A CR that ends the chunk may be half of CR LF: not counted. */
function lastLineEnd(chunk: Uint8Array): number {
  const lf = chunk.lastIndexOf(LF);
  if (lf >= 0) return lf + 1;
  return chunk.length < 2 ? 0 : chunk.lastIndexOf(CR, -2) + 1;
}

function tooLong(label: string, offset: number): Error {
  const remedy = "check that this is a CSV file";
  return refusal(
    "SchemaError",
    `${label}: the line at byte ${offset} is longer than ${LONGEST_LINE >> 20} MB; ${remedy}`,
    {
      check: "line_length",
      file: label,
      offset,
      required: `at most ${LONGEST_LINE} bytes`,
      remedy,
    },
  );
}
