import i18next from 'i18next';
import { expect, test } from 'vitest';
import { formatTimeZone } from '#web/lib/format.ts';

test.each([
  ['pt', 'America/Sao_Paulo', 'horário de Brasília'],
  ['es', 'America/Sao_Paulo', 'hora de Brasilia'],
  ['en', 'America/Sao_Paulo', 'Brasilia Time'],
  ['pt', 'America/New_York', 'horário do Leste'],
])('in %s the zone %s is “%s”', async (language, zone, name) => {
  await i18next.changeLanguage(language);
  expect(formatTimeZone(zone)).toBe(name);
});
