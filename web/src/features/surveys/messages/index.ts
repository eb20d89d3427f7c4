import type { SendChannel } from '@escuta/contract/sends';
import { emailEntry } from '#web/features/surveys/messages/email.tsx';
import type { MessageEntry } from '#web/features/surveys/messages/message-entry.ts';
import { smsEntry } from '#web/features/surveys/messages/sms.tsx';

/** The messages that carry a survey, by their channels. */
export const messageEntries: Readonly<Record<SendChannel, MessageEntry>> = { email: emailEntry, sms: smsEntry };
