import { isStoredEmail } from '@escuta/contract/email-address';
import { emailSigns, emailSilentAfterMonths } from '@escuta/contract/timeline';
import type { EmailSign, EmailStatus } from '@escuta/contract/timeline';
import type { AddressedMessage } from '#modules/sends/index.ts';

/** What is known of the e-mail that a contact has today. */
export interface EmailFacts {
  readonly email: string;
  /** Since when it is suppressed because messages came back; null where it is not. */
  readonly bouncedAt: Date | null;
  /** The newest message to it that says something of it; null where there is none. */
  readonly lastMessage: Pick<AddressedMessage, 'at' | 'outcome'> | null;
  /** When an answer to a message to it came last. */
  readonly answeredAt: Date | null;
}

interface Sign {
  readonly sign: EmailSign;
  readonly at: Date | null;
}

/**
 * The status of an e-mail, which follows its activity; null as long as nothing has come of it. What cannot receive mail is invalid,
 * whatever came before; of everything else the newest sign decides, and an answer or a delivery only for `emailSilentAfterMonths`.
 */
export function emailStatusOf(facts: EmailFacts, now: Date): EmailStatus | null {
  const found = unreachable(facts) ?? newestSign(facts, now);
  return found && { status: emailSigns[found.sign], sign: found.sign, at: found.at?.toISOString() ?? null };
}

function unreachable({ email, bouncedAt }: EmailFacts): Sign | null {
  if (!isStoredEmail(email)) return { sign: 'malformed', at: null };
  return bouncedAt && { sign: 'bounced', at: bouncedAt };
}

function newestSign({ lastMessage, answeredAt }: EmailFacts, now: Date): Sign | null {
  if (answeredAt && !(lastMessage && lastMessage.at > answeredAt)) return signOfLife('answered', answeredAt, now);
  if (!lastMessage) return null;
  const { outcome, at } = lastMessage;
  return outcome === 'delivered' ? signOfLife(outcome, at, now) : { sign: outcome, at };
}

function signOfLife(sign: 'answered' | 'delivered', at: Date, now: Date): Sign {
  return { sign: at < monthsBefore(now, emailSilentAfterMonths) ? 'silent' : sign, at };
}

/** The same time of the day in UTC so many months before; on the last day of a month that has no such day. */
function monthsBefore(instant: Date, months: number): Date {
  const earlier = new Date(instant);
  earlier.setUTCMonth(earlier.getUTCMonth() - months);
  // Day 0 is the last one of the month before, into the next of which the day has run.
  if (earlier.getUTCDate() !== instant.getUTCDate()) earlier.setUTCDate(0);
  return earlier;
}
