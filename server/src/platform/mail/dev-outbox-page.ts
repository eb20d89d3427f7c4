import { escapeHtml } from './placeholder.ts';
import type { OutboxEntry, OutboxMessage } from './outbox.ts';

// A page for developers: plain HTML in English, no script.

const style = `
:root{color-scheme:light dark;font:14px/20px system-ui,sans-serif}
body{max-width:1080px;margin:0 auto;padding:24px 16px}
h1{font-size:20px;line-height:28px;margin:0 0 4px}
p{margin:0 0 16px}
form{display:flex;gap:8px;margin-bottom:16px}
input,button{font:inherit;padding:6px 12px;border-radius:8px;border:1px solid #8a857c;background:transparent;color:inherit}
input{min-width:min(320px,60vw)}
table{width:100%;border-collapse:collapse}
th,td{text-align:start;padding:10px 12px 10px 0;border-bottom:1px solid #8a857c55;vertical-align:top;overflow-wrap:anywhere}
a{color:light-dark(#0f766e,#5fd0c2)}
iframe{width:100%;height:720px;border:1px solid #8a857c55;border-radius:8px;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #8a857c55;border-radius:8px;padding:16px;font:13px/20px ui-monospace,monospace}
h2{font-size:16px;margin:24px 0 8px}
`;

interface ListModel {
  readonly entries: readonly OutboxEntry[];
  readonly total: number;
  readonly search: string;
  readonly next: string | undefined;
  readonly nonce: string;
}

/** The list of kept messages, newest first. */
export function outboxListPage({ entries, total, search, next, nonce }: ListModel): string {
  const rows = entries.map(
    ({ id, subject, to, receivedAt }) =>
      `<tr><td><a href="/dev/outbox/${id}">${escapeHtml(to)}</a></td><td>${escapeHtml(subject)}</td><td>${receivedAt.toISOString().slice(0, 19).replace('T', ' ')} UTC</td></tr>`,
  );
  const more =
    next && `<p><a href="/dev/outbox?${new URLSearchParams({ search, after: next })}">Older messages</a></p>`;
  const table = `<table><thead><tr><th scope="col">To</th><th scope="col">Subject</th><th scope="col">Received</th></tr></thead><tbody>${rows.join('')}</tbody></table>${more ?? ''}`;
  return page(
    'Outbox',
    nonce,
    `<h1>Outbox</h1>
<p>${total} messages that Escuta sent by SMTP to the server on this machine.</p>
<form action="/dev/outbox"><input type="search" name="search" value="${escapeHtml(search)}" aria-label="Search by address or subject" placeholder="Address or subject"><button>Search</button></form>
${rows.length > 0 ? table : '<p>No message here. Send a survey, then reload.</p>'}`,
  );
}

/** One message as its receiver would see it: HTML, text, headers. */
export function outboxMessagePage({ message, nonce }: { message: OutboxMessage; nonce: string }): string {
  const headers = message.headers.map(
    ({ name, value }) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return page(
    message.subject,
    nonce,
    `<p><a href="/dev/outbox">All messages</a></p>
<h1>${escapeHtml(message.subject)}</h1>
<p>To ${escapeHtml(message.to)} · <a href="/dev/outbox/${message.id}/raw">Source</a></p>
<h2>HTML</h2>
<iframe title="The message in HTML" src="/dev/outbox/${message.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>
<h2>Text</h2>
<pre tabindex="0">${escapeHtml(message.text ?? '(no text part)')}</pre>
<h2>Headers</h2>
<table><tbody>${headers.join('')}</tbody></table>`,
  );
}

/** The message's own HTML, with links that leave the frame. */
export function framedMessage(message: OutboxMessage): string {
  return (message.html ?? '<p>(no HTML part)</p>').replace(/<head[^>]*>|^/i, (head) => `${head}<base target="_blank">`);
}

function page(title: string, nonce: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style></head><body><main>${body}</main></body></html>`;
}
