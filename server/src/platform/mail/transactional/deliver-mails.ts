import { sql } from 'kysely';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { openSealed } from '#platform/crypto/sealed-text.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { Repetition } from '#platform/jobs/repeat.ts';
import type { SmtpOutcome } from '#platform/mail/smtp-outcome.ts';
import type { SmtpPool } from '#platform/mail/smtp-pool.ts';
import { sealOf } from './sealed-mail.ts';
import type { SealedMail } from './sealed-mail.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'log' | 'config'>;
type Delivery = 'sent' | 'again' | 'given_up';

const pollMs = 500;
const claimedMax = 20;
/** Longer than the mail server may take for one message. */
const leaseMs = 5 * 60_000;
const firstPauseMs = 5_000;
const longestPauseMs = 5 * 60_000;
const responseLengthMax = 500;
const senderName = 'Escuta';

/** Sends queued mails until stopped. A mail that a dead worker held is tried again: twice the same code harms nobody. */
export function startMailDelivery(context: Deps, pool: SmtpPool): Repetition {
  return repeat(pollMs, context.log, () => deliverMails(context, pool));
}

/** Sends the mails whose time has come, and answers whether there may be more. */
export async function deliverMails(context: Deps, pool: SmtpPool): Promise<boolean> {
  const claimed = await claim(context);
  await Promise.all(claimed.map((mail) => deliver(context, pool, mail)));
  return claimed.length === claimedMax;
}

interface ClaimedMail {
  readonly id: string;
  readonly sealed: Buffer;
  readonly attempts: number;
  readonly expires_at: Date;
}

function claim({ database, clock }: Deps): Promise<ClaimedMail[]> {
  const now = clock.now();
  return database.withSystem(async (tx) => {
    // What another worker has just taken is seen by the second look at its lease, after waiting for its commit.
    const isFree = sql`(leased_until IS NULL OR leased_until <= ${now})`;
    const { rows } = await sql<ClaimedMail>`
      UPDATE queued_mails SET leased_until = ${new Date(now.getTime() + leaseMs)}, attempts = attempts + 1
      WHERE ${isFree} AND id IN (
        SELECT id FROM queued_mails
        WHERE sealed IS NOT NULL AND ready_at <= ${now} AND ${isFree}
        ORDER BY ready_at LIMIT ${claimedMax}
      )
      RETURNING id, sealed, attempts, expires_at
    `.execute(tx);
    return rows;
  });
}

async function deliver(context: Deps, pool: SmtpPool, mail: ClaimedMail): Promise<void> {
  const { clock, log } = context;
  if (mail.expires_at <= clock.now()) return settle(context, mail, 'given_up', 'expired');
  try {
    const outcome = await send(context, pool, mail);
    const delivery = deliveryOf(outcome);
    if (delivery !== 'sent') log.warn({ mailId: mail.id, attempts: mail.attempts, delivery }, 'a mail was not taken');
    await settle(context, mail, delivery, 'response' in outcome ? outcome.response : '');
  } catch (error) {
    log.error({ mailId: mail.id, err: error }, 'a mail could not be sent');
    await settle(context, mail, 'again', 'not sent');
  }
}

async function send({ secrets, config, clock }: Deps, pool: SmtpPool, { id, sealed }: ClaimedMail) {
  const { to, ...content } = JSON.parse(openSealed(secrets, sealOf(id), sealed)) as SealedMail;
  const from = config.mailFrom;
  const message = new MailComposer({
    from: { name: senderName, address: from },
    to,
    ...content,
    date: clock.now(),
    messageId: `<${id}@${from.split('@')[1]}>`,
    // No out-of-office reply follows (RFC 3834).
    headers: { 'auto-submitted': 'auto-generated' },
  });
  return pool.send({ from, to }, await message.compile().build());
}

function deliveryOf({ kind }: SmtpOutcome): Delivery {
  if (kind === 'accepted') return 'sent';
  return kind === 'rejected' ? 'given_up' : 'again';
}

function settle(
  { database, clock }: Deps,
  { id, attempts }: ClaimedMail,
  delivery: Delivery,
  response: string,
): Promise<void> {
  const now = clock.now();
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1));
  const states = {
    sent: { sent_at: now, sealed: null },
    again: { ready_at: new Date(now.getTime() + pauseMs) },
    given_up: { given_up_at: now, sealed: null },
  };
  return database.withSystem(async (tx) => {
    await tx
      .updateTable('queued_mails')
      .set({ ...states[delivery], leased_until: null, response: response.slice(0, responseLengthMax) })
      .where('id', '=', id)
      .execute();
  });
}
