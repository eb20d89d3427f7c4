import { describe, expect, test } from 'vitest';
import { passwordProblems, signUpPasswordLengthMin } from './password.ts';
import { businessAreas, campaignKeys, createSignUpUser, sendSignUpEmail } from './sign-up.ts';

describe('the e-mail of a sign-up', () => {
  test.each(['ana@aurora', 'ana@localhost', 'ana@', 'ana', ''])('[SIGNUP-08] is not %s', (email) => {
    expect(sendSignUpEmail.definition.body.safeParse({ email }).success).toBe(false);
  });

  test('is lower-cased, with a dot in its domain', () => {
    expect(sendSignUpEmail.definition.body.parse({ email: ' Ana@Aurora.Example ' }).email).toBe('ana@aurora.example');
  });
});

describe('the password of a sign-up', () => {
  const problems = (password: string) => passwordProblems(password, { lengthMin: signUpPasswordLengthMin });

  test('[SIGNUP-32] has nine characters of four kinds', () => {
    expect(problems('Vento&7Lua')).toEqual([]);
    expect(problems('Vento&7L')).toEqual(['lengthMin']);
    expect(problems('VENTO&7LUA')).toEqual(['lower']);
    expect(problems('vento&7lua')).toEqual(['upper']);
    expect(problems('Vento&Luas')).toEqual(['digit']);
    expect(problems('')).toEqual(['lengthMin', 'lower', 'upper', 'digit', 'special']);
    for (const sign of '$@!#%*?&') expect(problems(`Vento7Lua${sign}`)).toEqual([]);
    for (const sign of '-_.+ ') expect(problems(`Vento7Lua${sign}`)).toEqual(['special']);
  });
});

test('the words of an advertisement are cut, never refused', () => {
  const body = { token: 'x', ...Object.fromEntries(campaignKeys.map((key) => [key, 'w'.repeat(900)])) };
  const parsed = createSignUpUser.definition.body.parse(body);
  for (const key of campaignKeys) expect(parsed[key]).toHaveLength(300);
  expect(businessAreas).toHaveLength(19);
});
