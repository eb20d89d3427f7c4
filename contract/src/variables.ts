/**
 * The variables of a survey's texts, for the editor, the message and the respondent's page alike.
 *
 * A text names a variable in its own language, with words for where there is no value: `{{nome}}`, `{{empresa|a}}`. A custom
 * field has one name in all languages: `{{club_level}}`.
 */
import { normalizeEmail } from './email-address.ts';
import type { FieldValues } from './field-variables.ts';
import { looksLikeAddress } from './message-name.ts';
import { scoreGroups } from './metrics.ts';
import { typeOf } from './questions/index.ts';
import type { Question } from './questions/index.ts';
import type { SendChannel } from './sends.ts';
import type { SurveyDefinition } from './surveys.ts';
import { nameInPlace, spellingOf, variableNamed, variables } from './variable-names.ts';
import type { Variable } from './variable-names.ts';
import type { Language } from './primitives.ts';

/** What each variable stands for now; empty or absent where there is nothing to say. */
export interface VariableValues extends Readonly<Partial<Record<Variable, string>>> {
  readonly fields?: FieldValues;
}

const PLACE = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g;
/** Where a value is missing; no text that people write holds it. */
const GAP = '\uFFFC';

/** What texts may name: variables, and custom fields, by their internal names unless said otherwise. */
export interface Nameable<Field = string> {
  readonly variables: readonly Variable[];
  readonly fields: readonly Field[];
}

/** What a text holds that it may not name, as it is written there: `{{other}}`, or braces that do not close. */
export function unknownVariables(text: string, known: Nameable): string[] {
  const unknown: string[] = [];
  const rest = text.replace(PLACE, (place, name: string) => {
    const variable = variableNamed(name);
    const isKnown = variable ? known.variables.includes(variable) : known.fields.includes(nameInPlace(name));
    if (!isKnown) unknown.push(place);
    return GAP;
  });
  return [...unknown, ...[...rest.matchAll(/\{\{[^\uFFFC]{0,20}|\}\}/g)].map(([braces]) => braces)];
}

/** Whether one of some texts names a variable. */
export function usesVariable(texts: readonly string[], variable: Variable): boolean {
  return texts.some((text) => [...text.matchAll(PLACE)].some(([, name]) => variableNamed(name ?? '') === variable));
}

/** The names in some texts that are no variables of ours: where there are custom fields of these names, theirs. */
export function fieldsNamedIn(texts: readonly string[]): ReadonlySet<string> {
  const names = texts.flatMap((text) => [...text.matchAll(PLACE)].map(([, name]) => name ?? ''));
  return new Set(names.filter((name) => !variableNamed(name)).map(nameInPlace));
}

/**
 * Writes a text with the values of its variables. Where there is neither a value nor words for its absence, the text
 * closes over the gap: `Olá, {{nome}}!` becomes `Olá!`, and `{{nome}}, como foi?` becomes `Como foi?`. The outcome holds
 * no double braces, so it can be part of a template. It is plain text: whoever shows it escapes it.
 */
export function fillVariables(text: string, values: VariableValues): string {
  const filled = text.replaceAll(GAP, '').replace(PLACE, (_place, name: string, absent: string | undefined) => {
    const variable = variableNamed(name);
    const value = variable ? values[variable] : values.fields?.get(nameInPlace(name));
    return value?.trim() || absent?.trim() || GAP;
  });
  return closeGaps(filled)
    .replace(/\{{2,}/g, '{')
    .replace(/\}{2,}/g, '}');
}

/**
 * Says what a text names to whoever reads what was answered to it, in their language: `Olá, {{nome}}!` is `Olá, [nome]!` whoever
 * answered. A custom field is said by its label, of `labels` by internal names; one that is gone by its name.
 */
export function sayVariables(text: string, language: Language, labels: ReadonlyMap<string, string>): string {
  return text.replace(PLACE, (_place, written: string) => {
    const variable = variableNamed(written);
    const name = nameInPlace(written);
    return `[${variable ? spellingOf(variable, language) : (labels.get(name) ?? name)}]`;
  });
}

function closeGaps(text: string): string {
  if (!text.includes(GAP)) return text;
  return (
    text
      // Brackets and quotation marks around nothing.
      .replace(/[("“‘[]\s*\uFFFC\s*[)"”’\]]/gu, GAP)
      // At the beginning of a sentence the rest begins it.
      .replace(
        /(^[^\S\n]*|[.!?…][^\S\n]+|[¡¿])\uFFFC(?:\uFFFC|[^\S\n]|[,;:–—-])*(\p{L}?)/gmu,
        (_gap, before: string, letter: string) => before + letter.toUpperCase(),
      )
      // Before a sign, or at the end of a line, what led to the value goes with it.
      .replace(/[^\S\n]*[,;:–—-]?[^\S\n]*\uFFFC(?=[^\S\n]*(?:[.,;:!?…)\]”"]|$))/gmu, '')
      .replace(/\uFFFC[^\S\n]*/gu, '')
      // A line of signs alone says nothing.
      .replace(/^[^\S\n]*[.,;:!?…–—-]+[^\S\n]*$/gmu, '')
  );
}

type Message<Channel extends SendChannel> = NonNullable<SurveyDefinition[Channel]>;

/** The texts of the messages that carry a survey, in the order in which an editor shows them. */
export const messageTexts = {
  email: ['senderName', 'replyTo', 'subject', 'preheader', 'greeting', 'intro'],
  sms: ['text'],
} as const satisfies { readonly [Channel in SendChannel]: readonly (keyof Message<Channel>)[] };
export const messageChannels = Object.keys(messageTexts) as SendChannel[];

/** Writes each text of a survey anew. `path` names it: `email/subject`, `questions/0/title`. */
export function mapTexts(
  definition: SurveyDefinition,
  write: (text: string, path: string) => string,
): SurveyDefinition {
  return {
    ...definition,
    questions: definition.questions.map((question, at) => mapQuestion(question, `questions/${at}`, write)),
    closings: each(definition.closings, scoreGroups, 'closings', write),
    ...Object.fromEntries(messageChannels.map((channel) => [channel, mapMessage(definition[channel], channel, write)])),
  };
}

/** The texts of a survey whose paths are wanted. */
export function textsIn(definition: SurveyDefinition, isWanted: (path: string) => boolean = () => true): string[] {
  const texts: string[] = [];
  mapTexts(definition, (text, path) => {
    if (isWanted(path)) texts.push(text);
    return text;
  });
  return texts;
}

/** Whether the text at a path is of a message, and not of the respondent's page. */
export function isOfMessage(path: string): boolean {
  return messageChannels.some((channel) => path.startsWith(`${channel}/`));
}

function mapMessage(
  message: Readonly<Record<string, string>> | undefined,
  channel: SendChannel,
  write: (text: string, path: string) => string,
): object | undefined {
  const names: readonly string[] = messageTexts[channel];
  const said = names.filter((name) => message?.[name] !== undefined);
  return message && { ...message, ...each(message, said, channel, write) };
}

function mapQuestion(question: Question, path: string, write: (text: string, path: string) => string): Question {
  return typeOf(question).texts.reduce<Question>((written, place) => {
    const textPath = `${path}/${place.replaceAll('.', '/')}`;
    return mapAt(written, place.split('.'), (text) => write(text, textPath));
  }, question);
}

/** A copy of an object whose text at a place is written anew. */
function mapAt<T extends object>(
  holder: T,
  [key = '', ...rest]: readonly string[],
  write: (text: string) => string,
): T {
  const held = (holder as Readonly<Record<string, unknown>>)[key];
  return { ...holder, [key]: rest.length > 0 ? mapAt(held as object, rest, write) : write(held as string) };
}

/** What keeps a survey from being published, by the path of its text. `found` is what the text holds. */
export interface TextFault {
  readonly path: string;
  readonly reason: 'unknown_variable' | 'sender_looks_like_address' | 'not_an_address';
  readonly found: readonly string[];
}

/**
 * What a text may name, of the custom fields that texts may name: the name of the sender is the same for everybody, and an
 * address holds nothing.
 */
export function nameableIn<Field>(path: string, fields: readonly Field[]): Nameable<Field> {
  if (path.endsWith('replyTo')) return { variables: [], fields: [] };
  return path.endsWith('senderName') ? { variables: ['company'], fields: [] } : { variables, fields };
}

/** All that keeps the texts of a survey from being published; `fields` are the custom fields that they may name. */
export function faultsOf(definition: SurveyDefinition, fields: readonly string[]): TextFault[] {
  const faults: TextFault[] = [];
  mapTexts(definition, (text, path) => {
    const fault = faultOf(text, path, fields);
    if (fault) faults.push({ path, ...fault });
    return text;
  });
  return faults;
}

/** What keeps one text from being published; undefined when all is well. */
export function faultOf(text: string, path: string, fields: readonly string[]): Omit<TextFault, 'path'> | undefined {
  if (path.endsWith('replyTo')) {
    const isAddress = !text.includes('{{') && normalizeEmail(text) !== null;
    return text.trim() === '' || isAddress ? undefined : { reason: 'not_an_address', found: [] };
  }
  const found = unknownVariables(text, nameableIn(path, fields));
  if (found.length > 0) return { reason: 'unknown_variable', found };
  const isAddress = path.endsWith('senderName') && looksLikeAddress(text);
  return isAddress ? { reason: 'sender_looks_like_address', found: [] } : undefined;
}

function each<Key extends string, Texts extends Readonly<Record<Key, string>>>(
  texts: Texts,
  keys: readonly Key[],
  path: string,
  write: (text: string, path: string) => string,
): Record<Key, string> {
  return Object.fromEntries(keys.map((key) => [key, write(texts[key], `${path}/${key}`)])) as Record<Key, string>;
}
