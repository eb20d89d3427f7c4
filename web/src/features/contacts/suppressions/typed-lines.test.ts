import { expect, test } from 'vitest';
import { typedLines } from '#web/features/contacts/suppressions/typed-lines.ts';

test('lines keep the number that people see beside them, and blank ones are none', () => {
  expect(typedLines('a@x.example\r\n\n  \n (11) 98765-4321 \rb')).toEqual([
    { number: 1, text: 'a@x.example' },
    { number: 4, text: '(11) 98765-4321' },
    { number: 5, text: 'b' },
  ]);
  expect(typedLines(' \n')).toEqual([]);
  expect(typedLines('x'.repeat(2_000))[0]!.text).toHaveLength(320);
});

test('a line may hold several addresses, as they are copied from a mail or a sheet', () => {
  expect(typedLines('a@x.example; b@x.example,\nc@x.example\t(11) 98765-4321;')).toEqual([
    { number: 1, text: 'a@x.example' },
    { number: 1, text: 'b@x.example' },
    { number: 2, text: 'c@x.example' },
    { number: 2, text: '(11) 98765-4321' },
  ]);
});
