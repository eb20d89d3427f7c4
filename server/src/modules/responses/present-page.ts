import type { Language } from '@escuta/contract/primitives';
import { groupOf, scoresOf } from '@escuta/contract/metrics';
import type { ScoreGroup } from '@escuta/contract/metrics';
import { commentQuestionOf, scoreQuestionOf } from '@escuta/contract/questions/index';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { fillVariables, mapTexts } from '@escuta/contract/variables';
import type { VariableValues } from '@escuta/contract/variables';
import type { Answered, PageModel, Problem, QuestionView, UnsubscribeView, Value } from '@escuta/respond';
import { closingAt } from '@escuta/respond/page-model';
import type { AnswerLink } from './answer-link.ts';
import type { Asked } from './asked.ts';
import { linkedOriginOf } from './origins/origins.ts';
import { takesComment } from './response.ts';
import type { ResponseState } from './response.ts';

/** A page and the HTTP status that it is answered with. */
export interface Page {
  readonly status: 200 | 404 | 410 | 422 | 429 | 503;
  readonly model: Omit<PageModel, 'nonces'>;
}

/** What a form brought that was not kept, to be shown again. */
export interface Rejected {
  readonly values: Readonly<Record<string, Value>>;
  readonly problems: Readonly<Record<string, Problem>>;
}

interface Opened {
  readonly link: AnswerLink;
  readonly asked: Asked | undefined;
  /** The score that the link in the message carried: chosen on the page, recorded nowhere. */
  readonly preselected?: number | undefined;
  readonly rejected?: Rejected | undefined;
  /** A second answer came, and was not taken. */
  readonly isRefused?: boolean;
  /** The id of the response that may begin on this page. */
  readonly newId: string;
  readonly now: Date;
}

/**
 * The page of an answer link: the first question without an answer, the closing words, or why there is none. A score that
 * came with the link counts as given, so the next question is in view; a GET records nothing of it.
 */
export function presentPage(opened: Opened): Page {
  const { link, asked, rejected } = opened;
  if (!asked) return noticePage('link_not_valid', link.company.language);
  const { survey, response } = asked;
  const { language, theme, legalBasis = null, anonymous: isAnonymous = false } = survey.definition;
  const definition = written(survey.definition, { ...asked.person, company: link.company.name });
  const frame = { language, companyName: link.company.name, brandColor: theme.brandColor, legalBasis, isAnonymous };
  if (asked.isAnswered) return { status: 200, model: { ...frame, view: { kind: 'notice', notice: 'answered' } } };
  const isOpen = survey.status === 'active' && link.company.active;
  const mayComment =
    isOpen && response !== undefined && asksForComment(definition) && takesComment(response, opened.now);
  if (response?.status === 'complete' && !mayComment) {
    const text = definition.closings[groupIn(definition, response)];
    return {
      status: 200,
      model: {
        ...frame,
        view: {
          kind: 'closing',
          optOutPath: optOutPath(link),
          text,
          answered: answeredBefore(opened, response),
        },
      },
    };
  }
  if (!isOpen) {
    const notice = survey.status === 'paused' ? 'paused' : 'closed';
    return { status: 410, model: { ...frame, view: { kind: 'notice', notice } } };
  }
  return { status: rejected ? 422 : 200, model: { ...frame, view: questionView(opened, definition, response) } };
}

function questionView(opened: Opened, definition: SurveyDefinition, response: ResponseState | undefined): QuestionView {
  const { link, preselected, rejected, newId, now } = opened;
  const { questions, closings } = definition;
  const scored = scoreQuestionOf(questions);
  const isOnScale = scored && preselected !== undefined && scoresOf(scored.type).includes(preselected);
  const stored = valuesOf(response);
  // Until the answers are complete, a click on another score of the message changes it.
  const isUnsaid = isOnScale && response?.status !== 'complete' && stored[scored.key] !== preselected;
  const given = isUnsaid ? { ...stored, [scored.key]: preselected } : stored;
  return {
    kind: 'question',
    token: link.token,
    formPath: `${linkedOriginOf(link.source).page.path}/${link.token}`,
    optOutPath: optOutPath(link),
    responseId: response?.id ?? newId,
    seq: (response?.lastSeq ?? 0) + 1,
    isUnsaid,
    openedAt: now.getTime(),
    questions,
    at: response?.status === 'complete' ? closingAt : placeOf(questions, given, rejected),
    values: { ...given, ...rejected?.values },
    problems: rejected?.problems ?? {},
    closings,
    answered: response && answeredBefore(opened, response),
  };
}

/** Where whoever was written to stops the messages, or null where nobody was. */
function optOutPath({ source, token }: AnswerLink): string | null {
  return linkedOriginOf(source).page.messageOf(source) && `/u/${token}`;
}

/** For how long whoever comes back is thanked still: forms without script arrive at the closing words by a new page. */
const thanksMs = 60_000;

/** What is told to somebody who answered before; undefined for whoever has just done so. */
function answeredBefore(
  { preselected, isRefused, now }: Opened,
  { status, day, score, completedAt }: ResponseState,
): Answered | undefined {
  if (status !== 'complete' || !completedAt) return undefined;
  const isBack = isRefused || preselected !== undefined || now.getTime() - completedAt.getTime() >= thanksMs;
  return isBack ? { day, score } : undefined;
}

function asksForComment({ questions }: SurveyDefinition): boolean {
  return commentQuestionOf(questions) !== undefined;
}

/** The group of a response; the middle one where it has no score. */
function groupIn({ questions }: SurveyDefinition, { score }: ResponseState): ScoreGroup {
  const metric = scoreQuestionOf(questions)?.type;
  return metric === undefined || score === null ? 'middle' : groupOf(metric, score);
}

/** The survey with its variables filled in; what is published stays as it is. */
function written(definition: SurveyDefinition, values: VariableValues): SurveyDefinition {
  return mapTexts(definition, (text) => fillVariables(text, values));
}

/** A stop that can stop nothing any more is no success: a mail program that pressed for somebody says so, too. */
const noticeStatus = { link_not_valid: 404, stop_link_over: 410, unavailable: 503 } as const;

/** A page that belongs to no survey. */
export function noticePage(notice: keyof typeof noticeStatus, language: Language): Page {
  const view = { kind: 'notice', notice } as const;
  return {
    status: noticeStatus[notice],
    model: { language, companyName: null, brandColor: null, legalBasis: null, view },
  };
}

/** Keeps in the page what could not be kept here: its button sends the same form again. */
export function notKeptPage(
  status: 429 | 503,
  language: Language,
  retry: { action: string; fields: [string, string][] },
): Page {
  return {
    status,
    model: {
      language,
      companyName: null,
      brandColor: null,
      legalBasis: null,
      view: { kind: 'notice', notice: 'not_kept', retry },
    },
  };
}

/** The page that stops the messages, and what it says once they are stopped or come again. In the survey's language, where there is one. */
export function unsubscribePage(link: AnswerLink, asked: Asked | undefined, state: UnsubscribeView['state']): Page {
  const definition = asked?.survey.definition;
  return {
    status: 200,
    model: {
      language: definition?.language ?? link.company.language,
      companyName: link.company.name,
      brandColor: definition?.theme.brandColor ?? null,
      legalBasis: definition?.legalBasis ?? null,
      view: { kind: 'unsubscribe', token: link.token, state },
    },
  };
}

/** The first question with a problem, else the first without an answer, else the last: its button completes. */
function placeOf(
  questions: readonly { key: string }[],
  given: Readonly<Record<string, Value>>,
  rejected: Rejected | undefined,
): number {
  const wrong = questions.findIndex(({ key }) => rejected?.problems[key]);
  if (wrong >= 0) return wrong;
  const open = questions.findIndex(({ key }) => !(key in given));
  return open >= 0 ? open : questions.length - 1;
}

function valuesOf(response: ResponseState | undefined): Record<string, Value> {
  return Object.fromEntries(
    [...(response?.answers ?? [])].map(([key, { number, text }]) => [key, number ?? text ?? '']),
  );
}
