import { ExportFileId } from '@escuta/contract/ids';
import { afterEach, expect, test } from 'vitest';
import i18next from 'i18next';
import { linkOf, shortTitle } from '#web/features/exports/export-link.ts';
import { exportsPollMs } from '#web/features/exports/exports-polling.ts';
import { formatExactInstant } from '#web/lib/format.ts';

const ended_at = '2026-11-17T12:00:00.000Z';
const file = ExportFileId.parse('019a9f3e-0000-4000-8000-000000000999');
const finished = { status: 'finished', ended_at, is_file_gone: false } as const;
const at = (instant: string) => new Date(instant);

afterEach(async () => void (await i18next.changeLanguage('pt')));

test('[EXPORT-09] the link of a finished export is there until seven days have passed', () => {
  const entry = { ...finished, file };
  expect(linkOf(entry, at('2026-11-17T12:00:01Z'))).toBe('download');
  expect(linkOf(entry, at('2026-11-24T11:59:59.999Z'))).toBe('download');
});

test('[EXPORT-11] the link has expired from seven days on, whether or not the file is still there', () => {
  for (const each of [file, null])
    expect(linkOf({ ...finished, file: each, is_file_gone: each === null }, at('2026-11-24T12:00:00Z'))).toBe(
      'expired',
    );
  // No file was ever there.
  for (const status of ['pending', 'running', 'error', 'cancelled'] as const)
    expect(linkOf({ ...finished, status, file: null }, at('2026-11-30T12:00:00Z'))).toBe('none');
});

test('[EXPORT-11] a file that is gone before its seven days was erased, one that is there is withheld', () => {
  const soon = at('2026-11-18T12:00:00Z');
  expect(linkOf({ ...finished, file: null }, soon)).toBe('withheld');
  expect(linkOf({ ...finished, file: null, is_file_gone: true }, soon)).toBe('erased');
});

test('[EXPORT-04] the title of a survey is cut at 40 signs', () => {
  const forty = 'Pesquisa de satisfação depois da estadia';
  expect(Array.from(forty)).toHaveLength(40);
  expect(shortTitle(forty)).toBe(forty);
  const cut = shortTitle(`${forty}s`);
  expect(cut).toBe('Pesquisa de satisfação depois da estadi…'); // cspell:disable-line
  expect(Array.from(shortTitle('😀'.repeat(41)))).toHaveLength(40);
});

test('[EXPORT-05] the date of the request is dd/MM/yy HH:mm:ss', () => {
  expect(formatExactInstant('2026-11-03T12:04:05.000Z', 'America/Sao_Paulo')).toBe('03/11/26 09:04:05');
});

test('the list asks again while an export waits or runs, and rests otherwise', () => {
  for (const status of ['pending', 'running'] as const)
    expect(exportsPollMs([{ status: 'finished' }, { status }])).toBe(5_000);
  expect(exportsPollMs([{ status: 'finished' }, { status: 'error' }, { status: 'cancelled' }])).toBe(false);
});
