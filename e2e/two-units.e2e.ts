import { expect, test } from '@playwright/test';
import type { Locator, Page, Request } from '@playwright/test';
import { listCalls } from './testing/calls.ts';
import { signIn } from './testing/sign-in.ts';

const [paulista, praia] = ['Aurora Paulista – São Paulo', 'Aurora Praia – Florianópolis'];
const contact = 'Pessoa de Uma Unidade';

test('[CALL-03, STORE-02, TOPBAR-09] two tabs work in two units and never cross', async ({ page: one, context }) => {
  await signIn(one, 'own@aurora.example');
  await expectUnit(one, paulista);
  const other = await context.newPage();
  await other.goto('/contatos');
  await expectUnit(other, paulista);
  const first = await unitOf(one);
  await chooseUnit(other, praia);
  const second = await unitOf(other);
  expect(second).not.toBe(first);
  const [callsOfOne, callsOfOther] = [listCalls(one), listCalls(other)];

  // What is written in one is there, and not in the other.
  await one.goto('/contatos');
  await expectUnit(one, paulista);
  await one.getByRole('button', { name: 'Criar contato' }).click();
  const panel = one.getByRole('dialog', { name: 'Criar contato' });
  await panel.getByLabel('Nome').fill(contact);
  await panel.getByLabel('E-mail').fill('uma.unidade@correio.example');
  await panel.getByRole('button', { name: 'Criar contato' }).click();
  await expect(panel).toBeHidden();
  for (const [page, count] of [
    [one, 1],
    [other, 0],
  ] as const) {
    await page.getByLabel('Buscar contatos').fill(contact);
    if (count === 0) await expect(page.getByText('NENHUM RESULTADO ENCONTRADO')).toBeVisible();
    else await expect(page.getByText('1–1 de 1')).toBeVisible();
    await expect(page.getByRole('main').getByText(contact, { exact: true })).toHaveCount(count);
  }

  // Each stays where it is: from page to page, when it is loaded again, and while it asks again by itself.
  for (const [page, unit] of [
    [one, paulista],
    [other, praia],
  ] as const) {
    await page.getByRole('navigation').getByRole('link', { name: 'Pesquisas' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Pesquisas' })).toBeVisible();
    await page.reload();
    await expectUnit(page, unit);
    await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForRequest(/\/api\/dashboard/);
    await page.waitForRequest(/\/api\/dashboard/);
  }

  // A new tab begins in the unit of the tab that was used last; a link that is opened in one, in that of its page.
  const third = await context.newPage();
  await third.goto('/contatos');
  await expectUnit(third, praia);
  await third.close();
  const inNewTab: Parameters<Locator['click']>[0][] = [{ modifiers: ['ControlOrMeta'] }, { button: 'middle' }];
  for (const open of inNewTab) {
    const [linked] = await Promise.all([
      context.waitForEvent('page'),
      one.getByRole('navigation').getByRole('link', { name: 'Pesquisas' }).click(open),
    ]);
    await expectUnit(linked, paulista);
    await linked.close();
    await expectUnit(other, praia);
    await other.keyboard.press('Shift');
  }

  const [askedByOne, askedByOther] = [unitsIn(callsOfOne), unitsIn(callsOfOther)];
  expect(askedByOne.length).toBeGreaterThan(10);
  expect(askedByOther.length).toBeGreaterThan(10);
  expect(new Set(askedByOne)).toEqual(new Set([first]));
  expect(new Set(askedByOther)).toEqual(new Set([second]));
});

async function expectUnit(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('button', { name: `Unidade: ${name}. Trocar de unidade` })).toBeVisible();
}

async function chooseUnit(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /Trocar de unidade/ }).click();
  await page.getByRole('menuitem', { name }).click();
  await expectUnit(page, name);
}

async function unitOf(page: Page): Promise<string> {
  const asked = page.waitForRequest((request) => 'x-business-id' in request.headers());
  await page.reload();
  return (await asked).headers()['x-business-id'] ?? '';
}

function unitsIn(calls: readonly Request[]): (string | undefined)[] {
  return calls.map((call) => call.headers()['x-business-id']);
}
