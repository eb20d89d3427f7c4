import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { createCompany } from '../testing/factories.ts';
import { testContext, testSecretKey } from '../testing/test-context.ts';
import { accountOf, findProviderAccount } from '#modules/sends/channels/provider-account.ts';

const program = join(import.meta.dirname, 'set-provider-account.ts');
const url = 'https://key:s3cret@sms.example/v1';
const context = testContext();

function set(options: readonly string[], input: string) {
  const { databaseUrl, dataDir } = context.config;
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SECRET_KEY: testSecretKey };
  return spawnSync(process.execPath, [program, ...options], { env, input, encoding: 'utf8' });
}

test('an account set at the terminal is the company’s from then on, and only we can read it', async () => {
  const { companyId } = await createCompany(context);
  const made = set(['--company', companyId, '--channel', 'sms', '--sender', 'Aurora'], `${url}\n`);
  expect([made.status, made.stderr]).toEqual([0, '']);
  expect(made.stdout).not.toContain('s3cret');
  const account = await context.database.withCompany(companyId, async (tx) => {
    const inUse = await accountOf(tx, context.config, { companyId, channel: 'sms' });
    return findProviderAccount(tx, context.secrets, { companyId, id: inUse?.key ?? '' });
  });
  expect(account).toEqual({ channel: 'sms', sender: 'Aurora', url });
});

test('says what is missing or wrong, and sets nothing', async () => {
  const { companyId } = await createCompany(context);
  const whole = ['--company', companyId, '--channel', 'sms', '--sender', 'Aurora'];
  const refusals = [
    set(['--company', 'aurora', ...whole.slice(2)], url),
    set([...whole, '--channel', 'pigeon'], url),
    set(whole.slice(0, 4), url),
    set([...whole, '--company', newId()], url),
    set(whole, 'http://key:s3cret@sms.example'),
  ];
  expect(refusals.map(({ status, stderr }) => [status, stderr.trim()])).toEqual([
    [1, '--company is no id of a company'],
    [1, '--channel is one of email, sms'],
    [1, '--sender is missing: whom the messages come from'],
    [1, 'There is no such company'],
    [1, 'The address of the SMS provider begins with https://'],
  ]);
});
