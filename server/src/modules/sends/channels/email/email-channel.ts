import { addressFields } from '@escuta/contract/sends';
import PostalMime from 'postal-mime';
import { isSendableEmail } from '#modules/contacts/index.ts';
import { SmtpPool } from '#platform/mail/smtp-pool.ts';
import { parseSmtpUrl } from '#platform/mail/smtp-url.ts';
import type { Channel } from '../channel.ts';
import { emailTransport } from './email-transport.ts';
import { compileInvitation } from './invitation-message.ts';
import type { EmailMessage } from './invitation-message.ts';

/** E-mail: the first question stands in the message, which goes out over SMTP. */
export const emailChannel: Channel<EmailMessage> = {
  name: 'email',
  addressing: {
    channel: 'email',
    column: addressFields.email,
    example: 'maria@example.com',
    isSendable: isSendableEmail,
  },
  installation: {
    accountKey: 'smtp',
    sender: (config) => config.mailFrom,
    host: ({ smtpUrl }) => smtpUrl && parseSmtpUrl(smtpUrl).host,
    carriesOwnMessages: true,
    // Without SMTP_URL, sends wait in the queue until somebody sets it: an api need not know what workers have.
    isOffered: () => true,
  },
  compile: compileInvitation,
  // Parsed back from the bytes that would leave: there is one renderer, and what it writes is what is shown.
  async show({ bytes }) {
    const { from, subject = '', html = '', text = '' } = await PostalMime.parse(bytes);
    return { channel: 'email', sender: from?.name || (from?.address ?? ''), subject, html, text };
  },
  open: (url) => emailTransport(new SmtpPool(parseSmtpUrl(url))),
};
