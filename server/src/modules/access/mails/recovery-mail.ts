import type { Language } from '@escuta/contract/primitives';
import type { MailContent } from '#platform/mail/transactional/mail-content.ts';
import { fillSentence } from '#platform/mail/fill-sentence.ts';
import { mailTexts } from './mail-texts.ts';

/** The link to a new password. */
export function recoveryMail({ language, name, url }: { language: Language; name: string; url: string }): MailContent {
  const { subject, preview, title, text, button, validity, footer } = mailTexts(language, 'recovery');
  return {
    language,
    subject,
    preview,
    title,
    blocks: [{ text: fillSentence(text, { name }) }, { button: { label: button, url } }, { text: validity }],
    footer,
  };
}

/** To who asked for a new password and signs in with the federated provider only: no password would do (decision 0040). */
export function federatedRecoveryMail({ language, name, url }: Parameters<typeof recoveryMail>[0]): MailContent {
  const { subject, preview, title, text, button, footer } = mailTexts(language, 'federatedRecovery');
  return {
    language,
    subject,
    preview,
    title,
    blocks: [{ text: fillSentence(text, { name }) }, { button: { label: button, url } }],
    footer,
  };
}
