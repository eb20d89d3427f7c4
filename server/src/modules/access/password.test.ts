import { readFile } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './password.ts';

test('[ASVS-03] passwords are kept as argon2id with OWASP’s parameters and a salt of their own', async () => {
  const [one, other] = await Promise.all([hashPassword('Escuta@Demo1'), hashPassword('Escuta@Demo1')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(other);
  expect(await isPassword(one, 'Escuta@Demo1')).toBe(true);
  expect(await isPassword(one, 'escuta@demo1')).toBe(false);
  expect(await isPassword(null, 'no user has this password')).toBe(false);
});

test('every sign of a long password counts: its end, a zero byte, letters of more than one byte', async () => {
  const long = `Aa1!${'ç'.repeat(1_019)}`;
  const hash = await hashPassword(`${long}x`);
  expect(await isPassword(hash, `${long}x`)).toBe(true);
  expect(await isPassword(hash, `${long}y`)).toBe(false);
  expect(await isPassword(hash, long)).toBe(false);
  expect(await isPassword(await hashPassword('Aa1!\0one'), 'Aa1!\0two')).toBe(false);
});

test('a file is read while many passwords are worked on: they leave threads to everything else', async () => {
  const many = 40;
  let worked = 0;
  const hashes = Array.from({ length: many }, async () => {
    await hashPassword('Escuta@Demo1');
    worked += 1;
  });
  // They are all in line before the file is.
  await turn();
  await readFile(import.meta.filename);
  const before = worked;
  await Promise.all(hashes);
  expect(worked).toBe(many);
  // It takes a few turns of a thread, and each hash in front of it would be one.
  expect(before).toBeLessThan(many / 4);
});
