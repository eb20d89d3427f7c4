import { getContact } from '@escuta/contract/contacts';
import { ContactId } from '@escuta/contract/ids';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aContact, edited } from '#web/testing/contact-samples.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';

const maria = aContact({ email: 'maria@exemplo.example' });
const other = aContact({ _id: ContactId.parse('019a9f3e-0000-7000-8000-00000000000b'), name: 'João Prado', tel: null });

test('[ROUTE-16] contatos/{id} opens the page of that contact', async () => {
  const contacts = [maria, other];
  const server = signedInServer().on(getContact)(({ params }) =>
    edited(contacts.find(({ _id }) => _id === params['id'])!),
  );
  const { router } = openApp(`/contatos/${other._id}`);
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'João Prado' })).toBeVisible());
  expect(screen.queryByText('ma***@ex***.example')).toBeNull();
  await router.navigate({ to: '/contatos/$id', params: { id: maria._id } });
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Maria da Silva' })).toBeVisible());
  expect(await screen.findByText('ma***@ex***.example')).toBeVisible();
  expect(server.asked(getContact).map(({ params }) => params['id'])).toEqual([other._id, maria._id]);
});

test('[ROUTE-16] an address that names no contact says so', async () => {
  const server = signedInServer().refuse(getContact, 'NOT_FOUND');
  openApp(`/contatos/${other._id}`);
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1, name: 'Não encontramos o que você procura' })).toBeVisible(),
  );
  expect(server.count(getContact)).toBe(1);
});

test('an old link to a contact that was merged into another one leads on to that one', async () => {
  const server = signedInServer().refuse(getContact, 'CONTACT_MERGED', { id: maria._id });
  const { router } = openApp(`/contatos/${other._id}`);
  router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    if (toLocation.pathname === `/contatos/${maria._id}`) server.on(getContact)(() => edited(maria));
  });
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Maria da Silva' })).toBeVisible());
  expect(router.state.location.pathname).toBe(`/contatos/${maria._id}`);
  expect(server.asked(getContact).map(({ params }) => params['id'])).toEqual([other._id, maria._id]);
});
