import { expect, test } from 'vitest';
import { isCommonPassword } from './common-password.ts';

test.each([
  'password',
  'P@ssw0rd',
  'Passw0rd!',
  'Senha@123',
  'Brasil@2026',
  'Qwerty@123',
  '123Flamengo!',
  'Aurora#2026',
])('[ASVS-02] %s is one of the passwords that are tried first', async (password) => {
  expect(await isCommonPassword(password)).toBe(true);
});

test.each(['Escuta@Demo1', 'Vento&7Lua', 'Cafe#Sol9!', 'tres Tigres 3!', 'x'.repeat(200)])(
  '%s is not',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  },
);
