import { getRehearsal, rehearseImport, startImport, uploadContactsFile } from '@escuta/contract/imports';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPreview, aRehearsal } from '#web/testing/import-samples.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';

/** The second step of the importer, with what the server answers to a rehearsal. */
async function openCheck(found = aRehearsal()) {
  const server = signedInServer()
    .on(uploadContactsFile)(() => aPreview)
    .on(rehearseImport)(() => aRehearsal({ status: 'pending', progress: 0 }))
    .on(getRehearsal)(() => found);
  const app = openApp('/importer/contacts');
  await app.user.upload(await screen.findByLabelText('Escolher arquivo'), new File(['a;b\n'], 'contatos.csv'));
  const part = within(await screen.findByRole('region', { name: 'Simulação' }));
  return { ...app, server, part };
}

test('says what the import would do with the choices as they are, and starts nothing', async () => {
  const counts = { created: 1_280, updated: 8, unchanged: 7, rejected: 12, warned: 3 };
  const { server, user, part } = await openCheck(aRehearsal({ counts }));
  await user.click(screen.getByRole('radio', { name: /^Só criar/ }));
  await user.click(part.getByRole('button', { name: 'Simular' }));
  for (const [name, figure] of [
    ['A criar', '1.280'],
    ['A atualizar', '8'],
    ['Sem alterações', '7'],
    ['Com erro', '12'],
    ['Com aviso', '3'],
  ] as const)
    expect((await part.findByText(name)).parentElement).toHaveTextContent(`${name}${figure}`);
  expect(server.asked(rehearseImport)).toMatchObject([
    { params: { id: aPreview.uploadId }, body: { mode: 'create', mapping: ['name', 'email', 'ignore'] } },
  ]);
  expect(server.count(startImport)).toBe(0);
});

test('lists the first rows that would be told of, each with what stands in the cell', async () => {
  const { user, part } = await openCheck(
    aRehearsal({
      counts: { created: 0, updated: 0, unchanged: 0, rejected: 150, warned: 1 },
      issues: [
        { row: 2, isWarning: true, problems: [{ reason: 'phone_invalid', column: 'Fone', cell: '123' }] },
        {
          row: 1_005,
          isWarning: false,
          problems: [
            { reason: 'no_address', column: null, cell: null },
            { reason: 'date_invalid', column: 'Nascimento', cell: '31/02/1990' },
          ],
        },
      ],
    }),
  );
  await user.click(part.getByRole('button', { name: 'Simular' }));
  const rows = await part.findAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'LinhaResultadoProblemaO que está na célula',
    '2Entra sem este campoTelefone inválido (Fone)123',
    expect.stringMatching(
      /^1\.005Fica de foraSem e-mail e sem telefoneData inválida ou no futuro; use dia\/mês\/ano \(Nascimento\).*31\/02\/1990$/,
    ),
  ]);
  expect(part.getByText(/^Mostramos as 2 primeiras linhas/)).toBeVisible();
});

test('says of who was erased that they were anonymized or deleted: the row does not tell which', async () => {
  const erased = {
    row: 2,
    isWarning: false,
    problems: [{ reason: 'person_erased' as const, column: null, cell: null }],
  };
  const { user, part } = await openCheck(
    aRehearsal({ counts: { created: 0, updated: 0, unchanged: 0, rejected: 1, warned: 0 }, issues: [erased] }),
  );
  await user.click(part.getByRole('button', { name: 'Simular' }));
  const words = 'A pessoa foi anonimizada ou eliminada a pedido e não pode ser importada de novo';
  expect(await part.findByText(words)).toBeVisible();
});

test('what was found is out of date once a choice has changed', async () => {
  const { server, user, part } = await openCheck();
  await user.click(part.getByRole('button', { name: 'Simular' }));
  expect(await part.findByText('Nenhuma linha com erro ou aviso.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: /^Só atualizar/ }));
  expect(part.getByText(/^As escolhas mudaram/)).toBeVisible();
  expect(part.queryByText('A criar')).toBeNull();
  await user.click(part.getByRole('button', { name: 'Simular de novo' }));
  expect(await part.findByText('A criar')).toBeVisible();
  expect(server.asked(rehearseImport)).toMatchObject([
    { body: { mode: 'create_and_update' } },
    { body: { mode: 'update' } },
  ]);
});

test('what was found is there again after a reload', async () => {
  const { server, user, part, router, unmount } = await openCheck();
  await user.click(part.getByRole('button', { name: 'Simular' }));
  expect(await part.findByText('A criar')).toBeVisible();
  unmount();
  openApp(router.state.location.href);
  expect(await screen.findByText('A criar')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Simular de novo' })).toBeVisible();
  expect(server.count(rehearseImport)).toBe(1);
});

test('waits for columns that an import could start with', async () => {
  const { user, part } = await openCheck();
  await user.selectOptions(screen.getByLabelText('O que é a coluna E-mail'), 'ignore');
  expect(part.getByRole('button', { name: 'Simular' })).toBeDisabled();
});

test('says what would stop the import before the end of its file', async () => {
  const { user, part } = await openCheck(aRehearsal({ status: 'error', error: 'ROWS_BROKEN' }));
  await user.click(part.getByRole('button', { name: 'Simular' }));
  expect(await part.findByText(/pararia antes do fim do arquivo: Mais de 300 linhas/)).toBeVisible();
});
