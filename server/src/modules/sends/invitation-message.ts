import type { SurveyDefinition } from '@escuta/contract/surveys';
import { newId } from '#platform/crypto/ids.ts';
import type { House } from '#platform/house/house.ts';
import { compileMessage } from '#platform/mail/compile-message.ts';
import { mailTexts } from '#platform/mail/mail-text.ts';
import { surveyInvitation } from '#platform/mail/survey-invitation.ts';
import { makeAnswerToken } from './answer-token.ts';

const scores = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

export interface InvitationParts {
  readonly companyKey: number;
  readonly companyName: string;
  readonly itemsMonth: string;
  readonly definition: SurveyDefinition;
}

export interface InvitedPerson {
  readonly itemId: string;
  readonly name: string;
  readonly email: string;
}

/** The invitations of one send, compiled once. */
export interface InvitationMessage {
  readonly from: string;
  /**
   * The message to one person: the same item always gets the same Message-ID and the same links, so that a retry is
   * known again. Throws MailAddressError for an address that no message can carry.
   */
  render(person: InvitedPerson, date: Date): Buffer;
}

/** Compiles the e-mail of a survey version. Throws when its words cannot become a safe message. */
export function compileInvitation(
  { config, secrets }: Pick<House, 'config' | 'secrets'>,
  parts: InvitationParts,
): InvitationMessage {
  const { companyName, definition } = parts;
  const { email, language, theme } = definition;
  const question = definition.questions.find((each) => each.type === 'nps');
  const template = surveyInvitation({
    language,
    companyName,
    brandColor: theme.brandColor,
    subject: email.subject,
    preheader: email.preheader,
    greeting: email.greeting,
    intro: email.intro,
    questionTitle: question?.title ?? '',
    lowLabel: question?.lowLabel ?? '',
    highLabel: question?.highLabel ?? '',
    scores: question ? scores : [],
    buttonLabel: mailTexts(language, 'surveyInvitation').openSurvey,
  });
  const message = compileMessage({
    ...template,
    from: { name: email.senderName || companyName, address: config.mailFrom },
    // RFC 8058: the receiver's own unsubscribe button, one click.
    headers: { 'List-Unsubscribe': '<{{unsubscribeUrl}}>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  });
  const domain = config.mailFrom.slice(config.mailFrom.lastIndexOf('@') + 1);
  const invitation: InvitationMessage = {
    from: config.mailFrom,
    render({ itemId, name, email: address }, date) {
      const token = makeAnswerToken(secrets, { companyKey: parts.companyKey, itemsMonth: parts.itemsMonth, itemId });
      const known: Record<string, string> = {
        name: firstName(name),
        answerUrl: `${config.publicUrl}/r/${token}`,
        unsubscribeUrl: `${config.publicUrl}/u/${token}`,
      };
      // A placeholder that we do not know stays empty: better than braces in front of a customer.
      const values = Object.fromEntries(
        [...message.placeholders].map((placeholder) => [placeholder, known[placeholder] ?? '']),
      );
      return message.render({ to: { name, address }, messageId: `<${itemId}@${domain}>`, date, values });
    },
  };
  // What only shows when a message is made (a public address that no header can carry) shows here, once.
  invitation.render({ itemId: newId(), name: 'Maria', email: 'maria@example.com' }, new Date(0));
  return invitation;
}

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}
