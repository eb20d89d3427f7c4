import type { SmtpOutcome } from '#platform/mail/smtp-outcome.ts';
import type { SmtpPool } from '#platform/mail/smtp-pool.ts';
import type { Outcome, Transport } from '../channel.ts';
import type { EmailMessage } from './invitation-message.ts';

/** Delivers e-mails over a pool of connections to one mail server. */
export function emailTransport(pool: SmtpPool): Transport<EmailMessage> {
  return {
    connectionsMax: pool.connectionsMax,
    async deliver({ from, to, bytes }, mayLeave) {
      return outcomeOf(await pool.send({ from, to }, bytes, mayLeave));
    },
    close: (graceMs) => pool.close(graceMs),
  };
}

/** What an answer of the mail server, or its silence, says of a message. */
export function outcomeOf(outcome: SmtpOutcome): Outcome {
  switch (outcome.kind) {
    case 'rejected': {
      const isOfAddress = outcome.phase === 'local' && outcome.code === 501;
      const reason = isOfAddress ? 'address_invalid' : 'rejected_by_server';
      return { kind: 'rejected', reason, response: outcome.response };
    }
    case 'deferred':
      return { kind: 'deferred', isReached: outcome.phase !== 'connect', response: outcome.response };
    case 'unknown':
      return { kind: 'unknown', response: outcome.reason };
    case 'accepted':
    case 'withheld':
      return { kind: outcome.kind };
  }
}
