import type { UserId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { newId } from '#platform/crypto/ids.ts';
import { hashToken, newLinkId } from '#platform/crypto/secrets.ts';
import type { Transaction } from '#platform/db/database.ts';
import { queueMail } from '#platform/mail/transactional/queue-mail.ts';
import { recordSecurityEvent } from '#platform/security/security-events.ts';
import { federatedRecoveryMail, recoveryMail } from '../mails/recovery-mail.ts';
import { findUserByEmail } from '../queries.ts';
import { resetLifeMs } from './password-reset.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'config' | 'log' | 'metrics'>;

const hourMs = 3_600_000;
/** A mailbox is not filled by somebody else's asking. */
const requestsPerHourMax = 3;

/**
 * Sends a link to a new password to the user of an e-mail. Says nothing of whether there is one: the answer is the same, and
 * what is written for a user is less than what the reply takes anyway.
 */
export async function requestRecovery(
  context: Deps,
  { email, address, requestId }: { email: string; address: string; requestId: string },
): Promise<void> {
  const { database, clock, config } = context;
  const now = clock.now();
  const link = newLinkId();
  const outcome = await database.withSystem(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user || user.deactivated_at) return 'unknown';
    if ((await countRequests(tx, user.id, new Date(now.getTime() - hourMs))) >= requestsPerHourMax) return 'too_many';
    await tx
      .insertInto('password_resets')
      .values({
        id: newId(),
        user_id: user.id,
        link_hash: hashToken(link),
        created_at: now,
        expires_at: new Date(now.getTime() + resetLifeMs),
      })
      .execute();
    const person = { language: user.language ?? user.companyLanguage, name: user.name };
    // Where a password would not do, the link stays here and counts as one asked for.
    const content =
      user.companyFederatedLogin === 'required'
        ? federatedRecoveryMail({ ...person, url: `${config.publicUrl}/login` })
        : recoveryMail({ ...person, url: `${config.publicUrl}/forgotPassword/${link}` });
    await queueMail(tx, context.secrets, { to: user.email, content, now, usefulMs: resetLifeMs });
    return 'sent';
  });
  recordSecurityEvent(context, 'recovery_requested', { email, address, requestId, reason: outcome });
}

async function countRequests(tx: Transaction, userId: UserId, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('password_resets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}
