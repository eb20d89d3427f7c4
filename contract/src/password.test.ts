import { expect, test } from 'vitest';
import { passwordLengthMin, passwordProblems, signUpPasswordLengthMin } from './password.ts';

const problems = (password: string, lengthMin = passwordLengthMin) => passwordProblems(password, { lengthMin });

test('[RESET-07, INVITE-06] a password has a lowercase and an uppercase letter, a digit, one of $@!#%*?& and 8 characters', () => {
  expect(problems('Abcde1!x')).toEqual([]);
  expect(problems('Abcde1!')).toEqual(['lengthMin']);
  expect(problems('ABCDE1!X')).toEqual(['lower']);
  expect(problems('abcde1!x')).toEqual(['upper']);
  expect(problems('Abcdef!x')).toEqual(['digit']);
  expect(problems('Abcdef1x')).toEqual(['special']);
  expect(problems('')).toEqual(['lengthMin', 'lower', 'upper', 'digit', 'special']);
});

test('each of the eight special characters will do, and no other', () => {
  for (const sign of '$@!#%*?&') expect(problems(`Abcdef1${sign}`)).toEqual([]);
  for (const sign of '-_.,;:^~()[]{}<>/|+="\' ') expect(problems(`Abcdef1${sign}`)).toEqual(['special']);
});

test('[SIGNUP-32] the self-service sign-up asks for 9 characters', () => {
  expect(problems('Abcde1!x', signUpPasswordLengthMin)).toEqual(['lengthMin']);
  expect(problems('Abcdef1!x', signUpPasswordLengthMin)).toEqual([]);
});

test('letters of any alphabet count, and a character counts once however it is stored', () => {
  expect(problems('ÁÉÍÓçãe1!')).toEqual([]);
  expect(problems('Aa1!😀😀😀')).toEqual(['lengthMin']);
});
