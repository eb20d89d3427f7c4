import type { Language } from '@escuta/contract/primitives';
import type { MailContent } from '#platform/mail/transactional/mail-content.ts';
import { fillSentence } from '#platform/mail/fill-sentence.ts';
import { instantText, mailTexts } from './mail-texts.ts';

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
          [words.until, instantText(language, until.expiresAt, until.timezone)],
        ],
      },
    ],
    footer: fill(words.footer),
  };
}
