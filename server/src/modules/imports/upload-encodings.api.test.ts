import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signedIn } from '../../testing/factories.ts';
import { runImportNow, upload } from '../../testing/import-steps.ts';
import { openTestHouse } from '../../testing/test-house.ts';
import type { TestHouse } from '../../testing/test-house.ts';

/** What letters with accents become on their way from a file to the contacts. */

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

type User = Awaited<ReturnType<typeof signedIn>>;

/** Some letters of code page 850, as the Unicode consortium lists them. */
const cp850: Readonly<Record<string, number>> = { ã: 0xc6, ç: 0x87, ê: 0x88, é: 0x82, í: 0xa1, ñ: 0xa4, õ: 0xe4 };
const inCp850 = (text: string) => Buffer.from([...text].map((sign) => cp850[sign] ?? sign.charCodeAt(0)));

const rows = 'Nome;E-mail\nInês Conceição;ines@x.com\nJosé Simões;jose@x.com\nñoño;nono@x.com\n';
const names = ['Inês Conceição', 'José Simões', 'ñoño'];

async function start({ headers }: User, { uploadId, hasHeader, mapping }: Record<string, unknown>) {
  const payload = { uploadId, hasHeader, mapping };
  return house.app.inject({ method: 'POST', url: '/api/imports', headers, payload });
}

async function importedNames(user: User, preview: Record<string, unknown>): Promise<string[]> {
  const started = await start(user, preview);
  await runImportNow(house, user.companyId, started.json()._id);
  const { data } = (await house.app.inject({ url: '/api/contacts?limit=100', headers: user.headers })).json();
  return data.map(({ name }: { name: string }) => name).sort();
}

describe('the encoding of a file', () => {
  test.each([
    ['cp850', inCp850(rows)],
    ['windows-1252', Buffer.from(rows, 'latin1')],
    ['utf-8', Buffer.from(rows)],
  ])('%s is found, and its letters come in as they were written', async (encoding, file) => {
    const user = await signedIn(house);
    const preview = (await upload(house, user, file)).json();
    expect(preview).toMatchObject({ encoding, sample: names.map((name) => [name, expect.any(String)]) });
    expect(await importedNames(user, preview)).toEqual(names);
  });
});
