/**
 * A cell of a CSV file that a spreadsheet shows as it is and never runs: what could begin a formula gets an apostrophe in
 * front (OWASP, CSV injection: = + - @ tab and carriage return, and their full-width forms), and quotes follow RFC 4180.
 */
export function safeCell(cell: string, delimiter: string): string {
  const plain = /^[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell;
  const needsQuotes = /["\r\n]/.test(plain) || plain.includes(delimiter) || plain !== plain.trim();
  return needsQuotes ? `"${plain.replaceAll('"', '""')}"` : plain;
}
