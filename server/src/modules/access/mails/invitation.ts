import type { Language } from '@escuta/contract/primitives';
import type { MailContent } from '#platform/mail/transactional/mail-content.ts';
import { localTime } from '#platform/time/local-time.ts';
import { fillSentence } from '#platform/mail/fill-sentence.ts';
import { mailTexts } from './mail-texts.ts';

interface InvitationMail {
  readonly language: Language;
  readonly company: string;
  /** Who invites; null where it is the company itself. */
  readonly inviter: string | null;
  readonly email: string;
  readonly link: string;
  readonly expiresAt: Date;
  /** IANA zone of the company. */
  readonly timezone: string;
}

/** What an invitation says: who invites into which company, as which address, the link, and until when it works. */
export function invitationMail({ language, company, inviter, email, link, ...until }: InvitationMail): MailContent {
  const words = mailTexts(language, 'invitation');
  const values = { company, inviter: inviter ?? company };
  const fill = (text: string) => fillSentence(text, values);
  const { day, time } = localTime(until.timezone, until.expiresAt);
  const date = language === 'en' ? day : day.split('-').reverse().join('/');
  return {
    language,
    subject: fill(inviter ? words.subject : words.subjectOfCompany),
    preview: words.preview,
    title: fill(words.title),
    blocks: [
      { text: fill(inviter ? words.text : words.textOfCompany) },
      { text: words.next },
      { button: { label: words.button, url: link } },
      {
        facts: [
          [words.account, email],
          [words.until, `${date} ${time.slice(0, 5)}`],
        ],
      },
    ],
    footer: fill(words.footer),
  };
}
