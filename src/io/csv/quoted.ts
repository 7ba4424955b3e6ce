import { CsvError, type Options, type Parser, parse } from "csv-parse";
import { refusal } from "../../contract/outcome.ts";
import { clip } from "../meta-fields.ts";

/**
 * Reads a text with quotes (RFC 4180) into records, a batch for each block that comes in. Empty lines are no records.
 * Refuses SchemaError where a quote is misplaced or never closed. `before` is the number of records read already.
 */
export async function* quotedRecords(
  blocks: AsyncIterable<Uint8Array>,
  separator: string,
  label: string,
  before: number,
): AsyncGenerator<string[][]> {
  const options: Options = {
    delimiter: separator,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 1 << 26,
  };
  const parser = parse(options);
  let records: string[][] = [];
  let count = before;
  parser.on("data", (record: string[]) => records.push(record));
  const failed = new Promise<never>((_, reject) => parser.once("error", reject));
  failed.catch(() => undefined);
  const take = () => {
    const batch = records;
    records = [];
    count += batch.length;
    return batch;
  };
  try {
    for await (const block of blocks) {
      await Promise.race([send(parser, block), failed]);
      if (records.length > 0) yield take();
    }
    await Promise.race([end(parser), failed]);
    if (records.length > 0) yield take();
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw misquoted(error, label, count + records.length);
  } finally {
    parser.destroy();
  }
}

function send(parser: Parser, block: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => parser.write(block, (error) => (error ? reject(error) : resolve())));
}

function end(parser: Parser): Promise<void> {
  return new Promise((resolve) => {
    parser.once("end", resolve);
    parser.end();
  });
}

function misquoted(error: CsvError, label: string, records: number): Error {
  const where = records === 0 ? "the header" : `data row ${records}`;
  const found =
    error.code === "CSV_QUOTE_NOT_CLOSED"
      ? `a quote opened in ${where} is never closed`
      : error.code === "CSV_MAX_RECORD_SIZE"
        ? `${where} is longer than 64 MB (a quote is not closed?)`
        : `a quote in ${where} is misplaced (${clip(error.message)})`;
  const remedy = 'write a quote inside a field twice ("") and quote the whole field';
  return refusal("SchemaError", `${label}: ${found}; ${remedy}`, {
    check: "quotes",
    file: label,
    row: records,
    observed: error.code,
    remedy,
  });
}
