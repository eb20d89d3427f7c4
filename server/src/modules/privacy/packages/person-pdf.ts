import { Readable } from 'node:stream';
import PDFDocument from 'pdfkit';
import type { Language } from '@escuta/contract/primitives';
import { locales } from '#platform/time/locales.ts';
import { printable } from './printable.ts';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };
import type { CollectedPerson } from './collect-person.ts';

const texts: Readonly<Record<Language, typeof pt>> = { pt, es, en };
const brand = '#0f766e';
const quiet = '#57534e';
const ink = '#1c1917';

/** What was collected of a person as a document to read (PRIVACY-08): the same as the JSON, under headings. Times in UTC. */
export function personPdf(person: CollectedPerson, language: Language): Readable {
  const { title, part, none, intro } = texts[language];
  const document = new PDFDocument({
    size: 'A4',
    margin: 56,
    lang: locales[language],
    displayTitle: true,
    info: { Title: printable(title), Author: 'Escuta', CreationDate: person.collected_at },
  });
  const write = (text: string, size: number, color: string, font = 'Helvetica') =>
    document.font(font).fontSize(size).fillColor(color).text(printable(text), { lineGap: 3 });
  write(title, 20, ink, 'Helvetica-Bold');
  write(intro, 10, quiet);
  const about = { company: person.company, unit: person.unit, collected_at: person.collected_at };
  const parts: readonly (readonly [keyof typeof part, readonly object[]])[] = [
    ['about', [about]],
    ['contact', [person.contact]],
    ['merged', person.merged],
    ['consents', person.consents.history],
    ['suppressed', person.consents.suppressed],
    ['lifted', person.consents.lifted],
    ['sends', person.sends],
    ['answers', person.answers],
    ['tickets', person.tickets],
    ['reviews', person.reviews],
    ['audit', person.audit],
  ];
  for (const [name, entries] of parts) {
    document.moveDown(1);
    write(part[name], 14, brand, 'Helvetica-Bold');
    if (entries.length === 0) write(none, 10, quiet);
    for (const entry of entries) {
      document.moveDown(0.4);
      for (const line of linesOf(entry, language)) write(line, 10, ink);
    }
  }
  document.end();
  return Readable.from(document as AsyncIterable<Uint8Array>);
}

/** `Name: value` for each thing that is known; what has parts goes under its name. */
function linesOf(entry: object, language: Language, indent = ''): string[] {
  const names = texts[language].field as Readonly<Record<string, string>>;
  return Object.entries(entry).flatMap(([key, value]: [string, unknown]) => {
    if (value === null || value === undefined || value === '' || isEmptyList(value)) return [];
    const name = `${indent}${names[key] ?? key}`;
    if (typeof value !== 'object' || value instanceof Date) return [`${name}: ${wordOf(value, language)}`];
    if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
      return [`${name}: ${value.join(', ')}`];
    const inner = (Array.isArray(value) ? value : [value]).flatMap((each: object) => linesOf(each, language, '    '));
    return inner.length === 0 ? [] : [`${name}:`, ...inner];
  });
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function wordOf(value: unknown, language: Language): string {
  if (!(value instanceof Date)) return String(value);
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat(locales[language], format).format(value)} (UTC)`;
}
