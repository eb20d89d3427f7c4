import { expect, test } from 'vitest';
import { focusedAfter, pickedBy, plain } from './picking.ts';

test('[PALETTE-18] Enter with a search and one match picks that match, whatever is focused', () => {
  expect(pickedBy(['one'], { search: 'o', focused: 0 })).toBe('one');
  expect(pickedBy(['one'], { search: 'o', focused: 4 })).toBe('one');
});

test('[PALETTE-19] Enter with a search and several matches picks the focused one', () => {
  expect(pickedBy(['one', 'other', 'third'], { search: 'o', focused: 1 })).toBe('other');
  expect(pickedBy([], { search: 'o', focused: 0 })).toBeUndefined();
});

test('[PALETTE-20] Enter without a search picks the focused one, also where it is the only one', () => {
  expect(pickedBy(['one', 'other'], { search: '', focused: 1 })).toBe('other');
  expect(pickedBy(['one'], { search: '  ', focused: 3 })).toBeUndefined();
});

test('arrows go round, and nowhere in an empty list', () => {
  expect([focusedAfter('ArrowDown', 2, 3), focusedAfter('ArrowUp', 0, 3), focusedAfter('ArrowDown', 0, 3)]).toEqual([
    0, 2, 1,
  ]);
  expect(focusedAfter('ArrowUp', 0, 0)).toBe(0);
});

test('words are compared without case and accents', () => {
  expect(plain(' Ir para Administração ')).toBe('ir para administracao');
});
