import type { Language } from '@escuta/contract/primitives';
import type { MailContent } from '#platform/mail/transactional/mail-content.ts';
import { fillSentence } from '#platform/mail/fill-sentence.ts';
import { instantText, mailTexts } from './mail-texts.ts';

interface TrialMail {
  readonly kind: 'soon' | 'last_day';
  readonly language: Language;
  readonly userName: string;
  /** Of the company. */
  readonly name: string;
  readonly trialExpiresAt: Date;
  readonly supportEmail: string;
  readonly url: string;
  /** An IANA zone. */
  readonly timeZone: string;
}

/** What the owner of a company on trial is told of its end. */
export function trialMail(mail: TrialMail): MailContent {
  const { kind, language, userName, name, trialExpiresAt, supportEmail, url, timeZone } = mail;
  const { subjectSoon, subjectLastDay, preview, title, text, end, kept, button, footer } = mailTexts(
    language,
    'trialEnd',
  );
  return {
    language,
    subject: fillSentence(kind === 'soon' ? subjectSoon : subjectLastDay, { company: name }),
    preview,
    title,
    blocks: [
      { text: fillSentence(text, { name: userName, company: name }) },
      { facts: [[end, instantText(language, trialExpiresAt, timeZone)]] },
      { text: fillSentence(kept, { supportEmail }) },
      { button: { label: button, url } },
    ],
    footer,
  };
}
