import type { Language } from '@escuta/contract/primitives';
import type { MailContent } from '#platform/mail/transactional/mail-content.ts';
import { fillSentence } from '#platform/mail/fill-sentence.ts';
import { mailTexts } from './mail-texts.ts';

/** The pin by which somebody who signs up proves an e-mail. */
export function pinMail({ language, pin }: { language: Language; pin: string }): MailContent {
  const { subject, preview, title, text, validity, footer } = mailTexts(language, 'signUpPin');
  return {
    language,
    subject: fillSentence(subject, { pin }),
    preview,
    title,
    blocks: [{ text }, { code: pin }, { text: validity }],
    footer,
  };
}
