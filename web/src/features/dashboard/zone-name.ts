import { formatTimeZone } from '#web/lib/format.ts';

// cspell:ignore horário Horário Padrão Brasília estándar

/** What a zone without summer time is called in our languages: 'Horário Padrão de Brasília'. */
const standard = / (?:Padrão|estándar|Standard)(?= )/;

/** 'horário de Brasília', inside a sentence: without the 'standard' that only sets it apart from a summer time. */
export function zoneName(timeZone: string): string {
  return formatTimeZone(timeZone)
    .replace(standard, '')
    .replace(/^Horário/, 'horário');
}
