import { exportAuditEvents, listAuditActors, listAuditEvents } from '@escuta/contract/audit';
import type { AuditEvent } from '@escuta/contract/audit';
import { BusinessUnitId, UserId } from '@escuta/contract/ids';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openApp, signedInServer, unitId } from '#web/testing/render-app.tsx';

const rita = UserId.parse('019a9f3e-0000-7000-8000-0000000000e1');
const answered = '019a9f3e-0000-7000-8000-0000000000d1';
const otherUnit = BusinessUnitId.parse('019a9f3e-0000-7000-8000-0000000000b2');

function anEvent(changes: Partial<AuditEvent> = {}): AuditEvent {
  return {
    _id: 'one',
    at: '2026-11-23T14:05:09.000Z',
    actor: { type: 'user', _id: rita, name: 'Rita Campos', role: 'adm' },
    action: 'survey.published',
    target: { type: 'survey', _id: 'survey', label: 'Hospedagem' },
    business: { _id: unitId, nome: 'Aurora Paulista' },
    before: null,
    after: null,
    ip: '203.0.113.7',
    result: 'done',
    ...changes,
  };
}

const visit = anEvent({
  _id: 'two',
  actor: {
    type: 'staff',
    _id: UserId.parse('019a9f3e-0000-7000-8000-0000000000e2'),
    name: 'Patrícia Gomes',
    role: 'acmng',
  },
  action: 'account_access.begun',
  target: { type: 'company', _id: 'company', label: 'Aurora' },
  business: null,
  after: { reason: 'Ajuda com um envio', ends_at: '2026-11-23T16:05:00.000Z' },
});
const blocked = anEvent({
  _id: 'three',
  action: 'sign_in.blocked',
  target: null,
  business: { _id: otherUnit, nome: 'Aurora Centro' },
  after: { cause: 'pair' },
  result: 'refused',
});

function server(role: Parameters<typeof signedInServer>[0] = 'adm', data: AuditEvent[] = [anEvent(), visit, blocked]) {
  return signedInServer(role)
    .on(listAuditEvents)(() => ({ data, total: data.length }))
    .on(listAuditActors)(() => ({ data: [{ _id: rita, name: 'Rita Campos' }] }));
}

/** The row of an action; the filter knows its words too. */
const rowOf = async (text: string) => within((await screen.findByText(text, { selector: 'tr *' })).closest('tr')!);

describe('the audit', () => {
  test('says who did what to what, when, in the unit’s time, and what kept them out', async () => {
    server();
    openApp('/settings/audit');
    const row = await rowOf('Pesquisa publicada');
    expect(row.getByText('Rita Campos')).toBeVisible();
    expect(row.getByText('Hospedagem')).toBeVisible();
    expect(row.getByText(/23\/11\/26 11:05:09|23\/11\/2026.*11:05/)).toBeVisible();
    expect(row.queryByText('Equipe Escuta')).toBeNull();
    const refused = await rowOf('Entrada bloqueada');
    expect(refused.getByText('Recusado')).toBeVisible();
    expect(refused.getByText('Causa: muitas tentativas do mesmo endereço')).toBeVisible();
    expect(refused.getByText('Aurora Centro')).toBeVisible();
  });

  test('says roles, units and languages by their names, of old values and new ones', async () => {
    const invited = { role: 'ana', ticketing_role: null, exportsPersonalData: false };
    server('adm', [
      anEvent({ _id: 'a', action: 'invitation.created', after: { ...invited, units: [] } }),
      anEvent({ _id: 'b', action: 'user.changed', before: { role: 'pdv' }, after: { role: 'agent', units: [unitId] } }),
      anEvent({ _id: 'c', action: 'company.changed', before: { language: 'pt' }, after: { language: 'es' } }),
    ]);
    openApp('/settings/audit');
    const row = await rowOf('Convite enviado');
    for (const fact of ['Papel: Analista', 'Papel nos tickets: Sem acesso a tickets', 'Unidades: Todas as unidades'])
      expect(row.getByText(fact)).toBeVisible();
    const changed = await rowOf('Usuário alterado');
    expect(changed.getByText('Papel: Ponto de venda → Atendente')).toBeVisible();
    expect(changed.getByText(/^Unidades: /)).not.toHaveTextContent(unitId);
    expect((await rowOf('Dados da empresa alterados')).getByText('Idioma: português → espanhol')).toBeVisible();
  });

  test('says what a file brought, what changed of a filter, and that there was none, in words', async () => {
    const question = 'O que faltou?';
    server('adm', [
      anEvent({ _id: 'a', action: 'import.started', after: { type: 'import_answers', mode: 'create' } }),
      anEvent({ _id: 'b', action: 'saved_filter.changed', after: { filters: 'changed' } }),
      anEvent({ _id: 'c', before: { sensitive_questions: [] }, after: { sensitive_questions: [question] } }),
      anEvent({ _id: 'd', action: 'contacts.tagged', after: { tags: ['vip'], total: 2 } }),
    ]);
    openApp('/settings/audit');
    expect((await rowOf('Importação iniciada')).getByText('Tipo: respostas')).toBeVisible();
    expect((await rowOf('Filtro compartilhado alterado')).getByText('Filtros: alterados')).toBeVisible();
    const published = await rowOf('Pesquisa publicada');
    expect(published.getByText(`Perguntas sensíveis: nenhuma → ${question}`)).toBeVisible();
    expect((await rowOf('Etiquetas adicionadas a contatos')).getByText('Etiquetas: vip')).toBeVisible();
  });

  test('[PRIVACY-21] leads to the response whose answer was shown, where it is of the unit that is open', async () => {
    const target = { type: 'response', _id: answered, label: 'Hospedagem' } as const;
    const revealed = anEvent({ action: 'response.revealed', target, after: { question: 'O que faltou?' } });
    const there = { business: { _id: otherUnit, nome: 'Aurora Centro' }, target: { ...target, label: 'Spa' } };
    server('adm', [revealed, { ...revealed, _id: 'two', ...there }, anEvent({ _id: 'three' })]);
    openApp('/settings/audit');
    await rowOf('Pesquisa publicada');
    const links = within(screen.getByRole('table')).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Hospedagem', `/customer-feedback/responses?response=${answered}`],
    ]);
  });

  test('[INTADM-08] marks one of us, with the reason and the end of the visit', async () => {
    server();
    openApp('/settings/audit');
    const row = await rowOf('Acesso temporário iniciado');
    expect(row.getByText('Patrícia Gomes')).toBeVisible();
    expect(row.getByText('Equipe Escuta')).toBeVisible();
    expect(row.getByText('Motivo: Ajuda com um envio')).toBeVisible();
    expect(row.getByText(/^Até: .*13:05/)).toBeVisible();
  });

  test('is narrowed by person, action and words, all of it in the address', async () => {
    const asked = server();
    const { user, router } = openApp('/settings/audit?page=2');
    await rowOf('Pesquisa publicada');
    await user.click(screen.getByRole('combobox', { name: 'Pessoa' }));
    await user.click(await screen.findByRole('option', { name: 'Rita Campos', hidden: true }));
    await user.click(screen.getByRole('combobox', { name: 'Ação' }));
    await user.click(await screen.findByRole('option', { name: 'Envio criado', hidden: true }));
    await user.type(screen.getByLabelText('Buscar na auditoria'), 'hosp');
    await waitFor(() =>
      expect(asked.asked(listAuditEvents).at(-1)?.query).toEqual({
        actor: rita,
        action: 'send.created',
        search: 'hosp',
        page: '1',
        limit: '20',
      }),
    );
    expect(router.state.location.search).toMatchObject({ actor: rita, action: 'send.created', search: 'hosp' });
  });

  test('stays with what somebody does in it while it is narrowed, however slow the device is', async () => {
    server();
    const { user, router } = openApp('/settings/audit');
    await rowOf('Pesquisa publicada');
    // Everything is slower than this.
    router.options.defaultPendingMs = 0;
    const field = screen.getByLabelText('Buscar na auditoria');
    let wasAway = false;
    const watch = new MutationObserver(() => {
      wasAway ||= !field.isConnected || field.closest('[style*="display: none"]') !== null;
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    onTestFinished(() => watch.disconnect());
    await user.click(screen.getByRole('combobox', { name: 'Pessoa' }));
    await user.click(await screen.findByRole('option', { name: 'Rita Campos', hidden: true }));
    await user.type(field, 'hosp');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ actor: rita, search: 'hosp' }));
    await waitFor(() => expect(router.state.status).toBe('idle'));
    expect(wasAway).toBe(false);
  });

  test('an action or a person that an address invents narrows nothing', async () => {
    const asked = server();
    openApp('/settings/audit?action=made.up&actor=nobody&from=2026-11-01&to=2026-11-10');
    await rowOf('Pesquisa publicada');
    expect(asked.asked(listAuditEvents)[0]?.query).toEqual({
      from: '2026-11-01',
      to: '2026-11-10',
      page: '1',
      limit: '20',
    });
  });

  test('saves what the list finds as a file', async () => {
    const asked = server();
    asked.on(exportAuditEvents)(() => 'a file');
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:export');
    const { user } = openApp('/settings/audit?action=send.created&page=2');
    await rowOf('Pesquisa publicada');
    await user.click(screen.getByRole('button', { name: 'Exportar' }));
    await user.click(await screen.findByRole('menuitem', { name: 'CSV', hidden: true }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(asked.asked(exportAuditEvents)[0]?.query).toEqual({
      action: 'send.created',
      format: 'csv',
      fileLanguage: 'pt',
    });
  });

  test('says when nothing is there yet, when nothing matches, and what failed', async () => {
    const asked = server('own', []);
    const { user, router } = openApp('/settings/audit');
    expect(await screen.findByText('Nada registrado ainda')).toBeVisible();
    await router.navigate({ to: '/settings/audit', search: { search: 'x' } });
    expect(await screen.findByText('NENHUM RESULTADO ENCONTRADO')).toBeVisible();
    asked.refuse(listAuditEvents, 'INTERNAL_ERROR');
    await router.navigate({ to: '/settings/audit', search: { search: 'y' } });
    await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    expect(asked.count(listAuditEvents)).toBeGreaterThan(3);
  });

  test('opens for own, adm and acmng alone', async () => {
    server('ana');
    const { router } = openApp('/settings/audit');
    await waitFor(() => expect(router.state.location.pathname).toBe('/cf-dashboard'));
  });
});
