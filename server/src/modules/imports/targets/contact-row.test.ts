import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutUnseen } from '@escuta/contract/name';
import { email } from '@escuta/contract/primitives';
import { nastyAddress } from '../../../testing/nasty-addresses.ts';
import { readContact } from './contact-row.ts';

const row = { rowNo: 2, fault: null, next: 0 };
const rules = {
  mapping: ['email', 'name'],
  titleCase: false,
  dayOrder: 'day-month',
  today: '2026-11-22',
  now: new Date('2026-11-22T12:00:00Z'),
} as const;

function emailOf(typed: string) {
  const { refusal, value } = readContact({ ...row, cells: [typed, 'Maria'] }, rules);
  return refusal ? refusal[0].reason : value.email;
}

test.each([
  ['Ana@São-Paulo.example', 'ana@xn--so-paulo-rza.example'],
  ['mailto:ana@x.com', 'ana@x.com'],
  ['MAILTO: Ana@X.com?subject=Oi&body=1', 'ana@x.com'],
  ['Ana Lima <ana@x.com>', 'ana@x.com'],
  ['"Lima, Ana" <mailto:ana@x.com>', 'ana@x.com'],
  ['outra@y.com < ana@x.com >', 'ana@x.com'],
  ['<ana@x.com>', 'ana@x.com'],
  ['Ana <ana@x.com>, Rui <rui@x.com>', 'email_invalid'],
  ['Ana <ana@x.com> e Rui', 'email_invalid'],
  ['Ana <>', 'email_invalid'],
  ['mailto:', 'email_invalid'],
  ['ok@ex.com/x', 'email_invalid'],
  ['a@127.0.0.010', 'email_invalid'],
  [`${'a'.repeat(65)}@example.com`, 'email_invalid'],
])('a cell with %s is read as %s', (typed, read) => {
  expect(emailOf(typed)).toBe(read);
});

test('a name is as long in a file as in the form: an emoji is one sign', () => {
  const named = (name: string) => readContact({ ...row, cells: ['a@x.example', name] }, rules);
  expect(named('😀'.repeat(200)).value?.name).toBe('😀'.repeat(200));
  expect(JSON.stringify(named('😀'.repeat(201)))).toContain('name_too_long');
});

test.each([
  ['language', 'pt-BR', { language: 'pt' }],
  ['language', 'Portugués', { language: 'pt' }],
  ['language', 'ESPANHOL', { language: 'es' }],
  ['language', 'English (US)', { language: 'en' }],
  ['language', 'Klingon', 'language_unknown'],
  ['timezone', 'America/Sao_Paulo', { timezone: 'America/Sao_Paulo' }],
  ['timezone', 'Brasília', 'timezone_unknown'],
  ['tags', 'VIP; Rio, RJ ;vip;', { tags: ['VIP', 'Rio, RJ'] }],
  ['tags', 'VIP, Rio', { tags: ['VIP', 'Rio'] }],
  ['tags', 'a'.repeat(41), 'tags_not_valid'],
  ['tags', Array.from({ length: 21 }, (_, at) => `t${at}`).join(','), 'tags_not_valid'],
] as const)('a cell of %s with %s is read as %j', (field, typed, read) => {
  const found = readContact({ ...row, cells: ['ana@x.com', typed] }, { ...rules, mapping: ['email', field] });
  const isRefused = typeof read === 'string';
  const warnings = isRefused ? [{ reason: read, column: 1 }] : [];
  expect(found).toMatchObject({ warnings, value: isRefused ? { email: 'ana@x.com' } : read });
});

test('a row takes the addresses that the form takes, and no other', () => {
  fc.assert(
    // A cell's spaces become one, and an apostrophe before a formula and what nobody sees fall away, before it is read.
    fc.property(
      nastyAddress.filter((typed) => !/\s/.test(typed) && withoutUnseen(typed) === typed),
      (typed) => {
        const parsed = email.safeParse(typed);
        expect(emailOf(typed)).toBe(parsed.success ? parsed.data : 'email_invalid');
      },
    ),
    { numRuns: 2_000 },
  );
});

test.each([
  ['\u202eAna\u200b Maria', { name: 'Ana Maria', company: 'Ana Maria' }],
  ['\u200b\u200b', { name: null, company: null }],
  ['👩\u200d🚀', { name: '👩\u200d🚀', company: '👩\u200d🚀' }],
])('a name, of a person or a company, is read without what nobody sees: %j', (typed, read) => {
  const { value, warnings } = readContact(
    { ...row, cells: ['ana@x.com', typed, typed] },
    { ...rules, mapping: ['email', 'name', 'company'] },
  ) as { value?: object; warnings?: unknown };
  expect(value).toMatchObject(read);
  expect(warnings).toEqual([]);
});
