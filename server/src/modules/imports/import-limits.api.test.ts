import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { importBytesMax, importLimits } from '@escuta/contract/imports';
import type { ImportId } from '@escuta/contract/ids';
import { signedIn } from '../../testing/factories.ts';
import { rehearse, runImportNow, uploadPieces } from '../../testing/import-steps.ts';
import { testContext } from '../../testing/test-context.ts';
import { xlsxFile } from '../../testing/xlsx-file.ts';

/** How much an import takes, at its edges: the largest file and one byte more, the last row and one more. */

const context = testContext({ waitingUploadBytesMax: 2 * importBytesMax.csv });

type Person = Awaited<ReturnType<typeof signedIn>>;

/** What became of a file: how the upload was answered, and whether the storage has it. */
async function uploaded(person: Person, pieces: Iterable<Buffer>, fileName?: string) {
  const { write } = context.files;
  let key = '';
  context.files.write = (written, source) => write.call(context.files, (key = written), source);
  const answer = await uploadPieces(context, person, pieces, fileName).finally(() => {
    context.files.write = write;
  });
  return { status: answer.statusCode, body: answer.json(), storedBytes: await context.files.size(key) };
}

/** A CSV of so many bytes, made while it is sent: rows of a kilobyte, then blanks. */
function* csvOf(bytes: number): Generator<Buffer> {
  const header = Buffer.from('Nome;E-mail\n');
  yield header;
  const row = (at: number) => `${`Pessoa ${at};pessoa${at}@x.com`.padEnd(1_023, ' ')}\n`;
  const rows = Buffer.from(Array.from({ length: 1_024 }, (_, at) => row(at)).join(''));
  let left = bytes - header.length;
  for (; left >= rows.length; left -= rows.length) yield rows;
  yield Buffer.alloc(left, ' ');
}

/** A workbook of so many bytes, with nothing between its last part and its directory. */
function workbookOf(bytes: number): Buffer[] {
  const rows = [['E-mail'], ['ana@x.com'], ['bia@x.com']];
  const small = xlsxFile({ sheets: [{ name: 'x', rows }] });
  const end = Buffer.from(small.subarray(-22));
  const directory = end.readUInt32LE(16);
  const between = bytes - small.length;
  end.writeUInt32LE(directory + between, 16);
  return [small.subarray(0, directory), Buffer.alloc(between), small.subarray(directory, -22), end];
}

/** So many rows of an address alone. */
function* addresses(count: number, ending = '\n'): Generator<Buffer> {
  const rowsPerPiece = 10_000;
  for (let from = 0; from < count; from += rowsPerPiece) {
    const length = Math.min(rowsPerPiece, count - from);
    yield Buffer.from(Array.from({ length }, (_, at) => `p${from + at}@x.com${ending}`).join(''));
  }
}

describe('the size of a file', () => {
  test('[CIMPORT-01] a CSV has 200 MB, and nothing is kept of one with a byte more', { timeout: 300_000 }, async () => {
    const person = await signedIn(context);
    const bytes = 200 * 1_048_576;
    expect(await uploaded(person, csvOf(bytes))).toMatchObject({
      status: 201,
      body: { format: 'csv', sizeBytes: bytes, rowCount: 199 * 1_024 },
      storedBytes: bytes,
    });
    const refused = { status: 413, body: { code: 'TOO_LARGE' }, storedBytes: null };
    expect(await uploaded(person, csvOf(bytes + 1))).toMatchObject(refused);
  });

  test('[CIMPORT-01] a workbook has 50 MB, whatever its name', { timeout: 120_000 }, async () => {
    const person = await signedIn(context);
    const bytes = 50 * 1_048_576;
    const read = { status: 201, body: { format: 'xlsx', sizeBytes: bytes, rowCount: 2 }, storedBytes: bytes };
    expect(await uploaded(person, workbookOf(bytes), 'clientes.xlsx')).toMatchObject(read);
    const refused = { status: 413, body: { code: 'TOO_LARGE' }, storedBytes: null };
    for (const name of ['clientes.xlsx', 'clientes.csv'])
      expect(await uploaded(person, workbookOf(bytes + 1), name)).toMatchObject(refused);
  });
});

describe('the number of rows', () => {
  test(
    '[CIMPORT-02] a million is taken, and nothing is kept of a file with one more',
    { timeout: 300_000 },
    async () => {
      const person = await signedIn(context);
      expect(await uploaded(person, addresses(1_000_000))).toMatchObject({
        status: 201,
        body: { rowCount: 1_000_000 },
      });
      expect(await uploaded(person, addresses(1_000_001))).toMatchObject({
        status: 422,
        body: { code: 'TOO_MANY_ROWS', params: { most: importLimits.rows } },
        storedBytes: null,
      });
    },
  );

  test('[CIMPORT-02] who hides rows from the look at the file imports none of them', { timeout: 300_000 }, async () => {
    const person = await signedIn(context);
    // Quotes behind a comma, in a file of semicolons: two lines look like one row.
    const { body } = await uploaded(person, addresses(1_000_002, ';,"\n'));
    expect(body).toMatchObject({ rowCount: 500_001, delimiter: ';' });
    const { uploadId, hasHeader } = body;
    const settings = { hasHeader, mapping: ['email', 'ignore'] };
    const failed = { status: 'error', error: 'TOO_MANY_ROWS', counts: { created: 0, rejected: 0 } };
    expect(await rehearse(context, person, uploadId, settings)).toMatchObject(failed);
    const { headers } = person;
    const payload = { uploadId, ...settings };
    const started = await context.app.inject({ method: 'POST', url: '/api/imports', headers, payload });
    const id: ImportId = started.json()._id;
    await runImportNow(context, person.companyId, id);
    expect((await context.app.inject({ url: `/api/imports/${id}`, headers })).json()).toMatchObject(failed);
  });
});

test('[FILES-01] an upload is written while it arrives, and kept with its SHA-256', async () => {
  const person = await signedIn(context);
  const { write } = context.files;
  let stored = 0;
  context.files.write = (key, source) => {
    source.on('data', (piece: Buffer) => (stored += piece.length));
    return write.call(context.files, key, source);
  };
  const hash = createHash('sha256');
  let storedBeforeTheEnd = 0;
  async function* arriving(): AsyncGenerator<Buffer> {
    for (const piece of csvOf(8 * 1_048_576)) {
      storedBeforeTheEnd = stored;
      hash.update(piece);
      yield piece;
    }
  }
  const answer = await uploadPieces(context, person, arriving()).finally(() => {
    context.files.write = write;
  });
  expect(storedBeforeTheEnd).toBeGreaterThan(2 * 1_048_576);
  const { sha256 } = await context.database.withCompany(person.companyId, (tx) =>
    tx
      .selectFrom('import_uploads')
      .select('sha256')
      .where('company_id', '=', person.companyId)
      .where('id', '=', answer.json().uploadId)
      .executeTakeFirstOrThrow(),
  );
  expect(sha256.toString('hex')).toBe(hash.digest('hex'));
});
