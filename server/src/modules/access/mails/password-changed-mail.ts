import type { Language } from '@escuta/contract/primitives';
import type { MailContent } from '#platform/mail/transactional/mail-content.ts';
import { fill, instantText, mailTexts } from './mail-texts.ts';

/** What somebody is told whose password is another one now. `timeZone` is an IANA zone. */
export function passwordChangedMail({
  language,
  name,
  supportEmail,
  now,
  timeZone = 'America/Sao_Paulo',
}: {
  language: Language;
  name: string;
  supportEmail: string;
  now: Date;
  timeZone?: string;
}): MailContent {
  const { subject, preview, title, text, when, footer } = mailTexts(language, 'passwordChanged');
  return {
    language,
    subject,
    preview,
    title,
    blocks: [{ text: fill(text, { name }) }, { facts: [[when, instantText(language, now, timeZone)]] }],
    footer: fill(footer, { supportEmail }),
  };
}
