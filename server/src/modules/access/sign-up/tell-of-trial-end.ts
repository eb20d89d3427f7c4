import { dueTrialNotices, noteTrialNotice } from '#modules/companies/index.ts';
import type { DueNotice } from '#modules/companies/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { queueMail } from '#platform/mail/transactional/queue-mail.ts';
import { trialMail } from '../mails/trial-mail.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'config'>;

/** Tells the owners of companies on trial when it ends: within three days, and on its last day. Each once. */
export async function tellOfTrialEnd(context: Deps): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  for (const notice of await database.withSystem((tx) => dueTrialNotices(tx, now))) {
    await database.withSystem((tx) => tell(context, tx, notice, now));
  }
}

async function tell({ secrets, config }: Deps, tx: Transaction, notice: DueNotice, now: Date): Promise<void> {
  if (!(await noteTrialNotice(tx, notice, now))) return;
  const owners = await tx
    .selectFrom('users')
    .select(['email', 'name', 'language'])
    .where('company_id', '=', notice.companyId)
    .where('role', '=', 'own')
    .where('deactivated_at', 'is', null)
    .execute();
  for (const { email, name, language } of owners) {
    const content = trialMail({
      ...notice,
      language: language ?? notice.language,
      userName: name,
      supportEmail: config.supportEmail,
      url: config.publicUrl,
    });
    const usefulMs = notice.trialExpiresAt.getTime() - now.getTime();
    await queueMail(tx, secrets, { to: email, content, now, usefulMs });
  }
}
