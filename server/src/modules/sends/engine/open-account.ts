import type { SendChannel } from '@escuta/contract/sends';
import type { Config } from '#platform/config/config.ts';
import type { Channel, Transport } from '../channels/channel.ts';
import { channels } from '../channels/channels.ts';

/** An account of a provider. */
export interface Account {
  /** As `send_runnable.provider_account` names it. */
  readonly key: string;
  readonly channel: Channel<unknown>;
  /** Whom its messages come from. */
  readonly sender: string;
}

/** An account with the way to it. */
export interface OpenAccount extends Account {
  readonly transport: Transport<unknown>;
}

/** The account of the installation, for companies that have none of their own for a channel. */
export function installationAccount(config: Config, name: SendChannel): Account {
  const channel = channels[name];
  return { key: channel.installation.accountKey, channel, sender: channel.installation.sender(config) };
}
