import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { MailContent } from '#platform/mail/transactional/mail-content.ts';
import { queueMail } from '#platform/mail/transactional/queue-mail.ts';
import { browserWords } from '../browser-words.ts';
import type { UserRow } from '../queries.ts';
import { fillSentence } from '#platform/mail/fill-sentence.ts';
import { instantText, mailTexts } from './mail-texts.ts';

const usefulMs = 3 * 24 * 3_600_000;

/** What has changed about how an account is protected. */
export type SecurityNotice = keyof ReturnType<typeof mailTexts<'securityNotice'>>['notices'];

interface NoticeToQueue {
  readonly user: Pick<UserRow, 'email' | 'name' | 'language' | 'companyLanguage' | 'companyTimezone'>;
  readonly notice: SecurityNotice;
  /** From where; null where it was not the user who did it. */
  readonly address: string | null;
  readonly userAgent?: string | undefined;
}

/** Tells a user by mail what has changed about the protection of their account: if it was not they, they learn of it. */
export async function queueNotice(
  tx: Transaction,
  { secrets, clock, config }: Pick<AppContext, 'secrets' | 'clock' | 'config'>,
  { user, ...facts }: NoticeToQueue,
): Promise<void> {
  const now = clock.now();
  const content = noticeContent({ user, ...facts, now, supportEmail: config.supportEmail });
  await queueMail(tx, secrets, { to: user.email, content, now, usefulMs });
}

/** The mail of a notice, in the language of its reader. */
export function noticeContent({
  user,
  notice,
  address,
  userAgent,
  now,
  supportEmail,
}: NoticeToQueue & { readonly now: Date; readonly supportEmail: string }): MailContent {
  const language = user.language ?? user.companyLanguage;
  const { notices, facts, hello, notYou, footer } = mailTexts(language, 'securityNotice');
  const { subject, text } = notices[notice];
  const { browser, system } = browserWords(userAgent);
  const device = [browser, system].filter((word) => word !== null).join(', ');
  const rows: [string, string][] = [
    [facts.when, instantText(language, now, user.companyTimezone)],
    ...(device ? [[facts.device, device] as [string, string]] : []),
    ...(address ? [[facts.address, address] as [string, string]] : []),
  ];
  return {
    language,
    subject,
    preview: text,
    title: subject,
    blocks: [
      { text: fillSentence(hello, { name: user.name }) },
      { text },
      { facts: rows },
      { text: fillSentence(notYou, { email: supportEmail }) },
    ],
    footer,
  };
}
