import { expect, test } from 'vitest';
import { distinctEmails, isBrokenEmail } from '#web/features/sign-up/invites.ts';

test('[SIGNUP-49] an e-mail that is typed twice is invited once, however it is written', () => {
  const typed = ['Rui@Lua.example', '', ' rui@lua.example ', 'bia@lua.example', 'RUI@LUA.EXAMPLE'];
  expect(distinctEmails(typed)).toEqual(['rui@lua.example', 'bia@lua.example']);
  expect(typed.filter(isBrokenEmail)).toEqual([]);
  expect(['rui@lua', 'rui'].filter(isBrokenEmail)).toEqual(['rui@lua', 'rui']);
});
