import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { roles } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import { fileMediaTypes } from '@escuta/contract/file-formats';
import { exportedMessagesMax } from '@escuta/contract/sends';
import { createContact, deleteContact, otherUnitOf, signedIn, unitOf } from '../../testing/factories.ts';
import { recordSequentialReads } from '../../testing/recorded-plans.ts';
import { createItemRow, createPublishedSurvey, createSendRow } from '../../testing/send-factories.ts';
import { storedRows } from '../../testing/stored-file.ts';
import { testContext } from '../../testing/test-context.ts';
import { itemState } from './item-state.ts';

const context = testContext();

const at = (instant: string) => new Date(instant);

type Headers = Record<string, string>;
type Query = Readonly<Record<string, string>>;

function ask(headers: Headers, query: Query) {
  return context.app.inject({ url: '/api/sends/export', query: { format: 'csv', ...query }, headers });
}

/** The lines of the CSV file in Portuguese below its headings, cell by cell; no cell of these tests holds a semicolon. */
async function rowsOf(headers: Headers, query: Query = {}): Promise<string[][]> {
  const answer = await ask(headers, query);
  expect([query, answer.statusCode]).toEqual([query, 200]);
  const lines = answer.payload.replace('\ufeff', '').split('\r\n').slice(1, -1);
  return lines.map((line) => line.split(';'));
}
const column = (rows: readonly string[][], place: number) => rows.map((cells) => cells[place]);
const [survey, name, address, result, reason, detail] = [1, 3, 4, 5, 6, 7];

/** Somebody at work in a unit with a published survey. */
async function workplace(changes: Parameters<typeof signedIn>[1] = {}) {
  const user = await signedIn(context, changes);
  const businessUnitId = await unitOf(context, user.companyId);
  return { ...user, unit: await unitWithSurvey(user.companyId, businessUnitId) };
}

async function unitWithSurvey(
  companyId: Parameters<typeof unitOf>[1],
  businessUnitId: Awaited<ReturnType<typeof unitOf>>,
) {
  const unit = { companyId, businessUnitId };
  return { ...unit, ...(await createPublishedSurvey(context, unit)) };
}
type Unit = Awaited<ReturnType<typeof unitWithSurvey>>;

type Message = Partial<Omit<Parameters<typeof createItemRow>[1], keyof Unit | 'sendId' | 'itemsMonth'>>;

/** A send of a unit with messages, each to a contact of its own unless it says to whom. */
async function sendWith(
  unit: Unit,
  { messages, ...send }: Partial<Parameters<typeof createSendRow>[1]> & { messages: readonly Message[] },
) {
  const made = await createSendRow(context, { ...unit, title: unit.title, ...send });
  for (const message of messages) {
    const contactId = message.contactId ?? (await createContact(context, unit)).id;
    const item = { ...unit, ...made, state: itemState.accepted, ...message, contactId };
    await createItemRow(context, item);
  }
  return made;
}

/** One by e-mail of the 9th in São Paulo, which is the 10th in UTC, and one by SMS of the 12th. */
async function twoSends() {
  const place = await workplace();
  const { unit } = place;
  const contact = (changes: Omit<Parameters<typeof createContact>[1], 'companyId' | 'businessUnitId'>) =>
    createContact(context, { ...unit, ...changes });
  const maria = await contact({ name: 'Maria da Silva' });
  const bia = await contact({ name: '=1+1' });
  const caio = await contact({ name: 'Caio' });
  const dora = await contact({ name: 'Dora' });
  const eva = await contact({ name: 'Eva', tel: '+5511987654321' });
  const rita = await contact({ name: 'Rita' });
  const executedAt = at('2026-11-10T03:00:05Z');
  const email = await sendWith(unit, {
    title: 'Hospedagem',
    createdAt: at('2026-11-10T02:30:00Z'),
    messages: [
      {
        contactId: maria.id,
        address: 'antes@exemplo.com.br',
        executedAt,
        openedAt: at('2026-11-10T15:00:00Z'),
      },
      {
        contactId: bia.id,
        state: itemState.rejected,
        reason: 'rejected_by_server',
        detail: `550 <${bia.email}> no such user`,
        executedAt,
      },
      { contactId: caio.id, state: itemState.skipped, reason: 'unsubscribed', executedAt },
      { contactId: dora.id, state: itemState.unknown, executedAt },
    ],
  });
  const sms = await sendWith(unit, {
    title: 'Restaurante',
    channel: 'sms',
    createdAt: at('2026-11-12T15:00:00Z'),
    messages: [
      { contactId: eva.id, state: itemState.ready },
      { contactId: rita.id, state: itemState.skipped, reason: 'address_missing', executedAt },
    ],
  });
  return { ...place, email, sms, people: { maria, bia, caio, dora, eva, rita } };
}

describe('the file of sends', () => {
  test('has a row for each message, newest first, in the words of a language and the zone of the unit', async () => {
    const { headers, people } = await twoSends();
    const { bia, caio, dora, eva } = people;
    const answer = await ask(headers, { format: 'csv' });
    expect(answer.headers['content-type']).toBe(fileMediaTypes.csv);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="envios-\d{4}-\d\d-\d\d.csv"/);
    expect(answer.payload).toBe(
      [
        '\ufeffSolicitado em (America/Sao_Paulo);Pesquisa;Canal;Nome;E-mail ou telefone;Resultado;Motivo;Resposta do servidor;' +
          'Data e hora (America/Sao_Paulo);Pesquisa aberta em (America/Sao_Paulo)',
        '2026-11-12 12:00:00;Restaurante;SMS;Rita;;Retido;Contato sem telefone;;;',
        `2026-11-12 12:00:00;Restaurante;SMS;Eva;'${eva.tel};Aguardando;;;;`,
        `2026-11-09 23:30:00;Hospedagem;E-mail;Dora;${dora.email};Aguardando;Sem confirmação do servidor de e-mail;;2026-11-10 00:00:05;`,
        `2026-11-09 23:30:00;Hospedagem;E-mail;Caio;${caio.email};Retido;Cancelou o recebimento;;;`,
        `2026-11-09 23:30:00;Hospedagem;E-mail;'=1+1;${bia.email};Falha;Recusado pelo servidor de e-mail;550 <${bia.email}> no such user;2026-11-10 00:00:05;`,
        '2026-11-09 23:30:00;Hospedagem;E-mail;Maria da Silva;antes@exemplo.com.br;Sucesso;;;2026-11-10 00:00:05;2026-11-10 12:00:00',
        '',
      ].join('\r\n'),
    );

    const workbook = await ask(headers, { format: 'xlsx', fileLanguage: 'en' });
    expect(workbook.headers['content-type']).toBe(fileMediaTypes.xlsx);
    const rows = await storedRows(workbook.rawPayload, { format: 'xlsx', sheet: 0 });
    expect(rows.map(({ cells }) => [cells[0], cells[2], cells[result], cells[reason] ?? '']).slice(0, 3)).toEqual([
      ['Requested (America/Sao_Paulo)', 'Channel', 'Result', 'Reason'],
      [{ day: '2026-11-12', time: '12:00:00' }, 'SMS', 'Held back', 'Contact has no phone'],
      [{ day: '2026-11-12', time: '12:00:00' }, 'SMS', 'Waiting', ''],
    ]);
    const spanish = await ask(headers, { format: 'csv', fileLanguage: 'es' });
    expect(spanish.payload).toContain(';Retenido;Contacto sin teléfono;');
  });

  test('is of one send, of those of some days, or of those that words find', async () => {
    const { headers, email, sms } = await twoSends();
    const titles = async (query: Query) => [...new Set(column(await rowsOf(headers, query), survey))];
    expect(await titles({})).toEqual(['Restaurante', 'Hospedagem']);
    expect(await titles({ sendId: email.sendId })).toEqual(['Hospedagem']);
    expect(await titles({ sendId: sms.sendId })).toEqual(['Restaurante']);
    // The day is that of the unit.
    expect(await titles({ to: '2026-11-09' })).toEqual(['Hospedagem']);
    expect(await titles({ from: '2026-11-10' })).toEqual(['Restaurante']);
    expect(await titles({ from: '2026-11-13' })).toEqual([]);
    expect(await titles({ search: 'HOSPEDAGEM' })).toEqual(['Hospedagem']);
    expect(await titles({ search: 'hospedagem', sendId: sms.sendId })).toEqual([]);
  });

  test('holds bulk sends of the unit alone', async () => {
    const { headers, unit } = await workplace();
    const there = await unitWithSurvey(unit.companyId, await otherUnitOf(context, unit.companyId));
    const elsewhere = (await workplace()).unit;
    await sendWith(unit, { title: 'Daqui', messages: [{}] });
    const foreign = [
      await sendWith(unit, { title: 'Um', origin: 'individual', messages: [{}] }),
      await sendWith(there, { title: 'Outra unidade', messages: [{}] }),
      await sendWith(elsewhere, { title: 'Outra empresa', messages: [{}] }),
    ];
    expect(column(await rowsOf(headers), survey)).toEqual(['Daqui']);
    for (const { sendId } of foreign) {
      const answer = await ask(headers, { sendId });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
    }
    const inThere = { ...headers, 'x-business-id': there.businessUnitId };
    expect(column(await rowsOf(inThere), survey)).toEqual(['Outra unidade']);
  });

  test('shows people as the queue does: whom a message is now of, and nobody once they were erased', async () => {
    const { headers, unit } = await workplace();
    const [deleted, anonymized, kept] = [
      await createContact(context, { ...unit, name: 'Excluída' }),
      await createContact(context, { ...unit, name: 'Apagada' }),
      await createContact(context, { ...unit, name: 'Unida' }),
    ];
    const send = await sendWith(unit, {
      messages: [{ contactId: deleted.id, address: deleted.email! }, { contactId: anonymized.id }],
    });
    const merged = await createItemRow(context, { ...unit, ...send, contactId: null, state: itemState.accepted });
    await context.database.withCompany(unit.companyId, async (tx) => {
      const key = { company_id: unit.companyId, items_month: send.itemsMonth, item_id: merged };
      await tx
        .insertInto('merged_items')
        .values({ ...key, contact_id: kept.id })
        .execute();
    });
    await deleteContact(context, { companyId: unit.companyId, id: deleted.id });
    const url = `/api/contacts/${anonymized.id}/anonymisation`;
    const erased = await context.app.inject({ method: 'POST', url, headers, payload: { comments: 'remove' } });
    expect(erased.statusCode).toBe(200);
    const rows = await rowsOf(headers);
    expect(rows.map((cells) => [cells[name], cells[address], cells[result]])).toEqual([
      ['Unida', kept.email, 'Sucesso'],
      ['', '', 'Sucesso'],
      ['', '', 'Sucesso'],
    ]);
  });

  test('has every message once, over all pages and months', { timeout: 60_000 }, async () => {
    const { headers, unit } = await workplace();
    const fill = async (itemsMonth: string, count: number) => {
      const { sendId } = await createSendRow(context, { ...unit, itemsMonth, title: itemsMonth });
      await context.database.withCompany(unit.companyId, (tx) =>
        sql`
          INSERT INTO send_items (company_id, items_month, id, business_unit_id, send_id, channel, state, detail)
          SELECT ${unit.companyId}, ${itemsMonth}::date, uuid_v7(), ${unit.businessUnitId}, ${sendId}, 'email',
            ${itemState.accepted}, ${itemsMonth} || ' ' || n
          FROM generate_series(1, ${count}::int) AS n
        `.execute(tx),
      );
    };
    await fill('2026-11-01', 1_300);
    await fill('2026-10-01', 1_300);
    const readFromEndToEnd = recordSequentialReads(context.database.pool);
    const rows = await rowsOf(headers);
    expect(rows).toHaveLength(2_600);
    expect(new Set(column(rows, detail)).size).toBe(2_600);
    // The months in their order, whenever their messages were planned.
    expect(column(rows, survey)).toEqual([
      ...Array.from({ length: 1_300 }, () => '2026-11-01'),
      ...Array.from({ length: 1_300 }, () => '2026-10-01'),
    ]);
    expect(readFromEndToEnd().filter((found) => found.startsWith('send_items'))).toEqual([]);
  });

  test('of more messages than a file holds is refused; a filter that leaves fewer is not', async () => {
    const { headers, unit } = await workplace();
    const many = await sendWith(unit, { title: 'Muitas', messages: [] });
    const few = await sendWith(unit, { title: 'Poucas', messages: [{}] });
    await context.database.withCompany(unit.companyId, (tx) =>
      tx
        .insertInto('send_progress')
        .values(
          [
            [many.sendId, exportedMessagesMax],
            [few.sendId, 1],
          ].map(([sendId, planned]) => ({
            company_id: unit.companyId,
            send_id: sendId as typeof many.sendId,
            shard: 0,
            planned: planned as number,
          })),
        )
        .execute(),
    );
    const refused = await ask(headers, {});
    expect([refused.statusCode, refused.json()]).toEqual([
      422,
      { code: 'TOO_MANY_ROWS', message: 'TOO_MANY_ROWS', params: { most: exportedMessagesMax } },
    ]);
    expect(await rowsOf(headers, { sendId: few.sendId })).toHaveLength(1);
  });

  test('[PERMS-07, PERMS-08] names people to who may take names away, masks them for ana, and is refused to the others', async () => {
    const { unit } = await workplace();
    const mail = `maria-${unit.surveyId}@exemplo.com.br`;
    const maria = await createContact(context, { ...unit, name: 'Maria da Silva', email: mail, tel: '+5511987654321' });
    const messages = [{ contactId: maria.id, state: itemState.rejected, detail: `550 <${mail}> unknown` }];
    await sendWith(unit, { messages });
    await sendWith(unit, { channel: 'sms', messages: [{ contactId: maria.id }] });
    const as = async (role: Role, exportsPersonalData = false) => {
      const { headers } = await signedIn(context, { companyId: unit.companyId, role, exportsPersonalData });
      const answer = await ask(headers, {});
      if (answer.statusCode !== 200) return answer.json().code;
      return (await rowsOf(headers)).map((cells) => [cells[name], cells[address], cells[detail]]);
    };
    const named = [
      ['Maria da Silva', "'+5511987654321", ''],
      ['Maria da Silva', mail, `550 <${mail}> unknown`],
    ];
    for (const role of roles) {
      const isMasked = role === 'ana';
      const masked = [
        ['Ma*** da Si***', "'+55 11 9****-**21", ''],
        ['Ma*** da Si***', 'ma***@ex***.com.br', ''],
      ];
      const mayNot = ['own', 'adm', 'acmng'].includes(role) ? named : 'FORBIDDEN';
      expect([role, await as(role)]).toEqual([role, isMasked ? masked : mayNot]);
    }
    expect(await as('ana', true)).toEqual(named);
    expect(await as('readonly', true)).toBe('FORBIDDEN');
  });

  test('is told of in the audit', async () => {
    const { headers } = await workplace();
    await rowsOf(headers);
    const { data } = (await context.app.inject({ url: '/api/audit-events?action=sends.exported', headers })).json();
    expect(data).toMatchObject([{ action: 'sends.exported', target: { type: 'sends' }, after: { format: 'csv' } }]);
  });

  test.each<Record<string, string>>([{ format: 'pdf' }, { from: 'ontem' }, { sendId: '1' }])(
    'refuses %o',
    async (query) => {
      const { headers } = await signedIn(context);
      const answer = await ask(headers, query);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_INPUT']);
    },
  );
});
