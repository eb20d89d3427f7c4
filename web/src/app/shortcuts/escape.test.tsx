import { findCompanySurveys, getAccountAccess } from '@escuta/contract/accounts';
import { getDashboard, listComments } from '@escuta/contract/analytics';
import { createContact, listContacts } from '@escuta/contract/contacts';
import { SurveyId } from '@escuta/contract/ids';
import { getSurveyDraft, listSurveys, saveSurveyDraft } from '@escuta/contract/surveys';
import { listMembers } from '@escuta/contract/team';
import { Button, MantineProvider, Menu, Modal } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { UpdatePrompt } from '#web/app/update/UpdatePrompt.tsx';
import { staffServer } from '#web/testing/account-samples.ts';
import { showOnPhone } from '#web/testing/phone.ts';
import { openApp, signedInServer, unitId } from '#web/testing/render-app.tsx';
import { surveyId, testDraft } from '#web/testing/test-survey.ts';

vi.setConfig({ testTimeout: 60_000 });
const loaded = { timeout: 30_000 };

type User = ReturnType<typeof openApp>['user'];

/** Presses Escape once: the dialog on top closes, the one under it stays. */
async function expectToClose(user: User, top: string, ...under: string[]): Promise<void> {
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: top })).toBeNull());
  // What is under it is hidden from assistive technology until the one over it has gone.
  for (const name of under) expect(await screen.findByRole('dialog', { name })).toBeVisible();
}

/** The form of a new contact, with something typed. */
async function typeContact() {
  const server = signedInServer().on(listContacts)(() => ({ data: [], total: 0 }));
  const app = openApp('/contatos');
  await app.user.click((await screen.findAllByRole('button', { name: 'Criar contato' }, loaded))[0]!);
  const panel = within(await screen.findByRole('dialog', { name: 'Criar contato' }, loaded));
  await app.user.type(await panel.findByLabelText(/^Nome/), 'Bia');
  await app.user.type(panel.getByLabelText(/^E-mail/), 'bia@aurora.example');
  return { ...app, server, panel };
}

describe('Esc closes the top layer only', () => {
  test('[KEYS-05] the question over a panel, which keeps what was typed', async () => {
    const { user, panel } = await typeContact();
    await user.keyboard('{Escape}');
    await screen.findByRole('dialog', { name: 'Descartar o que você digitou?' });
    await expectToClose(user, 'Descartar o que você digitou?', 'Criar contato');
    expect(panel.getByLabelText(/^Nome/)).toHaveValue('Bia');
  });

  test('[KEYS-05] what interrupts a panel, which keeps what was typed', async () => {
    const { user, server, panel } = await typeContact();
    server.refuse(createContact, 'FORBIDDEN');
    await user.click(panel.getByRole('button', { name: 'Criar contato' }));
    await screen.findByRole('dialog', { name: 'Permissão' });
    await expectToClose(user, 'Permissão', 'Criar contato');
    // The panel would ask when the key has been handed out.
    await new Promise((done) => setTimeout(done));
    expect(screen.queryByRole('dialog', { name: 'Descartar o que você digitou?' })).toBeNull();
    expect(panel.getByLabelText(/^Nome/)).toHaveValue('Bia');
  });

  test('[KEYS-05] the list of a field in a panel', async () => {
    signedInServer().on(listMembers)(() => ({ data: [], total: 0 }));
    const { user } = openApp('/settings/users');
    await user.click(await screen.findByRole('button', { name: /Convidar/ }, loaded));
    const panel = within(await screen.findByRole('dialog', {}, loaded));
    const role = (await panel.findAllByRole('combobox'))[0]!;
    await user.click(role);
    await waitFor(() => expect(role).toHaveAttribute('aria-expanded', 'true'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(role).toHaveAttribute('aria-expanded', 'false'));
    expect(screen.getByRole('dialog')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('[KEYS-05] the question over the power menu', async () => {
    const survey = {
      _id: SurveyId.parse('019a9f3e-0000-7000-8000-0000000000d1'),
      title: 'Hospedagem',
      icon: 'star',
      _business: { _id: unitId, nome: 'Aurora Paulista' },
    };
    const server = staffServer()
      .on(getSurveyDraft)(() => testDraft())
      .cut(saveSurveyDraft)
      .on(findCompanySurveys)(() => ({ data: [survey] }));
    const { user } = openApp(`/customer-feedback/create-survey/${surveyId}`);
    const field = await screen.findByLabelText('Pergunta da nota', {}, loaded);
    fireEvent.change(field, { target: { value: 'Minha pergunta' } });
    await waitFor(() => expect(server.count(getAccountAccess)).toBe(1));
    await user.keyboard('{Control>}k{/Control}');
    const menu = within(await screen.findByRole('dialog', { name: 'Menu rápido' }, loaded));
    await user.click(menu.getByRole('option', { name: 'Procurar Pesquisa' }));
    await user.click(await menu.findByRole('option', { name: /Hospedagem/ }));
    await screen.findByRole('dialog', { name: 'Sair sem salvar?' });
    await expectToClose(user, 'Sair sem salvar?', 'Menu rápido');
    expect(field).toHaveValue('Minha pergunta');
  });

  test('[KEYS-05] a dialog that was opened from the menu of a phone', async () => {
    showOnPhone();
    signedInServer().refuse(getDashboard, 'FORBIDDEN').refuse(listComments, 'FORBIDDEN').on(listSurveys)(() => ({
      data: [],
      total: 0,
    }));
    const { user } = openApp('/cf-dashboard');
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' }, loaded);
    const menu = screen.getByRole('navigation', { name: 'Menu principal' });
    await user.click(screen.getByLabelText('Menu principal', { selector: 'button' }));
    await user.click(within(menu).getByRole('button', { name: 'Ajuda' }));
    await screen.findByRole('dialog', { name: 'Ajuda' }, loaded);
    await expectToClose(user, 'Ajuda');
    expect(menu).not.toHaveAttribute('inert');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(menu).toHaveAttribute('inert'));
  });

  test('[KEYS-05] what tells of a newer version over a dialog, then a menu in that dialog', async () => {
    const rootRoute = createRootRoute({ component: DialogWithMenu });
    const history = createMemoryHistory({ initialEntries: ['/'] });
    render(
      <MantineProvider env="test">
        <RouterProvider router={createRouter({ routeTree: rootRoute, history })} />
      </MantineProvider>,
    );
    const user = userEvent.setup();
    await screen.findByRole('dialog', { name: 'Atualização Disponível' });
    await expectToClose(user, 'Atualização Disponível', 'Under');
    await user.click(screen.getByRole('button', { name: 'More' }));
    await screen.findByRole('menuitem', { hidden: true });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem', { hidden: true })).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Under' })).toBeVisible();
    await expectToClose(user, 'Under');
  });
});

function DialogWithMenu() {
  const [isOpened, setOpened] = useState(true);
  return (
    <>
      <Modal opened={isOpened} onClose={() => setOpened(false)} title="Under">
        <Menu>
          <Menu.Target>
            <Button>More</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item>One</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Modal>
      <UpdatePrompt watch={tellAtOnce} />
    </>
  );
}

function tellAtOnce(onUpdate: () => void) {
  onUpdate();
  return () => undefined;
}
