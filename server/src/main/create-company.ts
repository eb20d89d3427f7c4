// Makes a company with its first unit and its owner; the owner's password is read from standard input, so that it stands
// in no list of processes and in no history. The first start of docs/operations.md.
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { createOwner, isEmailTaken } from '#modules/access/index.ts';
import { createCompany } from '#modules/companies/index.ts';
import { runOnce } from './run-once.ts';

const passwordMin = 10;
const wanted = ['company', 'unit', 'timezone', 'name', 'email'] as const;

const values = readOptions();
const given = (name: (typeof wanted)[number]) => String(values[name] ?? '').trim();
const missing = wanted.filter((name) => given(name) === '');
if (missing.length > 0) fail(`Missing: ${missing.map((name) => `--${name}`).join(', ')}`);
if (!/^\S+@\S+\.\S+$/.test(given('email'))) fail('--email is no e-mail address');
if (!isTimezone(given('timezone'))) fail('--timezone is no zone such as America/Sao_Paulo');
const password = (await text(process.stdin)).trim();
if (password.length < passwordMin) fail(`Give a password of at least ${passwordMin} characters on standard input`);

await runOnce('create-company', async ({ database }) => {
  const email = given('email');
  if (await database.withSystem((tx) => isEmailTaken(tx, email))) fail(`${email} is a user already`);
  const { companyId } = await createCompany(database, {
    name: given('company'),
    unit: given('unit'),
    timezone: given('timezone'),
  });
  await createOwner(database, { companyId, name: given('name'), email, password });
  console.log(`${given('company')} is there; ${email} may sign in.`);
});

function readOptions(): Readonly<Record<string, string | boolean | undefined>> {
  try {
    return parseArgs({ options: Object.fromEntries(wanted.map((name) => [name, { type: 'string' as const }])) }).values;
  } catch (error) {
    return fail((error as Error).message);
  }
}

function isTimezone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
