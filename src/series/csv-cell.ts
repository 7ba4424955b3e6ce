/** A cell of a CSV (RFC 4180): quoted when it holds a comma, a quote or a line end, or starts or ends with a blank. */
export function csvCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
