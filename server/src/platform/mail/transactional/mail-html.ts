import { createElement as h } from 'react';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { MailBlock, MailContent } from './mail-content.ts';

const font = "Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const columnWidth = 560;
const brand = '#0f766e';
const brandOnDark = '#2dd4bf';
const layoutTable = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, width: '100%' };
/** A mailbox fills its line with what follows a short preview; these invisible signs stand there instead. */
const previewPadding = '͏ ‌ '.repeat(60);

/** NOTE: only `!important` beats the inline styles that mail programs without style blocks need. */
const styles = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  `@media (prefers-color-scheme:dark){${darkRules('')}}`,
  // The Outlook apps' own dark mode.
  darkRules('[data-ogsc] '),
  '@media (max-width:480px){.gutter{padding:12px 8px!important}.card{padding:24px 20px!important}}',
].join('');

function darkRules(prefix: string): string {
  return [
    `${prefix}.ground{background-color:#0c0a09!important}`,
    `${prefix}.card{background-color:#1c1917!important;border-color:#44403c!important}`,
    `${prefix}.ink{color:#fafaf9!important}`,
    `${prefix}.quiet{color:#d6d3d1!important}`,
    `${prefix}.mark{color:${brandOnDark}!important}`,
    `${prefix}.code{background-color:#292524!important;color:#fafaf9!important}`,
  ].join('');
}

/** The html of a mail: tables and inline styles, which every mail program understands; no pictures. */
export function mailHtml(content: MailContent): string {
  return `<!doctype html>${renderToStaticMarkup(document(content))}`;
}

function document({ language, subject, preview, title, blocks, footer }: MailContent): ReactElement {
  const hidden = { display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 };
  return h(
    'html',
    { lang: language === 'pt' ? 'pt-BR' : language },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' }),
      h('title', null, subject),
      // Ours alone: nothing of a reader's stands in it.
      h('style', { dangerouslySetInnerHTML: { __html: styles } }),
    ),
    h(
      'body',
      { className: 'ground', style: { margin: 0, padding: 0, backgroundColor: '#f5f5f4' } },
      h('div', { style: hidden }, preview, previewPadding),
      centred(
        cell({ className: 'quiet mark', style: { padding: '0 4px 16px', ...wordMark } }, 'Escuta'),
        cell(
          { className: 'card', style: cardStyle },
          h('h1', { className: 'ink', style: titleStyle }, title),
          ...blocks.map((block, at) => h('div', { key: at }, blockOf(block))),
        ),
        cell({ className: 'quiet', style: footStyle }, footer),
      ),
    ),
  );
}

function centred(...rows: ReactElement[]): ReactElement {
  return h(
    'table',
    { ...layoutTable, className: 'ground' },
    h(
      'tbody',
      null,
      h(
        'tr',
        null,
        h(
          'td',
          { className: 'gutter', align: 'center', style: { padding: '32px 16px' } },
          h(
            'table',
            { ...layoutTable, style: { maxWidth: columnWidth, borderCollapse: 'separate' } },
            h('tbody', null, ...rows.map((row, at) => h('tr', { key: at }, row))),
          ),
        ),
      ),
    ),
  );
}

function cell(attributes: object, ...children: (ReactElement | string)[]): ReactElement {
  return h('td', attributes, ...children);
}

function blockOf(block: MailBlock): ReactElement {
  if ('text' in block) return h('p', { className: 'ink', style: textStyle }, block.text);
  if ('code' in block) return h('p', { className: 'code', style: codeStyle }, block.code);
  if ('facts' in block) return factsOf(block.facts);
  const { label, url } = block.button;
  return h(
    'div',
    null,
    h('p', { style: { margin: '24px 0 16px' } }, h('a', { href: url, style: buttonStyle }, label)),
    h('p', { className: 'quiet', style: { ...footText, margin: '0 0 16px', wordBreak: 'break-all' } }, url),
  );
}

function factsOf(facts: readonly (readonly [string, string])[]): ReactElement {
  return h(
    'table',
    { ...layoutTable, style: { margin: '0 0 16px', tableLayout: 'fixed' } },
    h(
      'tbody',
      null,
      ...facts.map(([name, value]) =>
        h(
          'tr',
          { key: name },
          h('td', { className: 'quiet', style: { ...footText, padding: '4px 16px 4px 0', width: '35%' } }, name),
          h(
            'td',
            { className: 'ink', style: { ...textStyle, margin: 0, padding: '4px 0', wordBreak: 'break-word' } },
            value,
          ),
        ),
      ),
    ),
  );
}

const wordMark = { fontFamily: font, fontSize: 18, lineHeight: '24px', fontWeight: 700, color: brand };
const cardStyle = { padding: 32, backgroundColor: '#ffffff', border: '1px solid #e7e5e4', borderRadius: 12 };
const titleStyle = {
  margin: '0 0 16px',
  fontFamily: font,
  fontSize: 22,
  lineHeight: '30px',
  fontWeight: 600,
  color: '#1c1917',
};
const textStyle = { margin: '0 0 16px', fontFamily: font, fontSize: 16, lineHeight: '24px', color: '#1c1917' };
const codeStyle = {
  margin: '8px 0 24px',
  // As much at the left as the last digit has behind it: the digits stand in the middle.
  padding: '16px 0 16px 10px',
  borderRadius: 8,
  backgroundColor: '#f5f5f4',
  fontFamily: "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace",
  fontSize: 32,
  lineHeight: '40px',
  fontWeight: 600,
  letterSpacing: 10,
  textAlign: 'center',
  color: '#1c1917',
} as const;
const buttonStyle = {
  display: 'inline-block',
  padding: '12px 24px',
  borderRadius: 8,
  backgroundColor: brand,
  fontFamily: font,
  fontSize: 16,
  lineHeight: '24px',
  fontWeight: 600,
  color: '#ffffff',
  textDecoration: 'none',
};
const footText = { fontFamily: font, fontSize: 13, lineHeight: '20px', color: '#57534e' };
const footStyle = { ...footText, padding: '20px 4px 0' };
