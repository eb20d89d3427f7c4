import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { CompanyId, UploadId } from '@escuta/contract/ids';
import { customFieldOf } from '@escuta/contract/imports';
import type { IncomingContact } from '#modules/contacts/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import { Refusal } from '#platform/http/refusal.ts';
import { readTable, tableStart } from '#platform/tabular/read-table.ts';
import { fieldsOfCorpus } from '../../testing/hostile-files/hostile-file.ts';
import type { HostileFile } from '../../testing/hostile-files/hostile-file.ts';
import { hostileFiles } from '../../testing/hostile-files/hostile-files.ts';
import { memoryFiles } from '../../testing/memory-files.ts';
import { layoutOf } from './file-preview.ts';
import { emptyChunk, readInto } from './import-chunk.ts';
import { storeUpload } from './store-upload.ts';
import type { RowProblem } from './target.ts';
import { tableFile } from './table-file.ts';
import { contactsTarget } from './targets/contacts.ts';

/** Each file of the corpus by the way of an upload and its import, up to the database. */

const customs = fieldsOfCorpus.map(({ internal_name: name }) => name);

const codes = (problems: readonly RowProblem[]) => problems.map(({ reason }) => reason).join(',');

function shown({ name, email, tel, birthday, custom = {} }: IncomingContact, warnings: readonly RowProblem[]): string {
  const values = [name, email, tel, birthday, ...customs.map((field) => custom[field] ?? null)];
  const line = values.map((value) => value ?? '').join('|');
  return line.replace(/\|+$/, '') + (warnings.length > 0 ? ` ~${codes(warnings)}` : '');
}

async function outcomeOf({ make }: HostileFile) {
  const files = memoryFiles();
  const bytes = make();
  const incoming = { companyId: newId<CompanyId>(), uploadId: newId<UploadId>() };
  const content = Readable.from([bytes], { objectMode: false });
  const file = {
    name: 'contatos.csv',
    content,
    isCut: () => false,
    type: 'import_contacts',
    choices: { customFields: fieldsOfCorpus },
  } as const;
  const { fileKey, preview } = await storeUpload(files, incoming, file);
  const { hasHeader, mapping, dayOrder, decimal, encoding, delimiter } = preview;
  const named = new Set(mapping.map(customFieldOf));
  const fields = new Map(
    fieldsOfCorpus.filter((field) => named.has(field.internal_name)).map((field) => [field.internal_name, field]),
  );
  const custom = { fields, required: new Map(), decimal: decimal ?? ',' };
  const run = { preview, hasHeader, mapping, dayOrder, titleCase: false, blankCells: 'keep', custom } as const;
  const chunk = emptyChunk<IncomingContact>(tableStart);
  for await (const rows of readTable(tableFile(files, fileKey, bytes.length), layoutOf(preview), tableStart))
    readInto(chunk, contactsTarget, { run, rows, today: '2026-11-25', now: new Date('2026-11-25T12:00:00Z') });
  const good = chunk.good.map(({ row, value, warnings }) => [row.rowNo, shown(value, warnings)] as const);
  const refused = chunk.refused.map(({ row, problems }) => [row.rowNo, `!${codes(problems)}`] as const);
  const rows = [...good, ...refused].sort(([one], [other]) => one - other).map(([rowNo, text]) => `${rowNo} ${text}`);
  return { rows, encoding, delimiter, rowCount: preview.rowCount };
}

test.each(hostileFiles)('$name', async (file) => {
  const outcome = await outcomeOf(file).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, ...error.params };
  });
  // What is counted beforehand is what comes.
  const rowCount = 'rows' in file.outcome ? { rowCount: file.outcome.rows.length } : {};
  expect(outcome).toMatchObject({ ...file.outcome, ...rowCount });
});

test('no two files have the same name, and there are more than forty', () => {
  expect(new Set(hostileFiles.map(({ name }) => name)).size).toBe(hostileFiles.length);
  expect(hostileFiles.length).toBeGreaterThan(40);
});
