import { Readable } from 'node:stream';
import PDFDocument from 'pdfkit';
import { writtenCustomValue } from '@escuta/contract/custom-field-values';
import { writtenDay } from '@escuta/contract/day-text';
import { notations } from '@escuta/contract/field-variables';
import type { Language } from '@escuta/contract/primitives';
import { fillSentence } from '#platform/mail/fill-sentence.ts';
import { locales } from '#platform/time/locales.ts';
import { requestMailWords } from '../requests/mails/request-mail-words.ts';
import { packageWords as texts } from './package-words.ts';
import { losesSigns, printable } from './printable.ts';
import type { CollectedPerson } from './collect-person.ts';

const brand = '#0f766e';
const quiet = '#57534e';
const ink = '#1c1917';

interface Written {
  readonly language: Language;
  /** That of the unit whose contact the person is. */
  readonly timezone: string;
}

/**
 * What was collected of a person as a document to read (PRIVACY-08): the same as the JSON, under headings and with words for the
 * codes. Times in the zone that it names under its title.
 */
export function personPdf(person: CollectedPerson, { language, timezone }: Written): Readable {
  const { title, part, none, intro, times, lostSigns } = texts[language];
  const document = new PDFDocument({
    size: 'A4',
    margin: 56,
    lang: locales[language],
    displayTitle: true,
    info: { Title: printable(title), Author: 'Escuta', CreationDate: person.collected_at },
  });
  let isWhole = true;
  const write = (text: string, size: number, color: string, font = 'Helvetica') => {
    if (losesSigns(text)) isWhole = false;
    document.font(font).fontSize(size).fillColor(color).text(printable(text), { lineGap: 3 });
  };
  write(title, 20, ink, 'Helvetica-Bold');
  write(`${intro} ${fillSentence(times, { timezone })}`, 10, quiet);
  const words = wordsOf({ language, timezone }, person);
  const answers = person.answers.map((response) => ({ ...response, answers: response.answers.map(toRead) }));
  const about = { company: person.company, unit: person.unit, collected_at: person.collected_at };
  const parts: readonly (readonly [keyof typeof part, readonly object[]])[] = [
    ['about', [about]],
    ['contact', [person.contact]],
    ['merged', person.merged],
    ['imports', person.imports],
    ['consents', person.consents.history],
    ['suppressed', person.consents.suppressed],
    ['lifted', person.consents.lifted],
    ['sends', person.sends],
    ['answers', answers],
    ['tickets', person.tickets],
    ['reviews', person.reviews],
    ['requests', person.requests],
    ['audit', person.audit],
  ];
  for (const [name, entries] of parts) {
    document.moveDown(1);
    write(part[name], 14, brand, 'Helvetica-Bold');
    if (entries.length === 0) write(none, 10, quiet);
    for (const entry of entries) {
      document.moveDown(0.4);
      for (const line of linesOf(entry, words)) write(line, 10, ink);
    }
  }
  if (!isWhole) {
    document.moveDown(1);
    write(lostSigns, 10, quiet);
  }
  document.end();
  return Readable.from(document as AsyncIterable<Uint8Array>);
}

/** An answer under what was asked, in place of the key of the question. */
function toRead({ question, question_text: asked, ...answer }: CollectedPerson['answers'][number]['answers'][number]) {
  return { question: asked ?? question, ...answer };
}

/** How the document calls what is known, and what it says for a value that is a code. */
interface Words {
  readonly name: (key: string) => string;
  readonly value: (key: string, value: unknown) => string;
  /** Those inside of what has parts. */
  readonly within: (key: string) => Words;
}

function wordsOf(
  { language, timezone }: Written,
  {
    custom_field_labels: labels,
    custom_field_types: types,
  }: Pick<CollectedPerson, 'custom_field_labels' | 'custom_field_types'>,
): Words {
  const notation = notations[language];
  const names: Readonly<Record<string, string>> = texts[language].field;
  const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    ...texts[language].value,
    // What was asked is called as the mails about it call it.
    type: requestMailWords[language].types,
  };
  const label = (key: string) => labels[key] ?? key;
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone } as const;
  const times = new Intl.DateTimeFormat(locales[language], format);
  const words: Words = {
    name: (key) => names[key] ?? key,
    value(key, value) {
      if (value instanceof Date) return times.format(value);
      const code = String(value);
      if (key === 'birthday') return writtenDay(code, notation.dayOrder);
      return key === 'fields' ? (names[code] ?? label(code)) : (values[key]?.[code] ?? code);
    },
    within: (key) => (key === 'custom_fields' ? custom : words),
  };
  // What the company called its fields, and what people wrote into them: nothing there is a code of ours.
  const custom: Words = {
    name: label,
    value: (key, value) => writtenCustomValue(types[key] ?? 'text', String(value), notation),
    within: () => custom,
  };
  return words;
}

/** `Name: value` for each thing that is known; what has parts goes under its name. */
function linesOf(entry: object, words: Words, indent = ''): string[] {
  return Object.entries(entry).flatMap(([key, value]: [string, unknown]) => {
    if (value === null || value === undefined || value === '' || isEmptyList(value)) return [];
    const name = `${indent}${words.name(key)}`;
    if (typeof value !== 'object' || value instanceof Date) return [`${name}: ${words.value(key, value)}`];
    if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
      return [`${name}: ${value.map((each) => words.value(key, each)).join(', ')}`];
    const parts: object[] = Array.isArray(value) ? value : [value];
    const inner = parts.flatMap((each) => linesOf(each, words.within(key), `${indent}    `));
    return inner.length === 0 ? [] : [`${name}:`, ...inner];
  });
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
