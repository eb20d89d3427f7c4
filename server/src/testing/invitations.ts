import type { AppContext } from '#platform/app-context/app-context.ts';
import { openSealed } from '#platform/crypto/sealed-text.ts';
import { sealOf } from '#platform/mail/transactional/sealed-mail.ts';

/** The id in the link of the newest invitation of an address, as its mail carries it: it stands nowhere else. */
export async function invitationToken(
  { database, secrets }: Pick<AppContext, 'database' | 'secrets'>,
  email: string,
): Promise<string> {
  const { id, sealed } = await database.withSystem((tx) =>
    tx
      .selectFrom('queued_mails')
      .innerJoin('invitations', 'invitations.mail_id', 'queued_mails.id')
      .select(['queued_mails.id', 'queued_mails.sealed'])
      .where('invitations.email', '=', email)
      .orderBy('invitations.sent_at', 'desc')
      .executeTakeFirstOrThrow(),
  );
  if (!sealed) throw new Error('the mail has left');
  const { text } = JSON.parse(openSealed(secrets, sealOf(id), sealed)) as { text: string };
  const [, token] = /\/signup\/([\w-]+)/.exec(text) ?? [];
  if (!token) throw new Error('the mail has no link');
  return token;
}
