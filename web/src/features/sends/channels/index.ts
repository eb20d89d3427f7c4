import type { SendChannel } from '@escuta/contract/sends';
import type { ChannelEntry } from '#web/features/sends/channels/channel-entry.ts';
import { emailEntry } from '#web/features/sends/channels/email.tsx';
import { smsEntry } from '#web/features/sends/channels/sms.tsx';

/** The channels that messages are sent over, by their names. */
export const channelEntries = { email: emailEntry, sms: smsEntry } as const satisfies Record<SendChannel, ChannelEntry>;
