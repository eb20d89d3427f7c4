// cspell:ignore JOÇO CAPITÃO CAPITÇO ñoño Simões
import { describe, expect, test } from 'vitest';
import type { UploadId } from '@escuta/contract/ids';
import { otherUnitOf, signedIn, unitOf } from '../../testing/factories.ts';
import { runImportNow, upload } from '../../testing/import-steps.ts';
import { testContext } from '../../testing/test-context.ts';

/** What letters with accents become on their way from a file to the contacts. */

const context = testContext();

type User = Awaited<ReturnType<typeof signedIn>>;

/** Some letters of code page 850, as the Unicode consortium lists them. */
const cp850: Readonly<Record<string, number>> = {
  ã: 0xc6,
  ç: 0x87,
  ê: 0x88,
  é: 0x82,
  í: 0xa1,
  ñ: 0xa4,
  õ: 0xe4,
  Ã: 0xc7,
  Ú: 0xe9,
};
const inCp850 = (text: string) => Buffer.from([...text].map((sign) => cp850[sign] ?? sign.charCodeAt(0)));

const rows = 'Nome;E-mail\nInês Conceição;ines@x.com\nJosé Simões;jose@x.com\nñoño;nono@x.com\n';
const names = ['Inês Conceição', 'José Simões', 'ñoño'];

async function start({ headers }: User, { uploadId, hasHeader, mapping }: Record<string, unknown>) {
  const payload = { uploadId, hasHeader, mapping };
  return context.app.inject({ method: 'POST', url: '/api/imports', headers, payload });
}

async function importedNames(user: User, preview: Record<string, unknown>): Promise<string[]> {
  const started = await start(user, preview);
  await runImportNow(context, user.companyId, started.json()._id);
  const { data } = (await context.app.inject({ url: '/api/contacts?limit=100', headers: user.headers })).json();
  return data.map(({ name }: { name: string }) => name).sort();
}

describe('the encoding of a file', () => {
  test.each([
    ['cp850', inCp850(rows)],
    ['windows-1252', Buffer.from(rows, 'latin1')],
    ['utf-8', Buffer.from(rows)],
  ])('%s is found, and its letters come in as they were written', async (encoding, file) => {
    const user = await signedIn(context);
    const preview = (await upload(context, user, file)).json();
    expect(preview).toMatchObject({ encoding, sample: names.map((name) => [name, expect.any(String)]) });
    expect(await importedNames(user, preview)).toEqual(names);
  });
});

function choose({ headers }: Pick<User, 'headers'>, uploadId: UploadId, layout: object) {
  return context.app.inject({
    method: 'PUT',
    url: `/api/imports/uploads/${uploadId}/layout`,
    headers,
    payload: layout,
  });
}

describe('the layout that the person chooses', () => {
  // Capitals alone: this letter of code page 850 is another capital in Windows-1252.
  const capitals = inCp850('NOME;E-MAIL\nJOÃO;joao@x.com\nCAPITÃO;tiao@x.com\n');

  test('mends a file of code page 850 that was taken for Windows-1252, and the import reads it so', async () => {
    const user = await signedIn(context);
    const seen = (await upload(context, user, capitals)).json();
    expect(seen).toMatchObject({
      encoding: 'windows-1252',
      sample: [
        ['JOÇO', 'joao@x.com'],
        ['CAPITÇO', 'tiao@x.com'],
      ],
    });
    const answer = await choose(user, seen.uploadId, { encoding: 'cp850', delimiter: ';' });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        ...seen,
        encoding: 'cp850',
        sample: [
          ['JOÃO', 'joao@x.com'],
          ['CAPITÃO', 'tiao@x.com'],
        ],
        hasCapitalNames: true,
      },
    ]);
    expect(await importedNames(user, answer.json())).toEqual(['CAPITÃO', 'JOÃO']);
  });

  test('changes the columns with the delimiter, below a title and with every row counted', async () => {
    const user = await signedIn(context);
    // More than the beginning that is read again.
    const people = Array.from({ length: 12_000 }, (_, at) => `Ana, Bia;pessoa${at}@x.com`).join('\n');
    const file = `Clientes\n\nNome;E-mail\n${people}\n`;
    expect(file.length).toBeGreaterThan(262_144);
    const seen = (await upload(context, user, file)).json();
    const byComma = (await choose(user, seen.uploadId, { encoding: 'utf-8', delimiter: ',' })).json();
    expect(byComma).toMatchObject({
      columns: ['Clientes'],
      sample: { 1: ['Ana', ' Bia;pessoa0@x.com'] },
      rowCount: 12_001,
    });
    const again = (await choose(user, seen.uploadId, { encoding: 'utf-8', delimiter: ';' })).json();
    expect(again).toEqual(seen);
    expect(again).toMatchObject({ columns: ['Nome', 'E-mail'], rowCount: 12_000 });
  });

  test('is refused where nothing can be read with it, and what was kept stays', async () => {
    const user = await signedIn(context);
    const file = `Ana;ana@x.com\nBia;bia@x.com\n${'a,'.repeat(200)}b;c@x.com\n`;
    const seen = (await upload(context, user, file)).json();
    const refused = await choose(user, seen.uploadId, { encoding: 'utf-8', delimiter: ',' });
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'TOO_MANY_COLUMNS']);
    const id = (await start(user, seen)).json()._id;
    await runImportNow(context, user.companyId, id);
    const done = (await context.app.inject({ url: `/api/imports/${id}`, headers: user.headers })).json();
    expect(done).toMatchObject({ totalData: 3, counts: { created: 3 } });
  });

  test('is refused once an import reads the file', async () => {
    const user = await signedIn(context);
    const seen = (await upload(context, user, capitals)).json();
    expect((await start(user, seen)).statusCode).toBe(202);
    const refused = await choose(user, seen.uploadId, { encoding: 'cp850', delimiter: ';' });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'UPLOAD_STARTED']);
  });

  test('is one of those that we can read', async () => {
    const user = await signedIn(context);
    const { uploadId } = (await upload(context, user, capitals)).json();
    for (const layout of [
      { encoding: 'utf-16', delimiter: ';' },
      { encoding: 'utf-8', delimiter: '"' },
      { encoding: 'utf-8' },
    ]) {
      const answer = await choose(user, uploadId, layout);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_INPUT']);
    }
  });

  test('[CALL-03] is not found in another unit, nor in another company, nor when the file is gone', async () => {
    const user = await signedIn(context);
    const here = { headers: { ...user.headers, 'x-business-id': await unitOf(context, user.companyId) } };
    const there = { headers: { ...user.headers, 'x-business-id': await otherUnitOf(context, user.companyId) } };
    const written: string[] = [];
    const { uploadId } = (await upload(context, here, capitals, 'contatos.csv', (key) => written.push(key))).json();
    const layout = { encoding: 'cp850', delimiter: ';' };
    const status = async (who: Pick<User, 'headers'>) => (await choose(who, uploadId, layout)).statusCode;
    expect([await status(there), await status(await signedIn(context)), await status(here)]).toEqual([404, 404, 200]);
    await context.files.remove(written[0] ?? '');
    expect(await status(here)).toBe(404);
  });
});
