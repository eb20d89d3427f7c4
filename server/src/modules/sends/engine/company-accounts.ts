import { sql } from 'kysely';
import type { CompanyId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Database } from '#platform/db/database.ts';
import { channels } from '../channels/channels.ts';
import { findProviderAccount } from '../channels/provider-account.ts';
import { pauseSend } from './finish-send.ts';
import type { OpenAccount } from './open-account.ts';

/** More accounts than a process opens at a time wait for the next look. */
const accountsMax = 100;

/** An account that a company has with a provider, and that has something to send. */
export interface AccountWithWork {
  readonly companyId: CompanyId;
  readonly accountKey: string;
}

/** The accounts of companies that have a send whose turn it is, the longest waiting first. */
export function listAccountsWithWork(database: Database, now: Date): Promise<AccountWithWork[]> {
  const installation = Object.values(channels).map((channel) => channel.installation.accountKey);
  return database.withSystem(async (tx) => {
    const { rows } = await sql<AccountWithWork>`
      SELECT company_id AS "companyId", provider_account AS "accountKey" FROM send_runnable
      WHERE next_at <= ${now} AND provider_account <> ALL(${installation}::text[])
      GROUP BY company_id, provider_account
      ORDER BY min(next_at)
      LIMIT ${accountsMax}
    `.execute(tx);
    return rows;
  });
}

/**
 * Opens the way to an account of a company. One that cannot be opened (its address is no longer one that we can use, or was
 * sealed with another key) pauses its sends, which say why; then undefined.
 */
export async function openAccount(
  { database, secrets, log }: Pick<AppContext, 'database' | 'secrets' | 'log'>,
  { companyId, accountKey }: AccountWithWork,
): Promise<OpenAccount | undefined> {
  try {
    const account = await database.withCompany(companyId, (tx) =>
      findProviderAccount(tx, secrets, { companyId, id: accountKey }),
    );
    const channel = channels[account.channel];
    return { key: accountKey, channel, sender: account.sender, transport: channel.open(account.url) };
  } catch (error) {
    log.error({ accountKey, err: error }, 'sends are paused: their provider account cannot be opened');
    await database.withCompany(companyId, async (tx) => {
      const sends = await tx
        .selectFrom('send_runnable')
        .select('send_id')
        .where('company_id', '=', companyId)
        .where('provider_account', '=', accountKey)
        .execute();
      for (const { send_id: sendId } of sends) await pauseSend(tx, { companyId, sendId, reason: 'account_not_usable' });
    });
    return undefined;
  }
}
