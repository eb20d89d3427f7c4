import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportId } from '@escuta/contract/ids';
import { fileMediaTypes } from '@escuta/contract/file-formats';
import { textOf } from '#platform/tabular/table.ts';
import { dayIn } from '#platform/time/clock.ts';
import { signedIn } from '../../testing/factories.ts';
import { runImportNow, upload } from '../../testing/import-steps.ts';
import { storedRows } from '../../testing/stored-file.ts';
import { openTestContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';
import { xlsxFile } from '../../testing/xlsx-file.ts';
import type { MadeCell } from '../../testing/xlsx-file.ts';

/** Workbooks through the real routes: found by their content, previewed like a CSV, imported and gone on with after a kill. */

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

type Unit = Awaited<ReturnType<typeof signedIn>>;

const header = ['Nome', 'E-mail', 'Celular', 'Loja'];
const people: MadeCell[][] = [
  ['Relatório de clientes'],
  [],
  header,
  ['MARIA DA SILVA', 'maria@x.com', 11_987_654_321, 'Centro'],
  ['JOÃO D’ÁVILA', 'joao@x.com', '(21) 99876-5432', ''],
  ['ANA', 'ana@', 5_541_999_998_888],
];

async function start({ headers }: Unit, preview: Record<string, unknown>, more: object = {}): Promise<ImportId> {
  const { uploadId, hasHeader, mapping } = preview;
  const payload = { uploadId, hasHeader, mapping, ...more };
  const started = await context.app.inject({ method: 'POST', url: '/api/imports', headers, payload });
  expect([started.statusCode, started.json().code]).toEqual([202, undefined]);
  return started.json()._id;
}

async function shown({ headers }: Unit, id: ImportId) {
  return (await context.app.inject({ url: `/api/imports/${id}`, headers })).json();
}

interface Shown {
  readonly name: string;
  readonly email: string | null;
  readonly tel: string | null;
  readonly _company: { readonly name: string } | null;
}

async function contactsOf({ headers }: Unit) {
  const { data } = (await context.app.inject({ url: '/api/contacts?limit=100&sort=name', headers })).json();
  return (data as Shown[]).map(({ name, email, tel, _company }) => [name, email, tel, _company?.name ?? null]);
}

/** The cells of the file of errors, which is a workbook too, with its heading. */
async function errorRowsOf({ headers }: Unit, id: ImportId, language = 'pt') {
  const answer = await context.app.inject({ url: `/api/imports/${id}/errors?language=${language}`, headers });
  const rows = await storedRows(answer.rawPayload, { format: 'xlsx', sheet: 0 });
  return rows.map(({ cells }) => cells);
}

describe('a workbook', () => {
  test.each(['shared', 'inline'] as const)(
    '[CIMPORT-04] with texts that are %s is previewed and mapped like a CSV, whatever its name, and imported',
    async (texts) => {
      const unit = await signedIn(context);
      const bytes = xlsxFile({ sheets: [{ name: 'Clientes', rows: people }], texts });
      const answer = await upload(context, unit, bytes, 'clientes.csv');
      expect([answer.statusCode, answer.json()]).toEqual([
        201,
        {
          uploadId: expect.any(String),
          type: 'import_contacts',
          survey: null,
          importedBefore: null,
          isMappingRemembered: false,
          fileName: 'clientes.csv',
          sizeBytes: bytes.length,
          format: 'xlsx',
          encoding: null,
          delimiter: null,
          sheets: ['Clientes'],
          sheet: 0,
          hasHeader: true,
          rowCount: 3,
          columns: header,
          sample: [
            ['MARIA DA SILVA', 'maria@x.com', '11987654321', 'Centro'],
            ['JOÃO D’ÁVILA', 'joao@x.com', '(21) 99876-5432'],
            ['ANA', 'ana@', '5541999998888'],
          ],
          mapping: ['name', 'email', 'tel', 'company'],
          hasCapitalNames: true,
          dayOrder: 'day-month',
          isDayOrderOpen: true,
        },
      ]);
      const id = await start(unit, answer.json(), { titleCase: true });
      await runImportNow(context, unit.companyId, id);
      expect(await shown(unit, id)).toMatchObject({
        status: 'finished',
        totalData: 3,
        counts: { created: 3, updated: 0, unchanged: 0, rejected: 0, warned: 1 },
      });
      expect(await contactsOf(unit)).toEqual([
        ['Ana', null, '+5541999998888', null],
        ['João D’Ávila', 'joao@x.com', '+5521998765432', null],
        ['Maria da Silva', 'maria@x.com', '+5511987654321', 'Centro'],
      ]);
      expect(await errorRowsOf(unit, id)).toEqual([
        ['Linha', 'Motivo', ...header],
        [6, 'E-mail inválido (E-mail). Importado sem este campo.', 'ANA', 'ana@', '5541999998888'],
      ]);
    },
  );

  test('[CIMPORT-13] its refused rows come back as a workbook that runs no formula, and once mended it is imported as it is', async () => {
    const unit = await signedIn(context);
    const rows: MadeCell[][] = [
      ['Nombre', 'Correo', 'Teléfono'],
      ['=1+1', 'x', ''],
      ['Ana & Cia\nLtda', 'y', '+55 11 98765-43'],
      ['Bia', 'bia@x.com'],
    ];
    const preview = (await upload(context, unit, xlsxFile({ sheets: [{ name: 'x', rows }] }), 'clientes.xlsx')).json();
    const id = await start(unit, preview);
    await runImportNow(context, unit.companyId, id);
    const answer = await context.app.inject({ url: `/api/imports/${id}/errors?language=es`, headers: unit.headers });
    expect(answer.headers['content-type']).toBe(fileMediaTypes.xlsx);
    const name = `clientes-errores-${dayIn('America/Sao_Paulo', context.clock.now())}.xlsx`;
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${name}"; filename*=UTF-8''${name}`);
    const refused = await errorRowsOf(unit, id, 'es');
    expect(refused).toEqual([
      ['Fila', 'Motivo', 'Nombre', 'Correo', 'Teléfono'],
      [
        2,
        'No es un nombre, porque contiene una dirección web o empieza con “=” (Nombre). Correo no válido (Correo).',
        '=1+1',
        'x',
      ],
      [3, 'Correo no válido (Correo). Teléfono no válido (Teléfono).', 'Ana & Cia\nLtda', 'y', '+55 11 98765-43'],
    ]);

    const mended = refused.map((row) =>
      row.map((cell) => (/^[xy]$/.test(textOf(cell)) ? `${textOf(cell)}@x.com` : cell)),
    );
    const again = (
      await upload(context, unit, xlsxFile({ sheets: [{ name: 'Errores', rows: mended as MadeCell[][] }] }))
    ).json();
    expect(again).toMatchObject({ hasHeader: true, mapping: ['ignore', 'ignore', 'name', 'email', 'tel'] });
    const second = await start(unit, again);
    await runImportNow(context, unit.companyId, second);
    expect(await shown(unit, second)).toMatchObject({ counts: { created: 2, rejected: 0, warned: 2 } });
  });

  test('its file of errors is uploaded as it came', async () => {
    const unit = await signedIn(context);
    const rows: MadeCell[][] = [header, ...Array.from({ length: 2_500 }, (_, at) => [`Pessoa ${at}`, `p${at}@`])];
    const preview = (await upload(context, unit, xlsxFile({ sheets: [{ name: 'x', rows }] }))).json();
    const id = await start(unit, preview);
    await runImportNow(context, unit.companyId, id);
    const answer = await context.app.inject({ url: `/api/imports/${id}/errors`, headers: unit.headers });
    expect((await upload(context, unit, answer.rawPayload, 'contatos-erros.xlsx')).json()).toMatchObject({
      format: 'xlsx',
      sheets: ['Erros'],
      rowCount: 2_500,
      columns: ['Linha', 'Motivo', ...header],
      mapping: ['ignore', 'ignore', 'name', 'email', 'tel', 'company'],
    });
  });

  test('names in capitals stay as they are where nobody asked for anything else', async () => {
    const unit = await signedIn(context);
    const preview = (await upload(context, unit, 'nome;e-mail\nMARIA DA SILVA;maria@x.com\n')).json();
    expect(preview.hasCapitalNames).toBe(true);
    await runImportNow(context, unit.companyId, await start(unit, preview));
    expect(await contactsOf(unit)).toEqual([['MARIA DA SILVA', 'maria@x.com', null, null]]);
  });

  test('the first sheet that can be seen is read; another may be chosen before the import begins', async () => {
    const unit = await signedIn(context);
    const bytes = xlsxFile({
      sheets: [
        { name: 'Listas', rows: [['nada']], state: 'hidden' },
        { name: 'Loja 1', rows: [header, ['Ana', 'ana@x.com']] },
        { name: 'Loja 2', rows: [['E-mail'], ['bia@x.com'], ['caio@x.com']] },
      ],
    });
    const preview = (await upload(context, unit, bytes)).json();
    expect(preview).toMatchObject({ sheets: ['Listas', 'Loja 1', 'Loja 2'], sheet: 1, rowCount: 1 });
    const choose = (payload: object) =>
      context.app.inject({
        method: 'PUT',
        url: `/api/imports/uploads/${preview.uploadId}/layout`,
        headers: unit.headers,
        payload,
      });
    expect((await choose({ sheet: 3 })).json().code).toBe('INVALID_INPUT');
    expect((await choose({ encoding: 'utf-8', delimiter: ';' })).json().code).toBe('INVALID_INPUT');
    const other = (await choose({ sheet: 2 })).json();
    expect(other).toMatchObject({ sheet: 2, rowCount: 2, columns: ['E-mail'], mapping: ['email'] });
    await runImportNow(context, unit.companyId, await start(unit, other));
    expect((await contactsOf(unit)).map(([, email]) => email)).toEqual(['bia@x.com', 'caio@x.com']);
    expect((await choose({ sheet: 1 })).json().code).toBe('UPLOAD_STARTED');
  });

  test('a CSV has no sheets to choose from', async () => {
    const unit = await signedIn(context);
    const { uploadId } = (await upload(context, unit, 'nome;e-mail\nAna;ana@x.com\n')).json();
    const url = `/api/imports/uploads/${uploadId}/layout`;
    const answer = await context.app.inject({ method: 'PUT', url, headers: unit.headers, payload: { sheet: 0 } });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_INPUT']);
  });

  test('a sheet that turns out to be damaged behind its beginning ends the import with a code', async () => {
    const unit = await signedIn(context);
    const rows = [header, ...Array.from({ length: 50 }, (_, at): MadeCell[] => [`Pessoa ${at}`, `pessoa${at}@x.com`])];
    const preview = (await upload(context, unit, xlsxFile({ sheets: [{ name: 'x', rows }] }))).json();
    const id = await start(unit, preview);
    const broken = xlsxFile({
      sheets: [{ name: 'x', rows }],
      parts: { 'xl/worksheets/sheet1.xml': '<worksheet><row>' },
    });
    await context.files.write(`imports/${unit.companyId}/${preview.uploadId}`, Readable.from([broken]));
    await runImportNow(context, unit.companyId, id);
    expect(await shown(unit, id)).toMatchObject({ status: 'error', error: 'FILE_BROKEN' });
  });

  test('an import that was cut off goes on behind its checkpoint, loses nothing and doubles nothing', async () => {
    const unit = await signedIn(context);
    const rows: MadeCell[][] = [
      header,
      ...Array.from({ length: 3_500 }, (_, at) => [
        `Pessoa ${at}`,
        at % 100 === 7 ? `pessoa@${at}` : `pessoa${at}@x.com`,
      ]),
    ];
    const preview = (await upload(context, unit, xlsxFile({ sheets: [{ name: 'x', rows }] }))).json();
    const id = await start(unit, preview);
    // The database goes away while the third chunk is written, as it does for a worker that is killed there.
    const { withCompany } = context.database;
    let chunks = 0;
    context.database.withCompany = async (companyId, work) => {
      const done = await withCompany(companyId, work);
      if (typeof done === 'boolean' && (chunks += 1) === 2) throw new Error('killed');
      return done;
    };
    await expect(runImportNow(context, unit.companyId, id)).rejects.toThrow('killed');
    context.database.withCompany = withCompany;
    const left = await shown(unit, id);
    // Two chunks, each of a thousand rows and what came with the last of them.
    const done = left.counts.created + left.counts.rejected;
    expect([left.status, done >= 2_000, done < 2_200]).toEqual(['running', true, true]);

    await runImportNow(context, unit.companyId, id);
    expect(await shown(unit, id)).toMatchObject({
      status: 'finished',
      totalData: 3_500,
      counts: { created: 3_465, updated: 0, unchanged: 0, rejected: 35, warned: 0 },
    });
  });
});
