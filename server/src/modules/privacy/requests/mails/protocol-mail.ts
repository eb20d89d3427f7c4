import type { PrivacyRequestType } from '@escuta/contract/privacy-requests';
import type { Language } from '@escuta/contract/primitives';
import { fillSentence } from '#platform/mail/fill-sentence.ts';
import type { MailContent } from '#platform/mail/transactional/mail-content.ts';
import { locales } from '#platform/time/locales.ts';
import { requestMailWords } from './request-mail-words.ts';

interface ProtocolMail {
  readonly language: Language;
  readonly name: string;
  readonly company: string;
  readonly protocol: string;
  readonly type: PrivacyRequestType;
  readonly dueAt: Date;
  /** The zone that the day is told in. */
  readonly timezone: string;
}

/** Tells who asked under which protocol their request stands, and until when it is answered. */
export function protocolMail(request: ProtocolMail): MailContent {
  const { language, name, company, protocol, type, dueAt, timezone } = request;
  const { types, footer, protocol: words } = requestMailWords[language];
  const { subject, preview, title, text, facts, next } = words;
  const day = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: timezone }).format(dueAt);
  return {
    language,
    subject: fillSentence(subject, { protocol, company }),
    preview: fillSentence(preview, { day }),
    title,
    blocks: [
      { text: fillSentence(text, { name, company }) },
      {
        facts: [
          [facts.protocol, protocol],
          [facts.type, types[type]],
          [facts.due, day],
        ],
      },
      { text: fillSentence(next, { company }) },
    ],
    footer: fillSentence(footer, { company }),
  };
}
