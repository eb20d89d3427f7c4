import { expect, test } from 'vitest';
import { timezone } from './company-settings.ts';

test.each(['America/Sao_Paulo', 'America/Argentina/Buenos_Aires', 'Pacific/Auckland', 'Europe/Lisbon', 'UTC'])(
  '%s is a time zone',
  (name) => expect(timezone.safeParse(name).success).toBe(true),
);

test.each([
  'AET',
  'IST',
  'BST',
  'EST5EDT',
  'US/Pacific-New',
  'Etc/GMT+3',
  'Brazil/East',
  'America/Atlantis',
  'UTC+3',
  '+03:00',
  '',
])('%o is none', (name) => expect(timezone.safeParse(name).success).toBe(false));
