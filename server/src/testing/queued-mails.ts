import { openSealed } from '#platform/crypto/sealed-text.ts';
import { sealOf } from '#platform/mail/transactional/sealed-mail.ts';
import type { SealedMail } from '#platform/mail/transactional/sealed-mail.ts';
import type { TestContext } from './test-context.ts';

/** The mails of the product that wait for an address, oldest first, as they will be sent. */
export async function queuedMails({ database, secrets }: TestContext, to: string): Promise<SealedMail[]> {
  const rows = await database.withSystem((tx) =>
    tx.selectFrom('queued_mails').select(['id', 'sealed']).where('sealed', 'is not', null).orderBy('id').execute(),
  );
  return rows
    .map(({ id, sealed }) => JSON.parse(openSealed(secrets, sealOf(id), sealed as Buffer)) as SealedMail)
    .filter((mail) => mail.to === to);
}

/** Forgets the mails that other tests have left: who counts what is sent would count them too. */
export async function forgetQueuedMails({ database }: Pick<TestContext, 'database'>): Promise<void> {
  await database.withSystem((tx) => tx.deleteFrom('queued_mails').execute());
}
