import { Refusal, refusal } from "../../contract/outcome.ts";

const READING = / --(sep|time-column|decimal|timestamp-format|na|tz|frequency|as)\b/;

/**
 * What came of opening data for a command without options of reading: a refusal that advises one (`--sep ';'`) then says
 * whose option it is; anything else is given back as it is.
 */
export function sayingWhereOptionsGo(ref: string | null, error: unknown): unknown {
  if (!(error instanceof Refusal) || ref === null) return error;
  if (!READING.test(error.message) || /liquet data /.test(error.message)) return error;
  const where = `that is an option of 'liquet data load ${ref}', and the handle it gives goes in place of the file`;
  const remedy = `${error.details.remedy}: ${where}`;
  return refusal(error.name, `${error.message}: ${where}`, { ...error.details, remedy });
}
