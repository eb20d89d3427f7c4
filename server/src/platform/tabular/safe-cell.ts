/** What may have to be changed or quoted. Most cells hold nothing of it, and one look tells. */
const maybeUnsafe = /["\r\n]|(?:^|[,;\t|:])[=+\-@＝＋－＠]|^[\s\0]|\s$/;

/** Where a spreadsheet may see the beginning of a cell: at its start, and behind whatever may part cells. */
const formulaStart = /(?<=^|[,;\t\r\n|:])(?=[=+\-@＝＋－＠])|^(?=[\t\r\n\0])/g;

/**
 * A cell of a CSV file that a spreadsheet shows as it is and never runs: what could begin a formula gets an apostrophe in
 * front (OWASP, CSV injection: = + - @ tab, NUL and line breaks, and their full-width forms), and quotes follow RFC 4180. A
 * spreadsheet of another country splits at another sign, and then a cell begins in the middle of ours.
 */
export function safeCell(cell: string, delimiter: string): string {
  if (!maybeUnsafe.test(cell) && !cell.includes(delimiter)) return cell;
  const plain = cell.replace(formulaStart, "'");
  const needsQuotes = /["\r\n]/.test(plain) || plain.includes(delimiter) || plain !== plain.trim();
  return needsQuotes ? `"${plain.replaceAll('"', '""')}"` : plain;
}
