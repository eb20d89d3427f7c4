// cspell:disable
import { exportProcessingRecord } from '@escuta/contract/processing-record';
import { listSubProcessors, providerServices } from '@escuta/contract/sub-processors';
import type { SubProcessor } from '@escuta/contract/sub-processors';
import { screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { showOnPhone } from '#web/testing/phone.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';

const path = '/settings/sub-processors';
const installed = (service: SubProcessor['service'], name: string, changes: Partial<SubProcessor> = {}) => ({
  name,
  service,
  does: null,
  data: null,
  country: null,
  is_own: false,
  ...changes,
});
const host = installed(null, 'Nuvem Sul', { does: 'Hospedagem', data: 'O banco de dados', country: 'Brasil' });
const data = [
  installed('email', 'smtp.correio.example', { country: 'Chile' }),
  installed('sms', 'sms.proprio.example', { is_own: true }),
  host,
];

function serverWith(rows: SubProcessor[], residency: string | null = 'São Paulo, Brasil') {
  return signedInServer('adm').on(listSubProcessors)(() => ({ data: rows, data_residency: residency }));
}

/** What the table says, row by row. */
async function rowsShown() {
  const table = await screen.findByRole('table', { name: 'Suboperadores' });
  await within(table).findByText(data[0]!.name);
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
}

afterEach(async () => {
  vi.restoreAllMocks();
  await i18next.changeLanguage('pt');
});

describe('the page of sub-processors', () => {
  test('[PRIVACY-24] shows who they are, what each does with which data and where, and where the data is kept', async () => {
    serverWith(data);
    openApp(path);
    expect(await rowsShown()).toEqual([
      ['Nome', 'O que faz', 'Quais dados', 'País'],
      ['smtp.correio.example', 'Entrega de e-mails', 'Nome, e-mail e texto das mensagens', 'Chile'],
      [
        'sms.proprio.exampleConta da própria empresa',
        'Entrega de SMS',
        'Nome, telefone e texto das mensagens',
        'Não informado',
      ],
      ['Nuvem Sul', 'Hospedagem', 'O banco de dados', 'Brasil'],
    ]);
    const residency = screen.getByRole('region', { name: 'Onde os dados ficam' });
    expect(residency).toHaveTextContent('São Paulo, Brasil');
  });

  test('[PRIVACY-24] has words of its own for each thing that providers do, which those of the installation replace', async () => {
    const own = installed('files', 'Balde', { does: 'Guarda arquivos', data: 'Só logos' });
    serverWith([...providerServices.map((service) => installed(service, `${service}.example`)), own]);
    openApp(path);
    const table = await screen.findByRole('table', { name: 'Suboperadores' });
    for (const service of providerServices) {
      const row = (await within(table).findByText(`${service}.example`)).closest('tr')!;
      const [, does, said] = [...row.children].map(({ textContent }) => textContent);
      expect([service, does?.length, said?.length].every(Boolean)).toBe(true);
      expect(`${does} ${said}`).not.toContain('subProcessors');
    }
    expect(within(table).getByText('Guarda arquivos')).toBeVisible();
    expect(within(table).getByText('Só logos')).toBeVisible();
  });

  test('[PRIVACY-24] says so where there are none and nobody has said where the data is', async () => {
    serverWith([], null);
    openApp(path);
    expect(await screen.findByText('Nenhum suboperador')).toBeVisible();
    expect(screen.getByText(/ainda não informou onde os dados ficam/)).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('[PRIVACY-24] says that it does not come, and asks again', async () => {
    const server = signedInServer('adm').cut(listSubProcessors);
    const { user } = openApp(path);
    const again = await screen.findByRole('button', { name: 'Tentar de novo' });
    expect(screen.queryByText('Onde os dados ficam')).toBeNull();
    server.on(listSubProcessors)(() => ({ data, data_residency: null }));
    await user.click(again);
    expect(await rowsShown()).toHaveLength(4);
  });

  test('[PRIVACY-24] is found in the settings by who manages privacy, and opens for nobody else', async () => {
    serverWith(data);
    const { user, unmount } = openApp('/settings');
    await user.type(await screen.findByRole('searchbox', { name: 'Buscar configuração' }), 'suboperadores');
    await user.click(await screen.findByRole('link', { name: /Suboperadores e local dos dados/ }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Suboperadores e local dos dados' })).toBeVisible();
    unmount();

    const server = signedInServer('ana');
    const { router } = openApp(path);
    await waitFor(() => expect(router.state.location.pathname).not.toBe(path));
    expect(server.count(listSubProcessors)).toBe(0);
  });

  test('[PRIVACY-24] is made of cards on a phone, each with what the table says', async () => {
    showOnPhone();
    serverWith(data);
    await i18next.changeLanguage('es');
    openApp(path);
    const card = (await screen.findByText('smtp.correio.example')).closest('li')!;
    for (const words of ['Entrega de correos electrónicos', 'País', 'Chile'])
      expect(within(card).getByText(words)).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('the button of the record of processing', () => {
  /** What is saved on this computer from now on. */
  function savedFiles() {
    const saved: { name: string; content: Blob }[] = [];
    let last = new Blob();
    vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
      last = content as Blob;
      return 'blob:record';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, content: last });
    });
    return saved;
  }

  test.each([
    ['CSV', 'csv', 'pt', 'Exportar registro de tratamento'],
    ['Excel', 'xlsx', 'es', 'Exportar registro de tratamiento'],
    ['JSON', 'json', 'en', 'Export record of processing'],
  ])(
    '[PRIVACY-23, PRIVACY-24] saves it as %s, in the language of the screen',
    async (name, format, language, label) => {
      await i18next.changeLanguage(language);
      const saved = savedFiles();
      const server = serverWith(data);
      const disposition = { 'content-disposition': `attachment; filename*=UTF-8''registro.${format}` };
      server.on(exportProcessingRecord, disposition)(() => 'registro');
      const { user } = openApp(path);
      await user.click(await screen.findByRole('button', { name: label }));
      await user.click(await screen.findByRole('menuitem', { name, hidden: true }));
      await waitFor(() => expect(saved).toHaveLength(1));
      expect([saved[0]?.name, await saved[0]?.content.text()]).toEqual([`registro.${format}`, 'registro']);
      expect(server.asked(exportProcessingRecord)[0]?.query).toEqual({ format, fileLanguage: language });
    },
  );

  test('[PRIVACY-24] says why the record does not come', async () => {
    const saved = savedFiles();
    serverWith(data).cut(exportProcessingRecord);
    const { user } = openApp(path);
    await user.click(await screen.findByRole('button', { name: 'Exportar registro de tratamento' }));
    await user.click(await screen.findByRole('menuitem', { name: 'CSV', hidden: true }));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(saved).toEqual([]);
  });
});
