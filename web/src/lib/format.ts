import type { Language } from '@escuta/contract/primitives';
import { currentLanguage } from '#web/lib/language.ts';
import { locales } from '#web/lib/locales.ts';
import { now } from '#web/lib/time.ts';
import { writingZone } from '#web/lib/writing-zone.ts';

// cspell:ignore Punta Coyhaique Araguaina Cuiaba Manaus Noronha Velho Branco Santarem
/**
 * Zones of the countries of Latin America that write '1.234,5'; the others write '1,234.5'. From the regions of the CLDR, but
 * for Brazil, of which it knows no Spanish.
 */
const commaZones =
  /^America\/(Argentina\/.+|Buenos_Aires|Santiago|Punta_Arenas|Coyhaique|Bogota|Montevideo|Asuncion|Caracas|La_Paz|Guayaquil|Costa_Rica|Sao_Paulo|Araguaina|Bahia|Belem|Boa_Vista|Campo_Grande|Cuiaba|Fortaleza|Maceio|Manaus|Noronha|Porto_Velho|Recife|Rio_Branco|Santarem)$/;

function localeOf(language: Language): string {
  return language === 'es' && commaZones.test(writingZone()) ? 'es-AR' : locales[language];
}

const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function cached<F extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: (locale: string) => F): F {
  const locale = localeOf(currentLanguage());
  const found = formats.get(`${locale}:${key}`);
  if (found) return found as F;
  const format = make(locale);
  formats.set(`${locale}:${key}`, format);
  return format;
}

/** A part of a date by its kind; a month in three letters, as people abbreviate all of them but one ('sept.'). */
function partIn(parts: readonly Intl.DateTimeFormatPart[]) {
  return (kind: Intl.DateTimeFormatPartTypes) => {
    const value = parts.find(({ type }) => type === kind)?.value.replace('.', '') ?? '';
    return kind === 'month' ? value.slice(0, 3) : value;
  };
}

/** '1.234' */
export function formatNumber(value: number, fractionDigits = 0): string {
  return cached(
    `number${fractionDigits}`,
    (locale) =>
      new Intl.NumberFormat(locale, {
        minimumFractionDigits: fractionDigits,
        maximumFractionDigits: fractionDigits,
        useGrouping: 'always',
      }),
  ).format(value);
}

/** '87,5 %' of 0.875 */
export function formatPercent(value: number, fractionDigits = 1): string {
  return cached(
    `percent${fractionDigits}`,
    (locale) =>
      new Intl.NumberFormat(locale, {
        style: 'percent',
        minimumFractionDigits: fractionDigits,
        maximumFractionDigits: fractionDigits,
      }),
  ).format(value);
}

/** How a language writes the time of day: English counts twelve hours. */
function timeOptions(): Intl.DateTimeFormatOptions {
  return currentLanguage() === 'en'
    ? { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
}

/** The time of day of some parts, with its seconds if they are among them: '14:02', '2:02 PM'. A line does not break in it. */
function timeOf(parts: readonly Intl.DateTimeFormatPart[]): string {
  const part = partIn(parts);
  const time = [part('hour'), part('minute'), part('second')].filter(Boolean).join(':');
  return [time, part('dayPeriod')].filter(Boolean).join('\u00A0');
}

/** '20 nov 2026, 14:02' in the given zone, else the browser's; 'Nov 20, 2026, 2:02 PM' in English. */
export function formatInstant(instant: string | Date, timeZone?: string): string {
  const parts = cached(
    `instant${timeZone ?? ''}`,
    (locale) =>
      new Intl.DateTimeFormat(locale, {
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        ...timeOptions(),
        ...(timeZone ? { timeZone } : {}),
      }),
  ).formatToParts(new Date(instant));
  return `${dayOf(parts)}, ${timeOf(parts)}`;
}

/** The day of some parts as its language orders them: English is American, and says the month first. */
function dayOf(parts: readonly Intl.DateTimeFormatPart[]): string {
  const part = partIn(parts);
  if (currentLanguage() === 'en') return [`${part('month')} ${part('day')}`, part('year')].filter(Boolean).join(', ');
  return [part('day'), part('month'), part('year')].filter(Boolean).join(' ');
}

/** '14:02' in the given zone; '2:02 PM' in English. */
export function formatTime(instant: string | Date, timeZone: string): string {
  const parts = cached(
    `time${timeZone}`,
    (locale) => new Intl.DateTimeFormat(locale, { ...timeOptions(), timeZone }),
  ).formatToParts(new Date(instant));
  return timeOf(parts);
}

/** '20/11/26 14:02:09': the format that the specification gives for queue items (QDETAIL-06); '11/20/26, 2:02:09 PM' in English. */
export function formatExactInstant(instant: string | Date, timeZone?: string): string {
  const parts = cached(
    `exact${timeZone ?? ''}`,
    (locale) =>
      new Intl.DateTimeFormat(locale, {
        day: '2-digit',
        month: '2-digit',
        year: '2-digit',
        ...timeOptions(),
        second: '2-digit',
        ...(timeZone ? { timeZone } : {}),
      }),
  ).formatToParts(new Date(instant));
  const part = partIn(parts);
  return currentLanguage() === 'en'
    ? `${part('month')}/${part('day')}/${part('year')}, ${timeOf(parts)}`
    : `${part('day')}/${part('month')}/${part('year')} ${timeOf(parts)}`;
}

/** '20 nov 2026' of a calendar day `YYYY-MM-DD`, which has no zone; 'Nov 20, 2026' in English. */
export function formatDay(day: string): string {
  const parts = cached(
    'day',
    (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
  ).formatToParts(new Date(`${day}T00:00:00Z`));
  return dayOf(parts);
}

/** '20 nov' of a calendar day, where the year is plain. */
export function formatShortDay(day: string): string {
  const parts = cached(
    'shortDay',
    (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  ).formatToParts(new Date(`${day}T00:00:00Z`));
  return dayOf(parts);
}

/** 'sex' of a calendar day. */
export function formatWeekday(day: string): string {
  return cached('weekday', (locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }))
    .format(new Date(`${day}T00:00:00Z`))
    .replace('.', '');
}

// cspell:ignore horário Horário Padrão Brasília estándar

/** What sets the time of a zone apart from its summer time, in our languages, also where there is none. */
const standard = / (?:Padrão|estándar|Standard)(?= )/;

/** What people call a zone inside a sentence: 'horário de Brasília' of 'America/Sao_Paulo'; its own name where they have none. */
export function formatTimeZone(timeZone: string): string {
  // Not kept: whoever chooses among all zones asks for 400 of them once.
  const format = new Intl.DateTimeFormat(localeOf(currentLanguage()), { timeZone, timeZoneName: 'longGeneric' });
  const name = format.formatToParts(now()).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return name.replace(standard, '').replace(/^Horário/, 'horário');
}

/** 'Horário de Brasília · America/Sao_Paulo': a zone in a list of them, where its id sets apart those that are called alike. */
export function formatZoneChoice(timeZone: string): string {
  const name = formatTimeZone(timeZone);
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)} · ${timeZone}`;
}

/** 'nov 2026' of the month that a calendar day lies in. */
export function formatMonth(day: string): string {
  const parts = cached(
    'month',
    (locale) => new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
  ).formatToParts(new Date(`${day}T00:00:00Z`));
  const part = partIn(parts);
  return `${part('month')} ${part('year')}`;
}

/** Calendar days `YYYY-MM-DD`, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** '22 out – 20 nov 2026'; the first year is said only where it is another one. */
export function formatDays({ from, to }: DayRange): string {
  if (from === to) return formatDay(to);
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return `${isOneYear ? formatShortDay(from) : formatDay(from)} – ${formatDay(to)}`;
}
