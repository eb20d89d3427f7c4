import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSealed } from '#platform/crypto/sealed-text.ts';
import { secretsFrom } from '#platform/crypto/secrets.ts';
import { findProviderAccount, setProviderAccount } from '#modules/sends/channels/provider-account.ts';
import { keySeal } from '#modules/access/second-factor/take-code.ts';
import { takeRecoveryCode } from '#modules/access/second-factor/recovery-codes.ts';
import { enrolled } from '../testing/authenticator.ts';
import { createCompany } from '../testing/factories.ts';
import { testContext, testSecretKey } from '../testing/test-context.ts';
import { sealedColumns } from './sealed-columns.ts';

const program = join(import.meta.dirname, 'reseal.ts');
const nextKey = 'b7d1f0c2a94e6835d20c7be1f4a63985';
const url = (company: number) => `https://key:s3cret${company}@sms.example/v1`;
const context = testContext();

function reseal(keys: { SECRET_KEY: string; SECRET_KEYS_PREVIOUS?: string }) {
  const { databaseUrl, dataDir } = context.config;
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...keys };
  return spawnSync(process.execPath, [program], { env, encoding: 'utf8' });
}

/** A company with an account of its own with a provider. */
async function withAccount(at: number) {
  const { companyId } = await createCompany(context);
  const account = { companyId, channel: 'sms' as const, url: url(at), sender: 'Aurora', now: context.clock.now() };
  const id = await context.database.withCompany(companyId, (tx) => setProviderAccount(tx, context.secrets, account));
  return { companyId, id };
}

function readAccount({ companyId, id }: Awaited<ReturnType<typeof withAccount>>, key: string) {
  return context.database.withCompany(companyId, (tx) => findProviderAccount(tx, secretsFrom(key), { companyId, id }));
}

async function sealedKeyOf(userId: string): Promise<Buffer> {
  const { rows } = await context.database.withSystem((tx) =>
    sql<{ sealed_key: Buffer }>`SELECT sealed_key FROM authenticators WHERE user_id = ${userId}`.execute(tx),
  );
  return rows[0]?.sealed_key ?? Buffer.alloc(0);
}

// The database is that of other files, too: what they have sealed under keys of their own goes, and what stays is opened by the key
// of tests again.
beforeAll(async () => {
  for (const { table } of sealedColumns) await context.database.pool.query(`DELETE FROM ${table}`);
});
afterAll(() => void reseal({ SECRET_KEY: testSecretKey, SECRET_KEYS_PREVIOUS: nextKey }));

describe('a change of SECRET_KEY', () => {
  test('[ASVS-35] every sealed column is sealed anew under the key of today, each row for its company', async () => {
    const accounts = [await withAccount(1), await withAccount(2)] as const;
    const user = await enrolled(context);
    const opened = openSealed(context.secrets, keySeal(user.userId), await sealedKeyOf(user.userId));

    const run = reseal({ SECRET_KEY: nextKey, SECRET_KEYS_PREVIOUS: testSecretKey });
    expect([run.status, run.stderr]).toEqual([0, '']);
    for (const { table, column } of sealedColumns)
      expect(run.stdout).toMatch(new RegExp(`^${table}\\.${column}: \\d+ sealed anew, 0 that no key opens\\.$`, 'm'));
    // The key of before is not needed any more.
    expect((await readAccount(accounts[0], nextKey)).url).toBe(url(1));
    expect((await readAccount(accounts[1], nextKey)).url).toBe(url(2));
    await expect(readAccount(accounts[0], testSecretKey)).rejects.toThrow('whose key we do not have');
    const sealedKey = await sealedKeyOf(user.userId);
    expect(openSealed(secretsFrom(nextKey), keySeal(user.userId), sealedKey)).toBe(opened);

    const again = reseal({ SECRET_KEY: nextKey, SECRET_KEYS_PREVIOUS: testSecretKey });
    expect(again.stdout.match(/\d+ sealed anew/g)).toEqual(sealedColumns.map(() => '0 sealed anew'));
    expect((await sealedKeyOf(user.userId)).equals(sealedKey)).toBe(true);
  });

  test('what no key opens is counted and left as it is', async () => {
    const account = await withAccount(3);
    const run = reseal({ SECRET_KEY: 'f00dfaceb7d1f0c2a94e6835d20c7be1' });
    expect(run.status).toBe(1);
    expect(run.stdout).toMatch(/^provider_accounts\.sealed_url: 0 sealed anew, [1-9]\d* that no key opens\.$/m);
    expect((await readAccount(account, testSecretKey)).url).toBe(url(3));
  });

  test('every column of the database that holds a sealed text is known', async () => {
    const { rows } = await context.database.withSystem((tx) =>
      sql<{ name: string }>`
        SELECT attrelid::regclass || '.' || attname AS name FROM pg_attribute
        JOIN pg_class ON pg_class.oid = attrelid AND relkind = 'r'
        WHERE attname LIKE 'sealed%' AND relnamespace = 'public'::regnamespace AND NOT attisdropped
      `.execute(tx),
    );
    const known = sealedColumns.map(({ table, column }) => `${table}.${column}`);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
  });

  test('a recovery code that was written under the key of before is good once', async () => {
    const { userId, recoveryCodes } = await enrolled(context);
    const take = (key: string, previous: readonly string[]) =>
      context.database.withSystem((tx) =>
        takeRecoveryCode(tx, secretsFrom(key, previous), {
          userId,
          typed: recoveryCodes[0] ?? '',
          now: context.clock.now(),
        }),
      );
    expect(await take(nextKey, [])).toBe(false);
    expect(await take(nextKey, [testSecretKey])).toBe(true);
    expect(await take(nextKey, [testSecretKey])).toBe(false);
  });
});
