import type { SendChannel } from '@escuta/contract/sends';
import type { Channel } from './channel.ts';
import { emailChannel } from './email/email-channel.ts';
import { smsChannel } from './sms/sms-channel.ts';

/**
 * Every channel that messages can be sent over. What a channel's messages are is its own affair: the engine gives each back
 * to a transport of the same channel, which the account of a send says.
 */
export const channels: Readonly<Record<SendChannel, Channel<unknown>>> = {
  email: emailChannel,
  sms: smsChannel,
};

/** The channel of a send, as its row names it. */
export function channelNamed(name: string): Channel<unknown> {
  const channel = Object.values(channels).find((each) => each.name === name);
  if (!channel) throw new Error(`nothing can be sent over ${name}`);
  return channel;
}
