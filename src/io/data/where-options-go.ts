import { Refusal, refusal } from "../../contract/outcome.ts";
import type { RefusalName } from "../../contract/refusals.ts";

/**
 * Runs what opens data for a command without options of reading: a refusal that advises one (`--sep ';'`) then says
 * whose option it is.
 */
export async function sayingWhereOptionsGo<T>(ref: string | null, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof Refusal) || ref === null) throw error;
    if (
      !/ --(sep|time-column|decimal|timestamp-format|na|tz|frequency|as)\b/.test(error.message) ||
      /liquet data /.test(error.message)
    )
      throw error;
    const where = `that is an option of 'liquet data load ${ref}', and the handle it gives goes in place of the file`;
    throw refusal(error.name as RefusalName, `${error.message}: ${where}`, {
      ...error.details,
      remedy: `${error.details.remedy}: ${where}`,
    });
  }
}
