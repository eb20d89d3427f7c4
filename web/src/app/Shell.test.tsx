import { getDashboard, listComments } from '@escuta/contract/analytics';
import { listContacts } from '@escuta/contract/contacts';
import { listSurveys } from '@escuta/contract/surveys';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { showOnPhone } from '#web/testing/phone.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';

// By its label: the style sheet that shows it asks for the width of happy-dom's window, which is a desk's.
const burger = () => screen.getByLabelText('Menu principal', { selector: 'button' });
const menu = () => screen.getByRole('navigation', { name: 'Menu principal' });
const behind = () => [screen.getByRole('main'), screen.getByRole('button', { name: 'Menu de Ana Souza' })];
const isInert = (element: HTMLElement) => element.closest('[inert]') !== null;

async function openDashboard() {
  signedInServer()
    .refuse(getDashboard, 'FORBIDDEN')
    .refuse(listComments, 'FORBIDDEN')
    .on(listSurveys)(() => ({ data: [], total: 0 }))
    .on(listContacts)(() => ({ data: [], total: 0 }));
  const app = openApp('/cf-dashboard');
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  return app;
}

describe('the menu on a phone', () => {
  beforeEach(showOnPhone);

  test('takes the focus and keeps it, over a page that answers to nothing', async () => {
    const { user } = await openDashboard();
    expect(burger()).toHaveAttribute('aria-expanded', 'false');
    expect(burger().getAttribute('aria-controls')).toBe(menu().id);
    expect(isInert(menu())).toBe(true);
    expect(behind().map(isInert)).toEqual([false, false]);

    await user.click(burger());
    expect(burger()).toHaveAttribute('aria-expanded', 'true');
    expect(isInert(menu())).toBe(false);
    expect(isInert(burger())).toBe(false);
    expect(behind().map(isInert)).toEqual([true, true]);
    const first = within(menu()).getByRole('link', { name: 'Dashboard' });
    await waitFor(() => expect(first).toHaveFocus());
    await user.tab({ shift: true });
    expect(menu()).toContainElement(document.activeElement as HTMLElement);
    await user.tab();
    expect(first).toHaveFocus();
  });

  test('gives the focus back to its button on Escape', async () => {
    const { user } = await openDashboard();
    await user.click(burger());
    await waitFor(() => expect(menu()).toContainElement(document.activeElement as HTMLElement));
    await user.keyboard('{Escape}');
    expect(burger()).toHaveFocus();
    expect(burger()).toHaveAttribute('aria-expanded', 'false');
    expect(behind().map(isInert)).toEqual([false, false]);
  });

  test('closes for the page that was chosen, and stays closed on the way back', async () => {
    const { user, router } = await openDashboard();
    await user.click(burger());
    await user.click(within(menu()).getByRole('link', { name: 'Contatos' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Contatos' })).toHaveFocus();
    expect(burger()).toHaveAttribute('aria-expanded', 'false');
    router.history.back();
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    expect(burger()).toHaveAttribute('aria-expanded', 'false');
  });
});

test('beside the page the menu is open to the focus as it stands', async () => {
  await openDashboard();
  expect([menu(), ...behind()].map(isInert)).toEqual([false, false, false]);
});
