import type { SendChannel } from '@escuta/contract/sends';

/** The texts that name what a channel writes to, or who takes its messages, by their words for e-mail. */
const smsTexts = {
  'error-queue-address_missing': 'error-queue-address_missing-sms',
  'error-queue-address_invalid': 'error-queue-address_invalid-sms',
  'error-queue-address_duplicate': 'error-queue-address_duplicate-sms',
  'error-queue-suppressed': 'error-queue-suppressed-sms',
  'error-queue-rejected_by_server': 'error-queue-rejected_by_server-sms',
  'error-queue-unknown_result': 'error-queue-unknown_result-sms',
  'detail.unknownText': 'detail.unknownTextSms',
  'detail.pausedText.template_not_valid': 'detail.pausedText.templateSms',
  'new.audience.nobody': 'new.audience.nobodySms',
  'new.audience.onlyQuarantined': 'new.audience.onlyQuarantinedSms',
  'new.confirm.text': 'new.confirm.textSms',
} as const;

const textsOf = { email: {}, sms: smsTexts } as const satisfies Record<SendChannel, object>;

/** The key of a text in the wording of a channel; undefined where it has none of its own. */
export function channelKey(key: string, channel: SendChannel) {
  const texts: Readonly<Record<string, (typeof smsTexts)[keyof typeof smsTexts]>> = textsOf[channel];
  return texts[key];
}
