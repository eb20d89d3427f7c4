import { listMyBusinesses } from '@escuta/contract/companies';
import { listContacts } from '@escuta/contract/contacts';
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { chooseLanguage } from '#web/lib/language.ts';
import { aContact } from '#web/testing/contact-samples.ts';
import { openApp, otherUnitId, signedInServer, testUnit } from '#web/testing/render-app.tsx';

afterEach(() => chooseLanguage('pt'));

test('Spanish numbers are those of the unit that is chosen, from its first screen on', async () => {
  const praia = testUnit({ _id: otherUnitId, nome: 'Aurora Praia', timezone: 'America/Mexico_City' });
  signedInServer()
    .on(listMyBusinesses)(() => ({ data: [testUnit(), praia] }))
    .on(listContacts)(() => ({ data: [aContact()], total: 1_234 }));
  await chooseLanguage('es');
  const { user } = openApp('/contatos');
  expect(await screen.findByText('1–20 de 1.234')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Unidad: Aurora Paulista/ }));
  await user.click(await screen.findByText('Aurora Praia'));
  expect(await screen.findByText('1–20 de 1,234')).toBeVisible();
});
