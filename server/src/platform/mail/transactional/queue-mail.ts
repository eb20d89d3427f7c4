import type { Secrets } from '#platform/crypto/secrets.ts';
import { seal } from '#platform/crypto/sealed-text.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { MailContent } from './mail-content.ts';
import { mailHtml } from './mail-html.ts';
import { mailPlainText } from './mail-plain-text.ts';
import { sealOf } from './sealed-mail.ts';
import type { SealedMail } from './sealed-mail.ts';

interface MailToQueue {
  /** An address as the product stores it. */
  readonly to: string;
  readonly content: MailContent;
  readonly now: Date;
  /** How long the mail is of use: it is tried until then. */
  readonly usefulMs: number;
  /** Of a mail that may be asked for twice, and is to be sent once: that of the fact behind it. */
  readonly id?: string;
}

/**
 * Writes a mail beside the rows that it speaks of, in a transaction across companies; a worker sends it after the commit, and
 * again until the mail server takes it. Answers the id by which `mailState` finds it.
 */
export async function queueMail(
  tx: Transaction,
  secrets: Secrets,
  { to, content, now, usefulMs, id = newId() }: MailToQueue,
): Promise<string> {
  const mail: SealedMail = { to, subject: content.subject, html: mailHtml(content), text: mailPlainText(content) };
  await tx
    .insertInto('queued_mails')
    .values({
      id,
      sealed: seal(secrets, sealOf(id), JSON.stringify(mail)),
      created_at: now,
      ready_at: now,
      expires_at: new Date(now.getTime() + usefulMs),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return id;
}

/** What became of a mail: `delayed` when the mail server has not taken it at the first try. */
export type MailState = 'waiting' | 'delayed' | 'sent' | 'given_up';

/** The state of a mail that `queueMail` wrote; undefined when it is forgotten. In a transaction across companies. */
export async function mailState(tx: Transaction, id: string): Promise<MailState | undefined> {
  const mail = await tx
    .selectFrom('queued_mails')
    .select(['sent_at', 'given_up_at', 'response'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!mail) return undefined;
  if (mail.sent_at) return 'sent';
  if (mail.given_up_at) return 'given_up';
  return mail.response === null ? 'waiting' : 'delayed';
}
