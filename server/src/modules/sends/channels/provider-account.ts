import type { CompanyId } from '@escuta/contract/ids';
import type { SendChannel } from '@escuta/contract/sends';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { SealedColumn } from '#platform/crypto/reseal.ts';
import { openSealed, seal } from '#platform/crypto/sealed-text.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Secrets } from '#platform/crypto/secrets.ts';
import type { Transaction } from '#platform/db/database.ts';
import { channels } from './channels.ts';

/** What a company gave us of its account with a provider. */
export interface ProviderAccount {
  readonly channel: SendChannel;
  /** The provider's address with the credentials, as the channel reads it. */
  readonly url: string;
  /** Whom messages come from. */
  readonly sender: string;
}

const sealOf = (companyId: CompanyId, id: string) => ({ purpose: 'provider-account', owner: `${companyId}/${id}` });

/** The addresses of the accounts. */
export const sealedAccounts: SealedColumn = {
  table: 'provider_accounts',
  column: 'sealed_url',
  key: 'id',
  seal: { of: 'company', context: sealOf },
};

/** An account, as a send that begins now knows it. */
export interface AccountInUse {
  /** As `send_runnable.provider_account` names it. */
  readonly key: string;
  readonly sender: string;
}

/**
 * The account that a company's messages of a channel go out through: its own, else the installation's. Null when there is
 * neither: then nothing can be sent over the channel.
 */
export async function accountOf(
  tx: Transaction,
  config: AppContext['config'],
  { companyId, channel }: { companyId: CompanyId; channel: SendChannel },
): Promise<AccountInUse | null> {
  const own = await tx
    .selectFrom('provider_accounts')
    .select(['id', 'sender'])
    .where('company_id', '=', companyId)
    .where('channel', '=', channel)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
  if (own) return { key: own.id, sender: own.sender };
  const { accountKey: key, isOffered, sender } = channels[channel].installation;
  return isOffered(config) ? { key, sender: sender(config) } : null;
}

/** The channels that a company can send over. */
export async function channelsOf(
  tx: Transaction,
  config: AppContext['config'],
  companyId: CompanyId,
): Promise<SendChannel[]> {
  const offered: SendChannel[] = [];
  for (const { name } of Object.values(channels))
    if (await accountOf(tx, config, { companyId, channel: name })) offered.push(name);
  return offered;
}

/** One account, also one that was replaced: a send ends over the account that it began with. Throws when it cannot be read. */
export async function findProviderAccount(
  tx: Transaction,
  secrets: Secrets,
  { companyId, id }: { companyId: CompanyId; id: string },
): Promise<ProviderAccount> {
  const row = await tx
    .selectFrom('provider_accounts')
    .select(['channel', 'sender', 'sealed_url'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const url = openSealed(secrets, sealOf(companyId, id), row.sealed_url);
  return { channel: row.channel as SendChannel, sender: row.sender, url };
}

/** The providers of the channels that the installation is configured with, by their hosts; null where there is none. */
export function installedHosts(config: AppContext['config']): Record<SendChannel, string | null> {
  const hosts = Object.values(channels).map(({ name, installation }) => [name, installation.host(config)] as const);
  return Object.fromEntries(hosts) as Record<SendChannel, string | null>;
}

/** A provider that a company has an account of its own with, by its host: nothing of what opens the account. */
export interface OwnProvider {
  readonly channel: SendChannel;
  readonly host: string;
  /** Nothing of the company goes over the installation's provider any more; false where the product's own messages still do. */
  readonly replacesInstallation: boolean;
}

/** The providers that a company has an account of its own with. */
export async function findOwnProviders(
  tx: Transaction,
  secrets: Secrets,
  companyId: CompanyId,
): Promise<OwnProvider[]> {
  const rows = await tx
    .selectFrom('provider_accounts')
    .select(['id', 'channel', 'sealed_url'])
    .where('company_id', '=', companyId)
    .where('replaced_at', 'is', null)
    .orderBy('channel')
    .execute();
  return rows.map(({ id, channel: name, sealed_url: sealed }) => {
    const channel = name as SendChannel;
    return {
      channel,
      host: new URL(openSealed(secrets, sealOf(companyId, id), sealed)).hostname,
      replacesInstallation: !channels[channel].installation.carriesOwnMessages,
    };
  });
}

/**
 * Gives a company an account of its own for a channel, in the place of the one before. Answers its id. Throws for an address
 * that the channel cannot use.
 */
export async function setProviderAccount(
  tx: Transaction,
  secrets: Secrets,
  { companyId, now, channel, url, sender }: ProviderAccount & { companyId: CompanyId; now: Date },
): Promise<string> {
  await channels[channel].open(url).close(0);
  await tx
    .updateTable('provider_accounts')
    .set({ replaced_at: now })
    .where('company_id', '=', companyId)
    .where('channel', '=', channel)
    .where('replaced_at', 'is', null)
    .execute();
  const id = newId();
  await tx
    .insertInto('provider_accounts')
    .values({
      company_id: companyId,
      id,
      channel,
      sender,
      sealed_url: seal(secrets, sealOf(companyId, id), url),
      created_at: now,
    })
    .execute();
  return id;
}
