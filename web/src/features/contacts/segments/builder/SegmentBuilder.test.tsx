import { findContactCompanies, getContactCompany } from '@escuta/contract/contact-companies';
import { listTags } from '@escuta/contract/contacts';
import { listCustomFields } from '@escuta/contract/custom-fields';
import { ContactCompanyId, ContactId, CustomFieldId } from '@escuta/contract/ids';
import {
  conditionsMax,
  createSegment,
  getSegment,
  listSegments,
  previewSegment,
  updateSegment,
} from '@escuta/contract/segments';
import type { Segment, SegmentDefinition } from '@escuta/contract/segments';
import { listSurveys } from '@escuta/contract/surveys';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { aContact } from '#web/testing/contact-samples.ts';
import { aCustomField } from '#web/testing/custom-field-samples.ts';
import { optionsOf } from '#web/testing/options-of.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';
import { testSegment } from '#web/testing/segment-samples.ts';
import { testSurvey } from '#web/testing/send-samples.ts';

const loyal = testSegment(1, { name: 'Fiéis' });
const guests = testSegment(2, { name: 'Hóspedes', kind: 'list', definition: null });
const sample = Array.from({ length: 10 }, (_each, at) =>
  aContact({
    _id: ContactId.parse(`019a9f3e-0000-7000-8000-0000000009${String(at).padStart(2, '0')}`),
    name: `Ana ${at}`,
    email: at === 9 ? null : `ana${at}@exemplo.example`,
  }),
);
const luaId = ContactCompanyId.parse('019a9f3e-0000-7000-8000-000000000201');

/** A server where conditions with an address find more people than those without. */
function serverOf() {
  return signedInServer()
    .on(listSegments)(() => ({ data: [loyal, guests] }))
    .on(getSegment)(() => loyal)
    .on(listSurveys)(() => ({ data: [testSurvey(1), testSurvey(2)], total: 2 }))
    .on(previewSegment)(({ body }) => ({ total: body.definition.of.length * 1_000 + 234, sample }))
    .on(createSegment)(({ body }) => testSegment(3, body as Partial<Segment>))
    .on(updateSegment)(({ body }) => ({ ...loyal, ...(body as Partial<Segment>) }));
}

const row = (place: string) => within(screen.getByRole('group', { name: `Condição ${place}` }));
const preview = () => within(screen.getByRole('region', { name: 'Quem faz parte agora' }));

async function openNew() {
  const server = serverOf();
  const { user, router } = openApp('/contatos/segmentos/novo');
  await screen.findByRole('group', { name: 'Condição 1' });
  return { server, user, router };
}

async function about(user: UserEvent, place: string, subject: string) {
  await user.selectOptions(row(place).getByLabelText('Campo ou fato'), subject);
}

afterEach(() => void vi.useRealTimers());

describe('the builder of a segment', () => {
  test('[SEGMENT-02] asks for count and rows 300 ms after the last key, which leaves the server 200 of the 500', async () => {
    const { server } = await openNew();
    const field = row('1').getByLabelText('Valor');
    // From here on no time passes but this.
    vi.useFakeTimers();
    fireEvent.change(field, { target: { value: 'an' } });
    await act(() => vi.advanceTimersByTimeAsync(200));
    fireEvent.change(field, { target: { value: 'ana' } });
    await act(() => vi.advanceTimersByTimeAsync(295));
    expect(server.count(previewSegment)).toBe(0);
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(server.count(previewSegment)).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(195));
    expect(preview().getByText('1.234 contatos')).toBeVisible();
    const people = within(preview().getByRole('list', { name: 'Amostra dos contatos' }));
    expect(people.getAllByRole('listitem')).toHaveLength(10);
  });

  test('[SEGMENT-02] counts and shows ten rows a moment after a condition is finished, and keeps them until the next', async () => {
    const { server, user } = await openNew();
    expect(preview().getByText('Complete as condições para contar.')).toBeVisible();
    await user.type(row('1').getByLabelText('Valor'), 'ana');
    expect(await preview().findByText('1.234 contatos')).toBeVisible();
    const people = within(preview().getByRole('list', { name: 'Amostra dos contatos' }));
    expect(people.getAllByRole('listitem')).toHaveLength(10);
    expect(people.getByText('ana0@exemplo.example')).toBeVisible();
    expect(people.getByText('+55 11 98765-4321')).toBeVisible();
    // One question for what was typed in one go.
    expect(server.asked(previewSegment).map(({ body }) => body)).toEqual([
      { definition: { match: 'all', of: [{ kind: 'text', field: 'name', test: { op: 'contains', value: 'ana' } }] } },
    ]);

    const next = Promise.withResolvers<{ total: number; sample: typeof sample }>();
    server.on(previewSegment)(() => next.promise);
    await user.click(screen.getByRole('button', { name: 'Adicionar condição' }));
    await about(user, '2', 'Consentimento por SMS');
    await waitFor(() => expect(server.count(previewSegment)).toBe(2));
    expect(preview().getByText('1.234 contatos')).toBeVisible();
    expect(preview().getByRole('status')).toHaveAttribute('aria-busy', 'true');
    next.resolve({ total: 0, sample: [] });
    expect(await preview().findByText('Ninguém atende a estas condições.')).toBeVisible();
    expect(preview().getByText('Nenhum contato')).toBeVisible();
  });

  test('[SEGMENT-02] shows no number and no people while a condition is not finished', async () => {
    const { user } = await openNew();
    await user.type(row('1').getByLabelText('Valor'), 'ana');
    expect(await preview().findByText('1.234 contatos')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Adicionar condição' }));
    const status = preview().getByRole('status');
    await waitFor(() => expect(status).toHaveTextContent(/^Complete as condições para contar\.$/));
    expect(status).toHaveAttribute('aria-busy', 'false');
    expect(preview().queryByRole('list', { name: 'Amostra dos contatos' })).toBeNull();
    await user.type(row('2').getByLabelText('Valor'), 'lima');
    expect(await preview().findByText('2.234 contatos')).toBeVisible();
  });

  test('saves groups in groups, and reads them in words', async () => {
    const { server, user, router } = await openNew();
    await user.type(screen.getByLabelText('Nome'), 'Recuperar');
    await about(user, '1', 'Última nota');
    await user.type(row('1').getByLabelText('Nota'), '6');
    await user.click(screen.getByRole('button', { name: 'Adicionar grupo' }));
    const group = within(screen.getByRole('group', { name: 'Grupo 2' }));
    expect(group.getByLabelText('Como combinar as condições')).toHaveValue('any');
    expect(row('2.1').getByLabelText('Campo ou fato')).toHaveFocus();
    await about(user, '2.1', 'Etiqueta');
    await user.type(row('2.1').getByRole('combobox', { name: 'Etiqueta' }), 'VIP');
    await user.click(group.getByRole('button', { name: 'Adicionar grupo' }));
    await about(user, '2.2.1', 'Mudança de nota');
    // Three levels are all there are.
    expect(
      within(screen.getByRole('group', { name: 'Grupo 2.2' })).queryByRole('button', { name: 'Adicionar grupo' }),
    ).toBeNull();
    for (const words of ['Última nota de NPS é no máximo 6', 'Pelo menos uma destas:', 'Tem a etiqueta “VIP”'])
      expect(preview().getByText(words)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Segmento criado.')).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/contatos/segmentos'));
    expect(server.asked(createSegment)[0]?.body).toEqual({
      name: 'Recuperar',
      definition: {
        match: 'all',
        of: [
          { kind: 'lastScore', metric: 'nps', op: 'lte', value: 6 },
          {
            match: 'any',
            of: [
              { kind: 'tag', test: { op: 'has', value: 'VIP' } },
              { match: 'all', of: [{ kind: 'scoreChange', direction: 'down' }] },
            ],
          },
        ],
      },
    });
  });

  test('offers the tags in use, and takes others', async () => {
    const { server, user } = await openNew();
    server.on(listTags)(() => ({ data: ['Praia', 'VIP'] }));
    await about(user, '1', 'Etiqueta');
    const field = row('1').getByRole('combobox', { name: 'Etiqueta' });
    await user.click(field);
    await waitFor(() => expect(optionsOf(field).map(({ textContent }) => textContent)).toEqual(['Praia', 'VIP']));
    fireEvent.click(optionsOf(field)[1]!);
    expect(await preview().findByText('Tem a etiqueta “VIP”')).toBeVisible();
    await user.clear(field);
    await user.type(field, 'Serra');
    expect(await preview().findByText('Tem a etiqueta “Serra”')).toBeVisible();
  });

  test('takes the focus to what is missing, and says so there', async () => {
    const { server, user } = await openNew();
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(screen.getByLabelText('Nome')).toHaveFocus();
    expect(screen.getByText('Dê um nome.')).toBeVisible();
    await user.type(screen.getByLabelText('Nome'), 'Anas');
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(row('1').getByText('Complete esta condição.')).toBeVisible();
    expect(row('1').getByLabelText('Campo ou fato')).toHaveFocus();
    expect(server.count(createSegment)).toBe(0);
  });

  test('puts what the server refuses at the name or at the condition', async () => {
    const { server, user } = await openNew();
    await user.type(screen.getByLabelText('Nome'), 'Anas');
    await user.type(row('1').getByLabelText('Valor'), 'ana');
    await user.click(screen.getByRole('button', { name: 'Adicionar condição' }));
    await about(user, '2', 'Segmento ou lista');
    await user.selectOptions(row('2').getByLabelText('Segmento ou lista'), 'Hóspedes');
    server.refuse(createSegment, 'SEGMENT_EXISTS');
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(screen.getByLabelText('Nome')).toBeInvalid());
    server.refuse(createSegment, 'CONDITION_NOT_VALID', { place: 1 });
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await row('2').findByText(/^Esta condição não vale mais/)).toBeVisible();
    expect(row('1').queryByText(/^Esta condição não vale mais/)).toBeNull();
  });

  test('goes on with what was added, and with the way to add where something was removed', async () => {
    const { user } = await openNew();
    expect(row('1').queryByRole('button', { name: /^Remover/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Adicionar condição' }));
    expect(row('2').getByLabelText('Campo ou fato')).toHaveFocus();
    await user.click(row('1').getByRole('button', { name: 'Remover a condição 1' }));
    expect(screen.getByRole('button', { name: 'Adicionar condição' })).toHaveFocus();
    expect(screen.queryByRole('group', { name: 'Condição 2' })).toBeNull();
  });

  test.each([
    ['one group', 1],
    ['two groups', 2],
  ])('goes on around %s that nothing is left in', async (_what, emptied) => {
    const { user } = await openNew();
    await user.click(screen.getByRole('button', { name: 'Adicionar grupo' }));
    const outer = within(screen.getByRole('group', { name: 'Grupo 2' }));
    await user.click(outer.getByRole('button', { name: 'Adicionar grupo' }));
    if (emptied === 2) await user.click(row('2.1').getByRole('button', { name: 'Remover a condição 2.1' }));
    const last = emptied === 2 ? '2.1.1' : '2.2.1';
    row(last)
      .getByRole('button', { name: `Remover a condição ${last}` })
      .focus();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('group', { name: `Condição ${last}` })).toBeNull();
    const adders = screen.getAllByRole('button', { name: 'Adicionar condição' });
    expect(adders).toHaveLength(emptied === 2 ? 1 : 2);
    expect(adders[0]).toHaveFocus();
  });

  test('keeps its last condition, also where that is in a group', async () => {
    const { user } = await openNew();
    await user.click(screen.getByRole('button', { name: 'Adicionar grupo' }));
    await user.click(row('1').getByRole('button', { name: 'Remover a condição 1' }));
    const group = within(screen.getByRole('group', { name: 'Grupo 1' }));
    expect(screen.queryByRole('button', { name: /^Remover/ })).toBeNull();
    await user.click(group.getByRole('button', { name: 'Adicionar condição' }));
    const removers = screen.getAllByRole('button', { name: /^Remover/ });
    expect(removers.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Remover a condição 1.1',
      'Remover a condição 1.2',
    ]);
  });

  test('goes on with the way to add where a segment was full', async () => {
    const server = serverOf();
    const condition = (value: string) =>
      ({
        kind: 'text',
        field: 'name',
        test: { op: 'contains', value },
      }) as const satisfies SegmentDefinition['of'][number];
    const of = Array.from({ length: conditionsMax }, (_each, at) => condition(`Ana ${at}`));
    server.on(getSegment)(() => ({ ...loyal, definition: { match: 'all', of } }));
    const { user } = openApp(`/contatos/segmentos/${loyal._id}`);
    await screen.findByRole('group', { name: 'Condição 1' });
    const adder = screen.getByRole('button', { name: 'Adicionar condição' });
    expect(adder).toBeDisabled();
    row('1').getByRole('button', { name: 'Remover a condição 1' }).focus();
    await user.keyboard('{Enter}');
    expect(adder).toHaveFocus();
  });
});

describe('conditions', () => {
  const field = aCustomField({
    _id: CustomFieldId.parse('019a9f3e-0000-7000-8000-000000000301'),
    type: 'number',
    label: 'Visitas',
    internal_name: 'visitas',
  });
  const secret = aCustomField({
    _id: CustomFieldId.parse('019a9f3e-0000-7000-8000-000000000302'),
    label: 'Segredo',
    internal_name: 'segredo',
    sensitive: true,
  });

  /** What the last count was asked for, of one condition. */
  async function asks(server: ReturnType<typeof serverOf>, condition: SegmentDefinition['of'][number]) {
    await waitFor(() =>
      expect(server.asked(previewSegment).at(-1)?.body).toEqual({ definition: { match: 'all', of: [condition] } }),
    );
  }

  test('ask of each kind what can be asked of it', async () => {
    const server = serverOf();
    server.on(listCustomFields)(() => ({ data: [field, secret] }));
    server.on(findContactCompanies)(() => ({ data: [{ _id: luaId, name: 'Padaria Lua' }] }));
    server.on(getContactCompany)(() => ({
      _id: luaId,
      nome: 'Padaria Lua',
      cnpj: null,
      segmento: null,
      created_at: loyal.created_at,
    }));
    const { user } = openApp('/contatos/segmentos/novo');
    await screen.findByRole('group', { name: 'Condição 1' });

    await about(user, '1', 'Visitas');
    await user.selectOptions(row('1').getByLabelText('Comparação'), 'é pelo menos');
    await user.type(row('1').getByLabelText('Número'), '2,5');
    await asks(server, { kind: 'custom', field: 'visitas', test: { op: 'gte', value: 2.5 } });
    expect(preview().getByText('Visitas é pelo menos 2,5')).toBeVisible();

    await about(user, '1', 'Segredo');
    await asks(server, { kind: 'custom', field: 'segredo', test: { op: 'known' } });
    expect(within(row('1').getByLabelText('Comparação')).getAllByRole('option')).toHaveLength(2);

    await about(user, '1', 'Último envio');
    await user.selectOptions(row('1').getByLabelText('Comparação'), 'há mais de');
    await user.type(row('1').getByLabelText('Dias'), '90');
    await asks(server, { kind: 'date', field: 'last_sent_at', test: { op: 'olderThanDays', days: 90 } });
    expect(preview().getByText('Último envio há mais de 90 dias')).toBeVisible();

    await about(user, '1', 'Pesquisas');
    expect(preview().getByText('Respondeu qualquer pesquisa nos últimos 30 dias')).toBeVisible();
    await user.selectOptions(row('1').getByLabelText('O que aconteceu'), 'não respondeu');
    expect(preview().getByText('Não respondeu nenhuma pesquisa nos últimos 30 dias')).toBeVisible();
    await user.selectOptions(row('1').getByLabelText('Pesquisa'), testSurvey(2).title);
    await asks(server, { kind: 'survey', did: 'notAnswered', surveyId: testSurvey(2)._id, days: 30 });

    await about(user, '1', 'Consentimento por e-mail');
    await user.selectOptions(row('1').getByLabelText('Status'), 'retirou o consentimento');
    await asks(server, { kind: 'consent', channel: 'email', is: 'withdrawn' });

    await about(user, '1', 'Ticket');
    await user.selectOptions(row('1').getByLabelText('Ticket'), 'não tem ticket aberto');
    await asks(server, { kind: 'ticket', is: 'none' });
    expect(preview().getByText('Não tem ticket aberto')).toBeVisible();

    await about(user, '1', 'Idioma');
    await user.selectOptions(row('1').getByLabelText('Opção'), 'Español');
    await asks(server, { kind: 'choice', field: 'language', test: { op: 'is', value: 'es' } });
    expect(preview().getByText('Idioma é “Español”')).toBeVisible();
    await user.selectOptions(row('1').getByLabelText('Comparação'), 'não tem valor');
    await asks(server, { kind: 'choice', field: 'language', test: { op: 'unknown' } });

    await about(user, '1', 'Fuso horário');
    await user.selectOptions(row('1').getByLabelText('Comparação'), 'não é');
    await user.selectOptions(row('1').getByLabelText('Opção'), 'America/Bogota');
    await asks(server, { kind: 'choice', field: 'timezone', test: { op: 'isNot', value: 'America/Bogota' } });

    await about(user, '1', 'Origem');
    expect(within(row('1').getByLabelText('Comparação')).getAllByRole('option')).toHaveLength(2);
    await user.selectOptions(row('1').getByLabelText('Opção'), 'Arquivo importado');
    await asks(server, { kind: 'choice', field: 'source', test: { op: 'is', value: 'import' } });
    expect(preview().getByText('Origem é “Arquivo importado”')).toBeVisible();

    await about(user, '1', 'Empresa');
    await user.click(row('1').getByRole('combobox', { name: 'Empresa do contato' }));
    await user.click(await screen.findByRole('option', { name: 'Padaria Lua', hidden: true }));
    await asks(server, { kind: 'company', test: { op: 'is', value: luaId } });
    expect(await preview().findByText('Trabalha em “Padaria Lua”')).toBeVisible();
  });

  test('that use what is gone say so, and can be mended', async () => {
    const gone: SegmentDefinition = {
      match: 'all',
      of: [{ kind: 'custom', field: 'antigo', test: { op: 'is', value: 'x' } }],
    };
    const server = serverOf();
    server.on(getSegment)(() => ({ ...loyal, definition: gone }));
    server.refuse(previewSegment, 'CONDITION_NOT_VALID', { place: 0 });
    const { user } = openApp(`/contatos/segmentos/${loyal._id}`);
    await screen.findByRole('group', { name: 'Condição 1' });
    expect(row('1').getByLabelText('Campo ou fato')).toHaveDisplayValue('Campo excluído: antigo');
    expect(await preview().findByText(/^Uma das condições não vale mais/)).toBeVisible();
    server.on(previewSegment)(() => ({ total: 3, sample: [] }));
    await about(user, '1', 'Mudança de nota');
    expect(await preview().findByText('3 contatos')).toBeVisible();
  });
});

describe('a saved condition of a custom field', () => {
  const saved = { kind: 'custom', field: 'visitas', test: { op: 'contains', value: 'x' } } as const;

  /** The segment of it, opened after the field has changed, and saved as it stands. */
  async function saveOf(became: Parameters<typeof aCustomField>[0], op: string) {
    const server = serverOf();
    server.on(listCustomFields)(() => ({ data: [aCustomField({ internal_name: saved.field, ...became })] }));
    server.on(getSegment)(() => ({ ...loyal, definition: { match: 'all', of: [saved] } }));
    const { user } = openApp(`/contatos/segmentos/${loyal._id}`);
    await screen.findByRole('group', { name: 'Condição 1' });
    expect(row('1').getByLabelText('Comparação')).toHaveDisplayValue(op);
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    return server;
  }

  test.each([
    ['number', { type: 'number' }, 'é igual a'],
    ['choice', { type: 'select' }, 'é'],
  ] as const)('begins anew where the field became a %s meanwhile', async (_what, became, op) => {
    const server = await saveOf({ ...became, options: ['Ouro'] }, op);
    expect(await screen.findByText('Complete as condições marcadas.')).toBeVisible();
    expect(server.count(updateSegment)).toBe(0);
  });

  test('asks only whether there is a value where the field became sensitive meanwhile', async () => {
    const server = await saveOf({ sensitive: true }, 'tem valor');
    await waitFor(() =>
      expect(server.asked(updateSegment)[0]?.body).toMatchObject({
        definition: { of: [{ ...saved, test: { op: 'known' } }] },
      }),
    );
  });
});

describe('a segment that is there', () => {
  test('is shown with its conditions, changed and saved', async () => {
    const server = serverOf();
    const { user } = openApp(`/contatos/segmentos/${loyal._id}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Fiéis' })).toBeVisible();
    expect(await screen.findByLabelText('Valor')).toHaveValue('Ana');
    await waitFor(() => expect(server.asked(previewSegment)[0]?.body).toMatchObject({ segmentId: loyal._id }));
    await user.selectOptions(screen.getByLabelText('Comparação'), 'não contém');
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Segmento salvo.')).toBeVisible();
    expect(server.asked(updateSegment)).toMatchObject([
      {
        params: { id: loyal._id },
        body: { name: 'Fiéis', definition: { of: [{ test: { op: 'notContains', value: 'Ana' } }] } },
      },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is saved as another one, which is opened then', async () => {
    const server = serverOf();
    const { user, router } = openApp(`/contatos/segmentos/${loyal._id}`);
    await user.click(await screen.findByRole('button', { name: 'Salvar como…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Salvar como outro segmento' }));
    await user.type(dialog.getByLabelText('Nome'), 'Cópia');
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/contatos/segmentos/${testSegment(3)._id}`));
    expect(server.asked(createSegment)[0]?.body).toEqual({ name: 'Cópia', definition: loyal.definition });
  });

  test('is not left with changes before somebody says so', async () => {
    serverOf();
    const { user, router } = openApp(`/contatos/segmentos/${loyal._id}`);
    await user.type(await screen.findByLabelText('Valor'), ' Clara');
    await user.click(screen.getByRole('link', { name: 'Segmentos e listas' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Descartar o que você digitou?' }));
    await user.click(dialog.getByRole('button', { name: 'Continuar editando' }));
    expect(router.state.location.pathname).toBe(`/contatos/segmentos/${loyal._id}`);
    expect(screen.getByLabelText('Valor')).toHaveValue('Ana Clara');
  });

  test('that is a list leads to its contacts; one that is gone says so', async () => {
    const server = serverOf();
    server.on(getSegment)(() => guests);
    const { router } = openApp(`/contatos/segmentos/${guests._id}`);
    expect(await screen.findByText('“Hóspedes” é uma lista')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ver contatos' })).toHaveAttribute(
      'href',
      `/contatos?segment=${guests._id}`,
    );
    server.refuse(getSegment, 'NOT_FOUND');
    await router.navigate({ to: '/contatos/segmentos/$id', params: { id: testSegment(9)._id } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Não encontramos o que você procura' })).toBeVisible();
  });

  test('is closed to who may only read', async () => {
    signedInServer('readonly').on(getSegment)(() => ({ ...loyal, definition: null }));
    const { router } = openApp(`/contatos/segmentos/${loyal._id}`);
    await waitFor(() => expect(router.state.location.pathname).toBe('/cf-dashboard'));
  });
});
