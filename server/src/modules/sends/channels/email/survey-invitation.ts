import { brandColours } from './brand-colour.ts';
import { fillSentence } from '#platform/mail/fill-sentence.ts';
import { mailTexts } from './mail-text.ts';
import { invitationHtml } from './survey-invitation-html.ts';
import type { SurveyInvitation } from './invitation-words.ts';

/** The parts of a `MessageTemplate` that an invitation fills. */
export interface InvitationTemplate {
  subject: string;
  preheader: string;
  html: string;
  text: string;
}

/**
 * Builds the template of an invitation. Its recipients need values for `answerUrl` (without a query: a score is
 * appended as `?n=9`) and `unsubscribeUrl`, and for the placeholders of the author.
 */
export function surveyInvitation(invitation: SurveyInvitation): InvitationTemplate {
  const { language, companyName, subject, preheader } = invitation;
  const texts = mailTexts(language, 'surveyInvitation');
  const privacy = fillSentence(texts.privacy, { companyName });
  return {
    subject,
    preheader,
    html: invitationHtml(invitation, { ...texts, privacy }, brandColours(invitation.brandColor)),
    text: invitationText(invitation, privacy),
  };
}

function invitationText(invitation: SurveyInvitation, privacy: string): string {
  const { language, greeting, intro, questionTitle, lowLabel, highLabel, scores, footer } = invitation;
  const texts = mailTexts(language, 'surveyInvitation');
  const [lowest, highest] = [scores.at(0), scores.at(-1)].map(String);
  const call =
    scores.length === 0
      ? `${invitation.buttonLabel}:`
      : fillSentence(texts.scaleInText, { lowest: lowest ?? '', highest: highest ?? '', lowLabel, highLabel });
  const paragraphs = [
    greeting,
    intro,
    `${questionTitle}\n${call}\n{{answerUrl}}`,
    [invitation.companyName, footer].filter(Boolean).join('\n'),
    `${privacy}\n${texts.unsubscribeInText}\n{{unsubscribeUrl}}`,
  ];
  return `${paragraphs.filter((paragraph) => paragraph?.trim()).join('\n\n')}\n`;
}
