import { randomBytes } from 'node:crypto';
import { createDkimSigner } from './dkim-signature.ts';
import type { DkimOptions } from './dkim-signature.ts';
import { cleanHeaderText, mailboxField, structuredField, textField } from './header-field.ts';
import type { Mailbox } from './header-field.ts';
import { htmlContexts } from './html-context.ts';
import { fillSlot, plainContext, safeUrl, splitTemplate } from './placeholder.ts';
import type { SlotContext, SplitTemplate } from './placeholder.ts';
import { messageBytes } from './message-bytes.ts';
import { insertPreheader } from './preheader.ts';
import { encodeQuotedPrintable, endWithSoftBreak } from './quoted-printable.ts';

/** Fields this file writes itself; a template that sets one would make two of them. */
const OWN_FIELDS = /^(from|to|cc|bcc|sender|reply-to|subject|date|message-id|mime-version|content-.*|dkim-signature)$/i;
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9-]{0,59}$/;

/** A message with `{{name}}` placeholders in its names, subject, preheader, html, text and header values. */
export interface MessageTemplate {
  from: Mailbox;
  replyTo?: Mailbox;
  subject: string;
  /** The line a mailbox shows beside the subject; put, hidden, at the beginning of the html body. */
  preheader?: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  dkim?: DkimOptions;
}

/** What differs from one recipient to the next. `messageId` is `<left@right>`; `headers` have no placeholders. */
export interface Recipient {
  to: Mailbox;
  messageId: string;
  date: Date;
  values: Record<string, string>;
  headers?: Record<string, string>;
}

export interface CompiledMessage {
  /** The names a recipient's `values` must have. */
  placeholders: ReadonlySet<string>;
  /**
   * A complete RFC 5322 message, ASCII with CRLF line ends: multipart/alternative in quoted-printable, DKIM-signed
   * if the template says so.
   * @throws MailAddressError for an address that cannot be put on the wire
   * @throws RangeError for a missing value, a malformed Message-ID, date or header
   */
  render(recipient: Recipient): Buffer;
}

/**
 * Encodes a template once, so that a message costs only its values: quoted-printable lets a soft line break stand
 * anywhere, so each literal and each value is encoded apart and they are joined by one.
 * @throws UnsafePlaceholderError for a placeholder in a place of the html where no value is safe
 * @throws MailAddressError, RangeError for a sender or a header that no message could have
 */
export function compileMessage(template: MessageTemplate): CompiledMessage {
  // NOTE: `=_` cannot occur in quoted-printable, so no body can contain the boundary (RFC 2045 §6.7).
  const boundary = `=_${randomBytes(12).toString('hex')}`;
  const fields = compileFields(template);
  const body = compileBody(template, boundary);
  const signDkim = template.dkim && createDkimSigner(template.dkim);
  const contentFields = `MIME-Version: 1.0\r\nContent-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n`;

  return {
    placeholders: new Set([...fields.flatMap((field) => field.names), ...body.slots.map((slot) => slot.name)]),
    render(recipient) {
      const header = [
        ...fields.map((field) => field.write(recipient.values)),
        mailboxField('To', recipient.to),
        `Date: ${formatDate(recipient.date)}\r\n`,
        `Message-ID: ${checkMessageId(recipient.messageId)}\r\n`,
        ...Object.entries(recipient.headers ?? {}).map(([name, value]) => customField(name, cleanHeaderText(value))),
      ];
      const content = renderBody(body, recipient.values);
      const signature = signDkim ? signDkim([...header, ...splitFields(contentFields)], content) : '';
      return messageBytes(`${signature}${header.join('')}${contentFields}\r\n${content}`);
    },
  };
}

interface CompiledField {
  names: string[];
  write: (values: Record<string, string>) => string;
}

function compileFields(template: MessageTemplate): CompiledField[] {
  const { from, replyTo, subject, headers = {} } = template;
  return [
    compileText(from.name ?? '', (name) => mailboxField('From', { name, address: from.address })),
    ...(replyTo ? [compileText(replyTo.name ?? '', (name) => mailboxField('Reply-To', { ...replyTo, name }))] : []),
    compileText(subject, (text) => textField('Subject', text)),
    ...Object.entries(headers).map(([name, value]) => compileCustomField(name, value)),
  ];
}

function compileText(template: string, write: (text: string) => string): CompiledField {
  const { literals, names } = splitTemplate(template);
  const fixed = write(template);
  if (names.length === 0) return { names, write: () => fixed };
  return { names, write: (values) => write(join(literals, (index) => valueOf(values, names[index]))) };
}

/** In a field with a grammar a value is an address or a part of one; in a free field it is text. */
function compileCustomField(name: string, template: string): CompiledField {
  const { literals, names } = splitTemplate(template);
  const isStructured = isStructuredField(name);
  const write = (values: Record<string, string>) => {
    const text = join(literals, (index) => {
      const value = valueOf(values, names[index]);
      if (plainContext(names[index] ?? '') === 'textUrl') return safeUrl(value);
      return isStructured ? encodeURIComponent(value.toWellFormed()) : cleanHeaderText(value);
    });
    return customField(name, text);
  };
  if (names.length > 0) {
    customField(name, literals.join('')); // a name that cannot be used is refused here rather than per message
    return { names, write };
  }
  const fixed = customField(name, template);
  return { names, write: () => fixed };
}

function customField(name: string, value: string): string {
  if (!FIELD_NAME.test(name) || OWN_FIELDS.test(name)) throw new RangeError(`The header ${name} cannot be set`);
  return isStructuredField(name) ? structuredField(name, value) : textField(name, value);
}

function isStructuredField(name: string): boolean {
  return /^(list-.*|auto-submitted|precedence|references|in-reply-to|feedback-id|return-path)$/i.test(name);
}

interface CompiledBody {
  /** Encoded pieces, one more than `order`, each ending where the next piece may begin. */
  pieces: string[];
  /** For each gap between pieces the index of its slot: a value used eleven times is encoded once. */
  order: number[];
  slots: { name: string; context: SlotContext }[];
}

function compileBody(template: MessageTemplate, boundary: string): CompiledBody {
  const partHead = (type: string) =>
    `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`;
  const body: CompiledBody = { pieces: [partHead('text/plain')], order: [], slots: [] };
  const text = splitTemplate(template.text);
  addPart(body, text, text.names.map(plainContext));
  appendToLast(body, partHead('text/html'));
  const html = splitTemplate(insertPreheader(template.html, template.preheader));
  addPart(body, html, htmlContexts(html));
  appendToLast(body, `--${boundary}--\r\n`);
  return body;
}

/**
 * The last line break of a part belongs to the delimiter after it. A part that ends with a value gets one of its
 * own before that, since the soft break after the value must not be the end of the part.
 */
function addPart(body: CompiledBody, { literals, names }: SplitTemplate, contexts: SlotContext[]): void {
  literals.forEach((literal, index) => {
    const encoded = encodeQuotedPrintable(literal);
    const isFinal = index === names.length;
    if (index > 0) body.pieces.push('');
    if (isFinal) return appendToLast(body, index > 0 && encoded === '' ? '\r\n\r\n' : `${encoded}\r\n`);
    appendToLast(body, endWithSoftBreak(encoded));
    const slot = { name: names[index] ?? '', context: contexts[index] ?? 'text' };
    const known = body.slots.findIndex((each) => each.name === slot.name && each.context === slot.context);
    body.order.push(known < 0 ? body.slots.push(slot) - 1 : known);
  });
}

function appendToLast(body: CompiledBody, text: string): void {
  body.pieces[body.pieces.length - 1] += text;
}

function renderBody({ pieces, order, slots }: CompiledBody, values: Record<string, string>): string {
  const filled = slots.map(({ name, context }) =>
    endWithSoftBreak(encodeQuotedPrintable(fillSlot(context, valueOf(values, name)))),
  );
  return join(pieces, (index) => filled[order[index] ?? 0] ?? '');
}

function join(literals: string[], between: (index: number) => string): string {
  let text = literals[0] ?? '';
  for (let index = 1; index < literals.length; index++) text += between(index - 1) + literals[index];
  return text;
}

function valueOf(values: Record<string, string>, name: string | undefined): string {
  const value = values[name ?? ''];
  if (typeof value !== 'string') throw new RangeError(`No value for the placeholder {{${name}}}`);
  return value;
}

/** RFC 5322 §3.3, always in UTC. */
function formatDate(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new RangeError('The date of a message is not a date');
  return date.toUTCString().replace('GMT', '+0000');
}

function checkMessageId(messageId: string): string {
  if (!/^<[!#-;=?A-Z^-~]{1,200}@[A-Za-z0-9.-]{1,255}>$/.test(messageId)) {
    throw new RangeError('A Message-ID has the form <left@right>');
  }
  return messageId;
}

function splitFields(fields: string): string[] {
  return fields.split(/(?<=\r\n)(?![ \t])/).filter((field) => field !== '');
}
