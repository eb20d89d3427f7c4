import type { MailLanguage } from './mail-text.ts';

/**
 * The words of an invitation as their author wrote them: plain text, which may hold `{{name}}` placeholders.
 * `intro` and `footer` may have several lines. `scores` is the scale of the first question from low to high (0–10,
 * 1–5, 1–7); empty when the first question has no scale, then one button leads to the survey.
 */
export interface SurveyInvitation {
  language: MailLanguage;
  companyName: string;
  logoUrl?: string;
  /** `#rrggbb` */
  brandColor: string;
  subject: string;
  preheader: string;
  greeting: string;
  intro: string;
  questionTitle: string;
  lowLabel: string;
  highLabel: string;
  scores: number[];
  buttonLabel: string;
  /** Lines of the company's own: its address, its phone. */
  footer?: string;
}
