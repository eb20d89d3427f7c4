import type { LegalBasis } from '@escuta/contract/legal-basis';
import { scoreGroups } from '@escuta/contract/metrics';
import { isSensitive, questionTypes, typeOf } from '@escuta/contract/questions/index';
import type { Question } from '@escuta/contract/questions/index';
import { saveSurveyDraft, SurveyDefinition } from '@escuta/contract/surveys';
import type { SendChannel } from '@escuta/contract/sends';
import { faultOf, messageChannels, messageTexts } from '@escuta/contract/variables';
import type { TextFault } from '@escuta/contract/variables';

/** Texts in the shape in which they stand in a survey. */
interface Texts {
  readonly [name: string]: string | Texts;
}

/** The texts of each message: all of them, empty where there are none. */
type MessagesTexts = { readonly [Channel in SendChannel]: Readonly<Record<string, string>> };

/** The texts of a survey in the shape of the editor's form. Those of a question stand under its key. */
export interface SurveyTexts extends MessagesTexts {
  readonly title: string;
  readonly questions: Readonly<Record<string, Texts>>;
  readonly closings: SurveyDefinition['closings'];
  readonly brandColor: string;
  /** Choices, empty where none was made. */
  readonly legalBasis: string;
  /** `yes` where nothing leads from an answer back to its message. */
  readonly anonymous: string;
}

/** The fields of the survey in which something is chosen, and nothing written. */
const choices: readonly string[] = ['legalBasis', 'anonymous'];
/** The place in a question that says whether its answers are masked: `yes` where they are. */
export const sensitivePlace = 'sensitive';

/** Whether something is chosen in a field, and nothing written. */
function isChoice(path: TextPath): boolean {
  return choices.includes(path) || (path.startsWith('questions.') && path.endsWith(`.${sensitivePlace}`));
}

/** A field of the form: `title`, `email.subject`, `closings.top`, `questions.why.titles.top`. */
export type TextPath = string;

/** Where the text of a question stands in the form: `questions.score.title`. */
export function pathOf({ key }: Pick<Question, 'key'>, place: string): TextPath {
  return `questions.${key}.${place}`;
}

/** The question that a path leads to, and the place of the text in it; undefined where it leads elsewhere. */
export function questionAt({ questions }: SurveyDefinition, path: TextPath) {
  const [root, key, ...place] = path.split('.');
  const question = root === 'questions' ? questions.find((each) => each.key === key) : undefined;
  return question && { question, place: place.join('.') };
}

/** The paths in the order of the screen. */
export function textPathsOf({ questions }: SurveyDefinition): TextPath[] {
  return [
    'title',
    ...questions.flatMap((question) => placesOf(question).map((place) => pathOf(question, place))),
    ...scoreGroups.map((group) => `closings.${group}`),
    ...messageChannels.flatMap((channel) => messageTexts[channel].map((name) => `${channel}.${name}`)),
    'brandColor',
    ...choices,
  ];
}

function placesOf(question: Question): readonly string[] {
  const { texts, mayBeSensitive } = typeOf(question);
  return mayBeSensitive ? [...texts, sensitivePlace] : texts;
}

/** Takes the texts out of a survey. */
export function textsOf(title: string, definition: SurveyDefinition): SurveyTexts {
  return {
    title,
    questions: Object.fromEntries(definition.questions.map((question) => [question.key, textsOfQuestion(question)])),
    closings: definition.closings,
    ...messagesOf(definition),
    brandColor: definition.theme.brandColor,
    legalBasis: definition.legalBasis ?? '',
    anonymous: definition.anonymous ? 'yes' : '',
  };
}

function textsOfQuestion(question: Question): Texts {
  const { texts, mayBeSensitive } = typeOf(question);
  const written = texts.reduce<Texts>(
    (each, place) => put(each, place.split('.'), read(question, place.split('.'))),
    {},
  );
  return mayBeSensitive ? { ...written, [sensitivePlace]: isSensitive(question) ? 'yes' : '' } : written;
}

/** Puts the texts into a survey. Whatever the form does not show stays as it is. */
export function withTexts(
  { legalBasis: _basis, anonymous: _anonymous, ...definition }: SurveyDefinition,
  texts: SurveyTexts,
): SurveyDefinition {
  return {
    ...definition,
    questions: definition.questions.map((question) => withPlaces(question, texts.questions[question.key] ?? {})),
    closings: texts.closings,
    ...Object.fromEntries(messageChannels.map((channel) => [channel, messageFrom(channel, texts[channel])])),
    theme: { ...definition.theme, brandColor: texts.brandColor },
    ...(texts.legalBasis !== '' && { legalBasis: texts.legalBasis as LegalBasis }),
    ...(texts.anonymous !== '' && { anonymous: true }),
  };
}

/** Texts have the places of their question; what else it has is not among them. Without the flag it is as it was before there was one. */
function withPlaces(question: Question, { sensitive, ...texts }: Texts): Question {
  const { sensitive: _before, ...rest } = { sensitive: undefined, ...question };
  return { ...rest, ...texts, ...(sensitive === 'yes' && { sensitive: true }) };
}

function messagesOf(definition: SurveyDefinition): MessagesTexts {
  const messages = messageChannels.map((channel) => {
    const names: readonly string[] = messageTexts[channel];
    return [channel, Object.fromEntries(names.map((name) => [name, read(definition, [channel, name])]))];
  });
  return Object.fromEntries(messages) as MessagesTexts;
}

/**
 * The message that the texts make: an empty text that need not be there is left out, and so is a message of such texts alone.
 * A survey of before there were any does not change by being opened.
 */
function messageFrom(channel: SendChannel, texts: Readonly<Record<string, string>>): object | undefined {
  const schema: Schema = SurveyDefinition.shape[channel];
  const isSaid = ([name, text]: [string, string]) => text.trim() !== '' || !isOptional(schemaAt(schema, [name]));
  const said = Object.entries(texts).filter(isSaid);
  return isOptional(schema) && said.every(([, text]) => text.trim() === '') ? undefined : Object.fromEntries(said);
}

function isOptional({ type }: Schema): boolean {
  return type === 'optional';
}

/** The text at a path. */
export function textAt(texts: SurveyTexts, path: TextPath): string {
  return read(texts, path.split('.'));
}

/** The texts with another text at a path. */
export function withTextAt(texts: SurveyTexts, path: TextPath, text: string): SurveyTexts {
  return put(texts, path.split('.'), text);
}

/** Where two sets of texts differ; spaces at the ends do not count, the server drops them. */
export function differences(left: SurveyTexts, right: SurveyTexts): TextPath[] {
  return textPathsIn(left).filter((path) => textAt(left, path).trim() !== textAt(right, path).trim());
}

export type TextProblem = 'missing' | 'too_long' | 'not_a_color';

/** What keeps each text from being saved, by path. Empty when all is well. */
export function problemsOf(texts: SurveyTexts, definition: SurveyDefinition): Record<TextPath, TextProblem> {
  const isColor = SurveyDefinition.shape.theme.shape.brandColor.safeParse(texts.brandColor).success;
  const found = textPathsOf(definition).flatMap((path): [TextPath, TextProblem][] => {
    const text = textAt(texts, path).trim();
    if (isChoice(path)) return [];
    if (path === 'brandColor') return isColor ? [] : [[path, 'not_a_color']];
    const { min, max } = lengthsOf(definition, path);
    if (text.length < min) return [[path, 'missing']];
    return text.length > max ? [[path, 'too_long']] : [];
  });
  return Object.fromEntries(found);
}

/** How short and how long the text at a path may be: what the contract says. */
export function lengthsOf(definition: SurveyDefinition, path: TextPath): { min: number; max: number } {
  if (path === 'brandColor') return { min: 7, max: 7 };
  if (path === 'title') return lengths(saveSurveyDraft.definition.body.shape.title);
  const asked = questionAt(definition, path);
  if (asked) return lengths(schemaAt(questionTypes[asked.question.type].schema, asked.place.split('.')));
  return lengths(schemaAt(SurveyDefinition, path.split('.')));
}

/** Whether a respondent reads the text, which then may name variables. */
export function hasVariables(path: TextPath): boolean {
  return isPublished(path) && path !== 'email.replyTo';
}

/** Whether a respondent meets the text as it stands. */
function isPublished(path: TextPath): boolean {
  return path !== 'title' && path !== 'brandColor' && !isChoice(path);
}

/**
 * What keeps each text from being published, by path; it can be kept all the same. Empty when all is well. `fields` are the
 * names of the custom fields that texts may name.
 */
export function faultsIn(texts: SurveyTexts, fields: readonly string[]): Record<TextPath, Omit<TextFault, 'path'>> {
  return Object.fromEntries(
    textPathsIn(texts)
      .filter(isPublished)
      .flatMap((path) => {
        const fault = faultOf(textAt(texts, path), path, fields);
        return fault ? [[path, fault]] : [];
      }),
  );
}

/** The paths of all texts that there are. */
function textPathsIn(texts: object, before = ''): TextPath[] {
  return Object.entries(texts).flatMap(([name, held]) =>
    typeof held === 'string' ? [before + name] : textPathsIn(held, `${before}${name}.`),
  );
}

function read(holder: unknown, [name = '', ...rest]: readonly string[]): string {
  const held = (holder as Readonly<Record<string, unknown>> | undefined)?.[name];
  if (rest.length > 0) return read(held, rest);
  return typeof held === 'string' ? held : '';
}

function put<T extends object>(holder: T, [name = '', ...rest]: readonly string[], text: string): T {
  const held = (holder as Readonly<Record<string, object | undefined>>)[name];
  return { ...holder, [name]: rest.length > 0 ? put(held ?? {}, rest, text) : text };
}

interface Schema {
  readonly type: string;
  readonly minLength?: number | null;
  readonly maxLength?: number | null;
  readonly unwrap?: () => Schema;
  readonly shape?: object;
}

function schemaAt(schema: Schema, [name = '', ...rest]: readonly string[]): Schema {
  const { shape } = schema.unwrap?.() ?? schema;
  const inner = (shape as Readonly<Record<string, Schema>> | undefined)?.[name];
  if (!inner) throw new Error(`the contract has no text called ${name}`);
  return rest.length > 0 ? schemaAt(inner, rest) : inner;
}

/** NOTE: a schema with a default keeps its limits inside. */
function lengths(schema: Schema): { min: number; max: number } {
  const { minLength, maxLength } = schema.unwrap?.() ?? schema;
  if (maxLength === undefined || maxLength === null) throw new Error('the contract gives this text no limit');
  return { min: minLength ?? 0, max: maxLength };
}
