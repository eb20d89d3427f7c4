import { escapeHtml } from './placeholder.ts';

/** Blank characters after the preheader keep the mailbox from filling its line with the body's first words. */
const FILLER = '&#847;&zwnj;&nbsp;'.repeat(60);
const HIDDEN =
  'display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all';

/** Puts a preheader (plain text, placeholders allowed) hidden at the beginning of the body; none leaves html as is. */
export function insertPreheader(html: string, preheader: string | undefined): string {
  if (!preheader) return html;
  const block = `<div style="${HIDDEN}">${escapeHtml(preheader)}${FILLER}</div>`;
  const body = /<body[^>]*>/i.exec(html);
  if (!body) return block + html;
  const start = body.index + body[0].length;
  return html.slice(0, start) + block + html.slice(start);
}
