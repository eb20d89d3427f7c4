import { addressFields } from '@escuta/contract/sends';
import { smsSegments } from '@escuta/contract/sms-segments';
import { SmsClient } from '#platform/sms/sms-client.ts';
import type { SmsMessage } from '#platform/sms/sms-client.ts';
import { parseSmsUrl } from '#platform/sms/sms-url.ts';
import type { Channel } from '../channel.ts';
import { canReceiveSms } from './phone-number.ts';
import { compileSms } from './sms-message.ts';
import { smsTransport } from './sms-transport.ts';

/** SMS: a line of text with the link to the survey, posted to a provider over HTTP. */
export const smsChannel: Channel<SmsMessage> = {
  name: 'sms',
  addressing: { channel: 'sms', column: addressFields.sms, example: '+5511900000000', isSendable: canReceiveSms },
  installation: {
    accountKey: 'sms',
    sender: (config) => config.smsFrom,
    host: ({ smsUrl }) => smsUrl && parseSmsUrl(smsUrl).url.hostname,
    carriesOwnMessages: false,
    // In development a provider on loopback takes what nobody else does.
    isOffered: (config) => config.smsUrl !== null || config.development,
  },
  compile: compileSms,
  show: ({ from, text }) =>
    Promise.resolve({ channel: 'sms', sender: from, text, segments: smsSegments(text).segments }),
  open: (url) => smsTransport(new SmsClient(parseSmsUrl(url))),
};
