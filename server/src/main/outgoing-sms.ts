import type { AppContext } from '#platform/app-context/app-context.ts';
import { openDevMailbox } from '#platform/mail/dev-mailbox.ts';
import { startLoopbackProvider } from '#platform/sms/loopback-provider.ts';
import { smsAsMail } from '#platform/sms/sms-as-mail.ts';
import { SmsClient } from '#platform/sms/sms-client.ts';
import { parseSmsUrl } from '#platform/sms/sms-url.ts';
import { devMailboxFolder } from './outgoing-mail.ts';

export interface OutgoingSms {
  readonly client: SmsClient;
  close(): Promise<void>;
}

const closeGraceMs = 500;

/**
 * The way out for SMS: the provider of SMS_URL; in development without one, a real one on loopback, whose messages stand in
 * the mailbox beside the e-mails. Null when neither is there: then only companies with an account of their own send.
 */
export async function openOutgoingSms({ config, clock, log }: AppContext): Promise<OutgoingSms | null> {
  if (config.smsUrl) {
    const client = new SmsClient(parseSmsUrl(config.smsUrl));
    return { client, close: () => client.close(closeGraceMs) };
  }
  if (!config.development) return null;
  const mailbox = await openDevMailbox(devMailboxFolder(config.dataDir));
  const provider = await startLoopbackProvider({
    store: (message) => mailbox.store(smsAsMail(message)),
    onStoreFailed: (error) => log.error({ err: error }, 'the mailbox could not keep a text message'),
    clock,
  });
  const client = new SmsClient(parseSmsUrl(provider.url));
  return {
    client,
    async close() {
      await client.close(closeGraceMs);
      await provider.close();
      await mailbox.close();
    },
  };
}
