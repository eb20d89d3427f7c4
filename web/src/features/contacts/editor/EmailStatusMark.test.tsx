import { emailSigns, getEmailStatus } from '@escuta/contract/timeline';
import type { EmailSign, EmailStatus } from '@escuta/contract/timeline';
import { act, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, describe, expect, test } from 'vitest';
import { editorIn, editorServer, openEditor } from '#web/testing/contact-editor.ts';
import { aContact } from '#web/testing/contact-samples.ts';
import { openApp } from '#web/testing/render-app.tsx';

const maria = aContact({ email: 'maria@exemplo.example' });
const told = (sign: EmailSign): EmailStatus => ({
  status: emailSigns[sign],
  sign,
  at: sign === 'malformed' ? null : '2026-11-21T15:00:00.000Z',
});

/** The words of a field, piece by piece. */
const textIn = (field: HTMLElement) =>
  within(field)
    .getAllByText(/./)
    .map(({ textContent }) => textContent);

afterEach(async () => {
  await i18next.changeLanguage('pt');
});

describe('[PEOPLE-20] the e-mail of a contact in the editor', () => {
  test.each<[EmailSign, string, RegExp]>([
    ['answered', 'válido', /foi respondida em 21 nov 2026, 12:00\.$/],
    ['delivered', 'válido', /foi aceita pelo servidor deste e-mail em 21 nov 2026, 12:00, sem devolução\.$/],
    ['failed', 'suspeito', /foi recusada em 21 nov 2026, 12:00, e nenhuma resposta chegou depois\.$/],
    ['unknown_result', 'suspeito', /^Não se sabe se a última mensagem, enviada em 21 nov 2026, 12:00, chegou/],
    ['silent', 'suspeito', /há mais de 18 meses\. O último foi em 21 nov 2026, 12:00\.$/],
    ['bounced', 'inválido', /foram devolvidas\. Ele está bloqueado desde 21 nov 2026, 12:00\.$/],
    ['malformed', 'inválido', /^Nenhuma mensagem pode ser enviada a um endereço escrito desta forma\.$/],
  ])('%s: says %s with a sign, and why', async (sign, word, why) => {
    const { user, said } = await openEditor(maria, { emailStatus: told(sign) });
    const mark = await within(said('E-mail')).findByText(word);
    const badge = mark.closest<HTMLElement>('[tabindex="0"]')!;
    expect(badge.querySelector('svg[aria-hidden="true"]')).toBeInTheDocument();
    await user.hover(badge);
    expect(await screen.findByRole('tooltip')).toHaveTextContent(why);
  });

  test('is reached by the keyboard, for who has no pointer', async () => {
    const { user, pencil, said } = await openEditor(maria, { emailStatus: told('failed') });
    await within(said('E-mail')).findByText('suspeito');
    act(() => pencil('E-mail').focus());
    await user.tab({ shift: true });
    expect(document.activeElement).toHaveTextContent(/^suspeito$/);
  });

  test('has its words in Spanish and English', async () => {
    const { panel } = await openEditor(maria, { emailStatus: told('failed') });
    for (const [language, word] of [
      ['es', 'sospechoso'],
      ['en', 'suspect'],
    ] as const) {
      await act(() => i18next.changeLanguage(language));
      expect(await panel.findByText(word)).toBeVisible();
    }
  });

  test('says nothing of it as long as nothing is known, and of nothing but the e-mail', async () => {
    const { server, said } = await openEditor(maria);
    await waitFor(() => expect(server.asked(getEmailStatus)).toMatchObject([{ params: { id: maria._id } }]));
    expect(textIn(said('E-mail'))).toEqual(['E-mail', 'ma***@ex***.example']);
  });

  test('says nothing of one that was typed, and nothing old of it once that is saved', async () => {
    const server = editorServer(maria, { emailStatus: told('bounced') });
    const { user } = openApp(`/contatos/${maria._id}`);
    const aside = await screen.findByRole('complementary', { name: 'Editar Contato' });
    await within(aside).findByRole('button', { name: 'Salvar Alterações' });
    const { panel, said, write, save, saved } = editorIn(aside, user, server);
    expect(await panel.findByText('inválido')).toBeVisible();
    await write('E-mail', 'nova@exemplo.example');
    await user.keyboard('{Enter}');
    expect(textIn(said('E-mail'))).toEqual(['E-mail', 'nova@exemplo.example']);
    const answer = Promise.withResolvers<{ email_status: EmailStatus }>();
    server.on(getEmailStatus)(() => answer.promise);
    const asked = server.count(getEmailStatus);
    await save();
    await saved();
    await waitFor(() => expect(server.count(getEmailStatus)).toBe(asked + 1));
    expect(textIn(said('E-mail'))).toEqual(['E-mail', 'ma***@ex***.example']);
    answer.resolve({ email_status: told('delivered') });
    expect(await panel.findByText('válido')).toBeVisible();
  });
});
