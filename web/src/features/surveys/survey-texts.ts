import { saveSurveyDraft, ScoreQuestion, SurveyDefinition, WhyQuestion } from '@escuta/contract/surveys';
import type { Bucket, Question } from '@escuta/contract/surveys';
import { faultOf } from '@escuta/contract/variables';
import type { TextFault } from '@escuta/contract/variables';

type PerGroup = Record<Bucket, string>;

/** The texts of a survey in the shape of the editor's form. */
export interface SurveyTexts {
  readonly title: string;
  readonly score: {
    readonly title: string;
    readonly help: string;
    readonly lowLabel: string;
    readonly highLabel: string;
  };
  readonly why: PerGroup & { readonly placeholder: string };
  readonly closings: PerGroup;
  readonly email: {
    readonly subject: string;
    readonly preheader: string;
    readonly senderName: string;
    readonly greeting: string;
    readonly intro: string;
  };
  readonly brandColor: string;
}

/** A field of the form, by its path. */
export type TextPath = keyof typeof limits;

const { title: surveyTitle } = saveSurveyDraft.definition.body.shape;
const { closings, email } = SurveyDefinition.shape;

/** The longest text of each field, from the contract. */
export const limits = {
  title: longest(surveyTitle),
  'score.title': longest(ScoreQuestion.shape.title),
  'score.help': longest(ScoreQuestion.shape.help),
  'score.lowLabel': longest(ScoreQuestion.shape.lowLabel),
  'score.highLabel': longest(ScoreQuestion.shape.highLabel),
  'why.promoter': longest(WhyQuestion.shape.titles.shape.promoter),
  'why.passive': longest(WhyQuestion.shape.titles.shape.passive),
  'why.detractor': longest(WhyQuestion.shape.titles.shape.detractor),
  'why.placeholder': longest(WhyQuestion.shape.placeholder),
  'closings.promoter': longest(closings.shape.promoter),
  'closings.passive': longest(closings.shape.passive),
  'closings.detractor': longest(closings.shape.detractor),
  'email.subject': longest(email.shape.subject),
  'email.preheader': longest(email.shape.preheader),
  'email.senderName': longest(email.shape.senderName),
  'email.greeting': longest(email.shape.greeting),
  'email.intro': longest(email.shape.intro),
  brandColor: 7,
} as const;

/** The paths in the order of the screen. */
export const textPaths = Object.keys(limits) as TextPath[];

/** Takes the texts out of a survey. A survey without a why-question has empty texts for it. */
export function textsOf(title: string, definition: SurveyDefinition): SurveyTexts {
  const score = findQuestion(definition, 'nps');
  const why = findQuestion(definition, 'why');
  return {
    title,
    score: {
      title: score?.title ?? '',
      help: score?.help ?? '',
      lowLabel: score?.lowLabel ?? '',
      highLabel: score?.highLabel ?? '',
    },
    why: { promoter: '', passive: '', detractor: '', ...why?.titles, placeholder: why?.placeholder ?? '' },
    closings: definition.closings,
    email: definition.email,
    brandColor: definition.theme.brandColor,
  };
}

/** Puts the texts into a survey. Whatever the form does not show stays as it is. */
export function withTexts(definition: SurveyDefinition, texts: SurveyTexts): SurveyDefinition {
  const { promoter, passive, detractor, placeholder } = texts.why;
  return {
    ...definition,
    questions: definition.questions.map((question) =>
      question.type === 'nps'
        ? { ...question, ...texts.score }
        : { ...question, titles: { promoter, passive, detractor }, placeholder },
    ),
    closings: texts.closings,
    email: texts.email,
    theme: { ...definition.theme, brandColor: texts.brandColor },
  };
}

/** The question of a type, or undefined. */
export function findQuestion<T extends Question['type']>(definition: SurveyDefinition, type: T) {
  return definition.questions.find((question): question is Extract<Question, { type: T }> => question.type === type);
}

/** The text at a path. */
export function textAt(texts: SurveyTexts, path: TextPath): string {
  const [group, key] = path.split('.') as [keyof SurveyTexts, string | undefined];
  const found = texts[group];
  return typeof found === 'string' ? found : ((found as Record<string, string>)[key ?? ''] ?? '');
}

/** The texts with another text at a path. */
export function withTextAt(texts: SurveyTexts, path: TextPath, text: string): SurveyTexts {
  const [group, key] = path.split('.') as [keyof SurveyTexts, string | undefined];
  if (key === undefined) return { ...texts, [group]: text };
  return { ...texts, [group]: { ...(texts[group] as Record<string, string>), [key]: text } };
}

/** Where two sets of texts differ; spaces at the ends do not count, the server drops them. */
export function differences(left: SurveyTexts, right: SurveyTexts): TextPath[] {
  return textPaths.filter((path) => textAt(left, path).trim() !== textAt(right, path).trim());
}

export type TextProblem = 'missing' | 'too_long' | 'not_a_color';

/** What keeps each text from being saved, by path. Empty when all is well. */
export function problemsOf(texts: SurveyTexts, definition: SurveyDefinition): Partial<Record<TextPath, TextProblem>> {
  const asksWhy = findQuestion(definition, 'why') !== undefined;
  const required: readonly TextPath[] = [
    'title',
    'score.title',
    ...(asksWhy ? (['why.promoter', 'why.passive', 'why.detractor'] as const) : []),
    'email.subject',
  ];
  const isColor = SurveyDefinition.shape.theme.shape.brandColor.safeParse(texts.brandColor).success;
  const found = textPaths.flatMap((path): [TextPath, TextProblem][] => {
    const text = textAt(texts, path).trim();
    if (path === 'brandColor') return isColor ? [] : [[path, 'not_a_color']];
    if (text === '' && required.includes(path)) return [[path, 'missing']];
    return text.length > limits[path] ? [[path, 'too_long']] : [];
  });
  return Object.fromEntries(found);
}

/** Whether a respondent reads the text, which then may name variables. */
export function hasVariables(path: TextPath): boolean {
  return path !== 'title' && path !== 'brandColor';
}

/** What keeps each text from being published, by path; it can be kept all the same. Empty when all is well. */
export function faultsIn(texts: SurveyTexts): Partial<Record<TextPath, Omit<TextFault, 'path'>>> {
  return Object.fromEntries(
    textPaths.filter(hasVariables).flatMap((path) => {
      const fault = faultOf(textAt(texts, path), path);
      return fault ? [[path, fault]] : [];
    }),
  );
}

interface Limited {
  readonly maxLength?: number | null;
  readonly unwrap?: () => Limited;
}

/** NOTE: a schema with a default keeps its limit inside. */
function longest(schema: Limited): number {
  const limit = schema.unwrap?.().maxLength ?? schema.maxLength;
  if (limit === undefined || limit === null) throw new Error('the contract gives this text no limit');
  return limit;
}
