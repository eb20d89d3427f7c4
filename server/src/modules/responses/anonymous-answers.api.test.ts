import { describe, expect, test } from 'vitest';
import type { ResponseId } from '@escuta/contract/ids';
import type { ListedResponse } from '@escuta/contract/response-list';
import { newId } from '#platform/crypto/ids.ts';
import { itemState } from '#modules/sends/index.ts';
import { signedIn } from '../../testing/factories.ts';
import {
  answersLeft,
  createInvitations,
  createSentInvitations,
  keptCounts,
  recount,
} from '../../testing/response-factories.ts';
import { createPublishedSurvey, testDefinition } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();
const definition = { ...testDefinition, anonymous: true };
const messageOf = 'Esta pesquisa já foi respondida';

interface Step {
  readonly responseId?: ResponseId;
  readonly seq?: number;
  readonly score?: number;
  readonly why?: string;
  readonly complete?: boolean;
}

function answer(token: string, { responseId = newId<ResponseId>(), seq = 1, score, why, complete = true }: Step) {
  const answers = { ...(score !== undefined && { score }), ...(why !== undefined && { why }) };
  const payload = { responseId, seq, answers, complete };
  return context.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload });
}

const open = async (token: string, query = '') => (await context.app.inject({ url: `/r/${token}${query}` })).body;

/** Everything that the company keeps, but the message and what names it. */
async function everythingBut(companyId: string, tables: readonly string[]): Promise<string> {
  const { rows } = await context.database.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class JOIN pg_attribute a ON a.attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attname = 'company_id' AND NOT attisdropped`,
  );
  const read = [];
  for (const { name } of rows.filter(({ name }) => !tables.some((table) => name.startsWith(table)))) {
    const found = await context.database.pool.query(`SELECT to_json(t) FROM "${name}" t WHERE company_id = $1`, [
      companyId,
    ]);
    read.push(JSON.stringify(found.rows));
  }
  return read.join('\n');
}

describe('[PRIVACY-19] an answer to an anonymous survey', () => {
  test('holds nothing that leads back to its message, which knows that it was answered', async () => {
    const { companyId, token, itemId, contact } = await createInvitations(context, { definition, count: 2 });
    expect((await answer(token, { score: 9, why: 'Bom' })).json()).toMatchObject({ complete: true });
    const { responses } = await answersLeft(context, companyId);
    expect(responses).toMatchObject([
      {
        item_id: null,
        send_id: null,
        contact_id: null,
        score: 9,
        comment: 'Bom',
        origin: 'invitation',
        channel: 'email',
      },
    ]);
    const { rows } = await context.database.pool.query('SELECT * FROM answered_invitations WHERE company_id = $1', [
      companyId,
    ]);
    expect(rows).toEqual([{ company_id: companyId, item_id: itemId }]);
    // Beside the message itself nothing names both it and the response, or the contact and the response.
    const others = await everythingBut(companyId, ['send_items', 'answered_invitations', 'contacts', 'sends']);
    const id = String(responses[0]?.id);
    for (const rowsOfTable of others.split('\n'))
      for (const row of JSON.parse(rowsOfTable) as object[])
        expect([JSON.stringify(row).includes(id), JSON.stringify(row).includes(itemId)]).not.toEqual([true, true]);
    expect(others).not.toContain(contact.id);
  });

  test('leaves no time at which the message was answered, where nobody knew that it had arrived', async () => {
    const executedAt = new Date(context.clock.now().getTime() - 3_600_000);
    const { companyId, token } = await createInvitations(context, { definition, state: itemState.unknown, executedAt });
    await answer(token, { score: 9 });
    const { rows } = await context.database.pool.query('SELECT kind, at FROM send_evidence WHERE company_id = $1', [
      companyId,
    ]);
    const { responses } = await answersLeft(context, companyId);
    expect(rows).toHaveLength(1);
    expect(rows[0].at.getTime()).not.toBe(responses[0]?.started_at.getTime());
  });

  test('is counted once it is complete, and then as any other', async () => {
    const { companyId, token, responseId } = await createInvitations(context, { definition });
    await answer(token, { responseId, score: 3, complete: false });
    let left = await answersLeft(context, companyId);
    expect(left.responses).toMatchObject([{ status: 'started', score: null, comment: null }]);
    expect(left.metrics).toEqual([]);
    expect(left.surveys).toMatchObject([{ responses: 0 }]);
    await answer(token, { responseId, seq: 2, why: 'Caro' });
    left = await answersLeft(context, companyId);
    expect(left.responses).toMatchObject([{ status: 'complete', score: 3, comment: 'Caro' }]);
    expect(keptCounts(left.metrics)).toEqual(recount(left.responses));
    expect(left.invitations).toMatchObject([{ responded: 1, completed: 1 }]);
    expect(left.surveys).toMatchObject([{ responses: 1 }]);
  });

  test('comes once for a message: what is begun elsewhere is nothing, and who comes back is told so', async () => {
    const { companyId, token, links } = await createInvitations(context, { definition, count: 2 });
    expect(await open(token)).toContain('De 0 a 10');
    expect(await open(token)).toContain('nada liga sua resposta a você');
    await answer(token, { score: 3, complete: false });
    // Unfinished on one device, it may be answered on another.
    expect(await open(token)).toContain('De 0 a 10');
    expect((await answer(token, { score: 8 })).statusCode).toBe(200);
    expect((await answer(token, { score: 0 })).json().code).toBe('ALREADY_ANSWERED');
    const page = await open(token);
    expect(page).toContain(messageOf);
    expect(page).not.toContain('name="n.score"');
    const { responses } = await answersLeft(context, companyId);
    expect(responses.map(({ score }) => score).filter((score) => score !== null)).toEqual([8]);
    // Another message of the send is another person's.
    expect(await open(links[1]!.token)).toContain('De 0 a 10');
    expect((await answer(links[1]!.token, { score: 10 })).statusCode).toBe(200);
  });

  test('on two devices in the same moment is one', async () => {
    const { companyId, token } = await createInvitations(context, { definition });
    const codes = await Promise.all(Array.from({ length: 6 }, (_, at) => answer(token, { score: at })));
    expect(codes.map(({ statusCode }) => statusCode).filter((code) => code === 200).length).toBeGreaterThan(0);
    const { responses, metrics } = await answersLeft(context, companyId);
    expect(responses.filter(({ score }) => score !== null)).toHaveLength(1);
    expect(metrics.map(({ n }) => n)).toEqual([1]);
  });

  test('goes on by the id that its own page has, without script too, and by no other', async () => {
    const { token, responseId } = await createInvitations(context, { definition });
    const form = { r: responseId, s: '1', q: 'score', 'n.score': '2', c: '0' };
    const stored = await context.app.inject({
      method: 'POST',
      url: `/r/${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
    expect([stored.statusCode, stored.headers.location]).toEqual([303, `/r/${token}?r=${responseId}`]);
    expect(await open(token, `?r=${responseId}`)).toContain('O que deu errado?');
    expect((await answer(token, { responseId, seq: 2, why: 'Caro' })).statusCode).toBe(200);
    expect(await open(token, `?r=${responseId}`)).toContain('Obrigado!');
    expect(await open(token, `?r=${newId()}`)).toContain(messageOf);
  });

  test('is nobody’s in the list, while a survey with names says who answered', async () => {
    const { companyId, businessUnitId, token } = await createInvitations(context, { definition });
    const named = await createPublishedSurvey(context, { companyId, businessUnitId });
    const other = await createSentInvitations(context, { companyId, businessUnitId, ...named });
    await answer(token, { score: 9 });
    await answer(other.token, { score: 1 });
    const { headers } = await signedIn(context, { companyId });
    const { data } = (
      await context.app.inject({ url: '/api/responses', headers: { ...headers, 'x-business-id': businessUnitId } })
    ).json<{ data: ListedResponse[] }>();
    const shown = new Map(data.map(({ score, anonymous, customer }) => [score, [anonymous, customer?._id ?? null]]));
    expect(shown).toEqual(
      new Map<number, unknown>([
        [1, [false, other.contact.id]],
        [9, [true, null]],
      ]),
    );
  });

  test('cannot take over a response of somebody else: another survey, an open answer, a named one', async () => {
    const { companyId, businessUnitId, token } = await createInvitations(context, { definition });
    const named = await createPublishedSurvey(context, { companyId, businessUnitId });
    const other = await createSentInvitations(context, { companyId, businessUnitId, ...named });
    await answer(other.token, { responseId: other.responseId, score: 1, complete: false });
    const stolen = await answer(token, { responseId: other.responseId, score: 10 });
    expect([stolen.statusCode, stolen.json().code]).toEqual([422, 'ANSWERS_NOT_VALID']);
    const { responses } = await answersLeft(context, companyId);
    expect(responses).toMatchObject([{ score: 1 }]);
  });
});
