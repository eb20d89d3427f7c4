import type { DevMailboxMessage, DevMailboxPage } from './dev-mailbox.ts';
import { escapeHtml } from './placeholder.ts';

/** A page of ours around what messages hold: every word of theirs is escaped, their HTML stays in its own frame. */

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; }
  h1 { font-size: 1.4rem; } table { border-collapse: collapse; width: 100%; }
  th, td { text-align: start; padding: .5rem .75rem .5rem 0; border-block-end: 1px solid #8884; vertical-align: top; overflow-wrap: anywhere; }
  form, nav { display: flex; gap: .75rem; margin-block: 1rem; align-items: center; flex-wrap: wrap; }
  input, button { font: inherit; padding: .35rem .6rem; } input { min-width: 16rem; }
  iframe { width: 100%; height: 46rem; border: 1px solid #8884; background: #fff; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid #8884; padding: 1rem; }
  time { white-space: nowrap; }`;

export interface DevMailboxQuery {
  readonly to: string;
}

/** The list of messages, newest first. */
export function devMailboxListPage({ entries, next }: DevMailboxPage, { to }: DevMailboxQuery, nonce: string): string {
  const rows = entries.map(
    (entry) => `<tr>
      <td><time datetime="${entry.receivedAt.toISOString()}">${timeOf(entry.receivedAt)}</time></td>
      <td>${escapeHtml(entry.to)}</td>
      <td><a href="/dev/mailbox/${entry.id}">${escapeHtml(entry.subject || '(no subject)')}</a></td>
    </tr>`,
  );
  const more = next
    ? `<nav><a href="/dev/mailbox?${new URLSearchParams({ to, after: next }).toString().replaceAll('&', '&amp;')}">Older messages</a></nav>`
    : '';
  return page(
    'Mailbox',
    nonce,
    `<h1>Mailbox</h1>
    <p>Every e-mail and every text message that this development server has sent. Nothing leaves this machine.</p>
    <form method="get" action="/dev/mailbox"><label for="to">To</label><input id="to" name="to" type="search" value="${escapeHtml(to)}" placeholder="any part of the address"><button>Search</button></form>
    ${rows.length > 0 ? `<table><thead><tr><th scope="col">Time (UTC)</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>` : '<p>No messages.</p>'}
    ${more}`,
  );
}

/** One message: as the receiver sees it, as plain text, or its headers. */
export function devMailboxMessagePage(
  message: DevMailboxMessage,
  view: 'html' | 'text' | 'headers',
  nonce: string,
): string {
  const tab = (name: typeof view, label: string) =>
    `<a href="/dev/mailbox/${message.id}?view=${name}"${name === view ? ' aria-current="page"' : ''}>${label}</a>`;
  return page(
    message.subject || '(no subject)',
    nonce,
    `<nav><a href="/dev/mailbox">Mailbox</a></nav>
    <h1>${escapeHtml(message.subject || '(no subject)')}</h1>
    <p>From ${escapeHtml(message.from)} to ${escapeHtml(message.to)}, <time datetime="${message.receivedAt.toISOString()}">${timeOf(message.receivedAt)} UTC</time></p>
    <nav aria-label="Views">${tab('html', 'HTML')} ${tab('text', 'Text')} ${tab('headers', 'Headers')} <a href="/dev/mailbox/${message.id}/raw" download>Download</a></nav>
    ${contentOf(message, view)}`,
  );
}

/** The message's own HTML as a document for the frame; its links open outside of it. */
export function messageDocument({ html, text }: DevMailboxMessage): string {
  const document = html ?? `<pre>${escapeHtml(text ?? '')}</pre>`;
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(document)
    ? document.replace(/<head[^>]*>/i, (head) => `${head}${base}`)
    : `${base}${document}`;
}

function contentOf(message: DevMailboxMessage, view: 'html' | 'text' | 'headers'): string {
  if (view === 'text') return `<pre>${escapeHtml(message.text ?? '')}</pre>`;
  if (view === 'headers') {
    const rows = message.headers.map(
      ({ name, value }) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
    );
    return `<table><tbody>${rows.join('')}</tbody></table>`;
  }
  return `<iframe title="Message" src="/dev/mailbox/${message.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>`;
}

function page(title: string, nonce: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style></head>
<body>${body}</body></html>`;
}

function timeOf(instant: Date): string {
  return instant.toISOString().slice(0, 19).replace('T', ' ');
}
