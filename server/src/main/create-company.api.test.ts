import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testContext } from '../testing/test-context.ts';

const program = join(import.meta.dirname, 'create-company.ts');
const email = `helena-${randomBytes(4).toString('hex')}@primeira.example`;
const password = 'uma senha bem comprida';
const values = ['--company', 'Primeira', '--unit', 'Centro', '--timezone', 'America/Bahia', '--name', 'Helena'];

const context = testContext();

function create(options: readonly string[], input: string) {
  const { databaseUrl, dataDir } = context.config;
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  return spawnSync(process.execPath, [program, ...options], { env, input, encoding: 'utf8' });
}

test('a company made at the terminal has a unit, and its owner signs in and may do everything', async () => {
  const made = create([...values, '--email', email.toUpperCase()], `${password}\n`);
  expect([made.status, made.stderr]).toEqual([0, '']);
  const signedIn = await context.app.inject({ method: 'POST', url: '/api/login', payload: { email, senha: password } });
  expect(signedIn.json()).toMatchObject({ result: 1, user: { role: 'own', _empresa: { nome: 'Primeira' } } });
  const headers = { authorization: signedIn.json().token };
  const contact = { name: 'Ana', email: 'ana@primeira.example', tel: null };
  const created = await context.app.inject({ method: 'POST', url: '/api/contacts', headers, payload: contact });
  expect(created.statusCode).toBe(201);
});

test('says what is missing, wrong or taken, and makes nothing', () => {
  const refusals = [
    create(values, password),
    create([...values, '--email', 'nobody'], password),
    create([...values, '--email', `other-${email}`, '--timezone', 'Mars/Olympus'], password),
    create([...values, '--email', `other-${email}`], 'short'),
    create([...values, '--email', email], password),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([1, 1, 1, 1, 1]);
  expect(refusals.map(({ stderr }) => stderr.trim())).toEqual([
    'Missing: --email',
    '--email is no e-mail address',
    '--timezone is no zone such as America/Sao_Paulo',
    'Give a password of at least 10 characters on standard input',
    `${email} is a user already`,
  ]);
});
