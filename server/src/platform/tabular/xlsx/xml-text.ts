/** What a cell of a spreadsheet can hold, in units of UTF-16. */
export const cellTextMax = 32_767;

/** Signs of `_x0007_`, the form of a sign that XML cannot hold. */
const escapeLength = 7;
/** So long may a text of a cell be before it is unescaped. */
export const escapedTextMax = cellTextMax * escapeLength;

// What XML 1.0 cannot hold or would change (a carriage return), and an underscore that would read as the begin of an escape.
const toEscape =
  // oxlint-disable-next-line no-control-regex -- these are what it looks for
  /[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9a-f]{4}[_\x00-\x08\x0b-\x1f\ufffe\uffff])/gi;
const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as it stands in a cell: signs that XML cannot hold as `_x0007_` (ECMA-376-1 §22.9.2.19), half a pair replaced. */
export function escapedText(text: string): string {
  const held = text
    .toWellFormed()
    .replace(toEscape, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
  return escapedMarkup(held);
}

/** A text as it stands between tags or in an attribute. */
export function escapedMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => markup[sign] ?? '');
}

/** The text of a cell as it was before `_x0007_` stood in it. */
export function unescapedText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** A text that fits a cell: a longer one ends in an ellipsis, and never with half a sign. */
export function fittingText(text: string): string {
  if (text.length <= cellTextMax) return text;
  return `${text.slice(0, cellTextMax - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
