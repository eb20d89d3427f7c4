import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { CompanyId, UploadId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { memoryFiles } from '../../testing/memory-files.ts';
import { storeUpload } from './store-upload.ts';

/** What is found in a file before anybody says anything of it. */

async function found(bytes: Buffer) {
  const content = Readable.from([bytes], { objectMode: false });
  const file = {
    name: 'contatos.csv',
    content,
    isCut: () => false,
    type: 'import_contacts',
    choices: { customFields: [] },
  } as const;
  return (await storeUpload(memoryFiles(), { companyId: newId<CompanyId>(), uploadId: newId<UploadId>() }, file))
    .preview;
}

const cells = [
  ['Nome', 'E-mail', 'Nascimento'],
  ['Inês', 'ines@x.com', '03/04/1990'],
  ['João', 'joao@x.com', '17/05/1991'],
];
const table = (delimiter: string, from = 0) =>
  cells
    .slice(from)
    .map((row) => row.join(delimiter))
    .join('\n');

describe('a CSV', () => {
  test.each([
    ['utf-8', Buffer.from(table(';'))],
    ['utf-8', Buffer.from(`\ufeff${table(';')}`)],
    ['windows-1252', Buffer.from(table(';'), 'latin1')],
  ])('[CIMPORT-03] the encoding is found: %s', async (encoding, bytes) => {
    expect(await found(bytes)).toMatchObject({ encoding, sample: cells.slice(1), columns: cells[0] });
  });

  test.each([',', ';', '\t'])('[CIMPORT-03] the delimiter is found: %j', async (delimiter) => {
    expect(await found(Buffer.from(table(delimiter)))).toMatchObject({ delimiter, sample: cells.slice(1) });
  });

  test.each([
    [true, cells[0], 2],
    [false, ['A', 'B', 'C'], 2],
  ])('[CIMPORT-03] whether there is a header is found: %s', async (hasHeader, columns, rowCount) => {
    const bytes = Buffer.from(table(';', hasHeader ? 0 : 1));
    expect(await found(bytes)).toMatchObject({ hasHeader, columns, rowCount, sample: cells.slice(1) });
  });

  test.each([
    ['day-month', '17/05/1991'],
    ['month-day', '05/17/1991'],
    ['day-month', '04/03/1991'],
  ])('[CIMPORT-03] the order of its dates is found: %s of %s', async (dayOrder, date) => {
    const bytes = Buffer.from(table(';').replace('17/05/1991', date));
    expect(await found(bytes)).toMatchObject({ dayOrder, mapping: ['name', 'email', 'birthday'] });
  });
});
