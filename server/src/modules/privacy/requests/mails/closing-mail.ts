import type { PrivacyRequestType } from '@escuta/contract/privacy-requests';
import type { Language } from '@escuta/contract/primitives';
import { fillSentence } from '#platform/mail/fill-sentence.ts';
import type { MailContent } from '#platform/mail/transactional/mail-content.ts';
import { requestMailWords } from './request-mail-words.ts';

interface ClosingMail {
  readonly language: Language;
  readonly name: string;
  readonly company: string;
  readonly protocol: string;
  readonly type: PrivacyRequestType;
  readonly result: 'done' | 'refused';
  /** What the company wrote to them; may be empty. */
  readonly answer: string;
}

/** Tells who asked what became of their request, and what the company wrote to them. */
export function closingMail(closing: ClosingMail): MailContent {
  const { language, name, company, protocol, type, result, answer } = closing;
  const { types, footer, closing: words } = requestMailWords[language];
  const { title, text } = words[result];
  const paragraphs = answer.split(/\n+/).map((line) => ({ text: line }));
  return {
    language,
    subject: fillSentence(words.subject, { protocol, company }),
    preview: title,
    title,
    blocks: [
      { text: fillSentence(text, { name, company }) },
      {
        facts: [
          [words.facts.protocol, protocol],
          [words.facts.type, types[type]],
          [words.facts.result, words[result].name],
        ],
      },
      ...(answer === '' ? [] : [{ text: fillSentence(words.answer, { company }) }, ...paragraphs]),
      { text: fillSentence(words.next, { company }) },
    ],
    footer: fillSentence(footer, { company }),
  };
}
