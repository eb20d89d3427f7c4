import { textField } from '#platform/mail/header-field.ts';
import type { ReceivedMessage } from '#platform/mail/loopback-server.ts';
import type { ReceivedSms } from './loopback-provider.ts';

const subjectMax = 70;

/** A text message as the development mailbox keeps it: a message of plain text whose envelope holds the two numbers. */
export function smsAsMail({ id, to, from, text, receivedAt }: ReceivedSms): ReceivedMessage {
  const subject = text.length > subjectMax ? `${text.slice(0, subjectMax)}…` : text;
  const head = [
    textField('Subject', `SMS: ${subject}`),
    `Date: ${receivedAt.toUTCString().replace('GMT', '+0000')}\r\n`,
    textField('X-SMS-Id', id),
    'MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n',
  ].join('');
  return { from, to: [to], raw: Buffer.from(`${head}\r\n${text.replace(/\r?\n/g, '\r\n')}\r\n`), receivedAt };
}
