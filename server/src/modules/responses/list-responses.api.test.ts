import type { ImportId } from '@escuta/contract/ids';
import type { ResponseFilter } from '@escuta/contract/response-filter';
import type { ListedResponse, ResponseDetail } from '@escuta/contract/response-list';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { dayIn } from '#platform/time/clock.ts';
import { createAnswer } from '../../testing/answer-factories.ts';
import { createContact, createContactCompany, signedIn } from '../../testing/factories.ts';
import { createInvitations } from '../../testing/response-factories.ts';
import { createPublishedSurvey } from '../../testing/send-factories.ts';
import { responsesWorkplace } from '../../testing/responses-workplace.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

const workplace = () => responsesWorkplace(context);

interface Page {
  readonly data: ListedResponse[];
  readonly total: number;
  readonly totalIsAtLeast?: true;
}

async function list(headers: Record<string, string>, query: Record<string, string> = {}): Promise<Page> {
  const answer = await context.app.inject({ url: '/api/responses', query, headers });
  expect([query, answer.statusCode]).toEqual([query, 200]);
  return answer.json();
}

const read = (id: string, headers: Record<string, string>) =>
  context.app.inject({ url: `/api/responses/${id}`, headers });
const at = (instant: string) => new Date(instant);

describe('the list of responses', () => {
  test('says of each what was answered, where and by whom, newest first or oldest first, page by page', async () => {
    const { headers, unit } = await workplace();
    const maria = await createContact(context, { ...unit, tel: '+5511987654321' });
    const said = { score: 3, comment: 'Quarto frio', contactId: maria.id };
    const first = await createAnswer(context, { ...unit, ...said, answeredAt: at('2026-11-10T15:00:00Z') });
    const second = await createAnswer(context, {
      ...unit,
      score: 10,
      answeredAt: at('2026-11-11T15:00:00Z'),
      channel: 'link',
      origin: 'link',
      language: 'es',
    });

    const survey = { _id: unit.surveyId, title: unit.title };
    expect(await list(headers)).toEqual({
      data: [
        {
          _id: second.responseId,
          survey,
          metric: 'nps',
          score: 10,
          score_group: 'top',
          comment: null,
          status: 'complete',
          channel: 'link',
          origin: 'link',
          language: 'es',
          answered_at: '2026-11-11T15:00:00.000Z',
          anonymous: true,
          customer: null,
        },
        {
          _id: first.responseId,
          survey,
          metric: 'nps',
          score: 3,
          score_group: 'bottom',
          comment: 'Quarto frio',
          status: 'complete',
          channel: 'email',
          origin: 'invitation',
          language: 'pt',
          answered_at: '2026-11-10T15:00:00.000Z',
          anonymous: false,
          customer: { _id: maria.id, name: maria.name, email: maria.email, tel: maria.tel },
        },
      ],
      total: 2,
    });
    const ids = async (query: Record<string, string>) => (await list(headers, query)).data.map(({ _id }) => _id);
    expect(await ids({ sort: 'oldest' })).toEqual([first.responseId, second.responseId]);
    expect(await ids({ limit: '1', page: '2' })).toEqual([first.responseId]);
    expect(await list(headers, { limit: '1', page: '9' })).toEqual({ data: [], total: 2 });
  });

  test('[FILTER-13, FILTER-15, FILTER-21] is narrowed by each field of the filter', async () => {
    const { headers, unit } = await workplace();
    const other = await createPublishedSurvey(context, unit);
    const answer = (changes: Partial<Parameters<typeof createAnswer>[1]>) =>
      createAnswer(context, { ...unit, score: 9, answeredAt: at('2026-11-10T15:00:00Z'), ...changes });
    const plain = (await answer({})).responseId;
    const worded = (await answer({ score: 7, comment: 'Bom' })).responseId;
    const spanish = (await answer({ score: 0, language: 'es', channel: 'sms' })).responseId;
    const linked = (await answer({ score: 8, origin: 'link', channel: 'link' })).responseId;
    // 23:30 in São Paulo, the day after in UTC.
    const late = (await answer({ ...other, answeredAt: at('2026-11-13T02:30:00Z') })).responseId;
    const withoutScore = (await answer({ score: null, comment: 'Só palavras' })).responseId;
    const star = (await answer({ score: 4, metric: 'csat' })).responseId;
    const [maria, ana] = [await createContact(context, unit), await createContact(context, unit)];
    const contactCompanyId = await createContactCompany(context, { ...unit, name: 'Padaria Lua', of: [maria.id] });
    await createContactCompany(context, { ...unit, name: 'Padaria Sol', of: [ana.id] });
    const ofMaria = (await answer({ score: 10, contactId: maria.id })).responseId;
    const ofAna = (await answer({ score: 10, contactId: ana.id })).responseId;
    const importId = newId<ImportId>();
    const imported = (await answer({ score: 6, origin: 'import', importId })).responseId;
    const importedOtherwise = (await answer({ score: 6, origin: 'import', importId: newId<ImportId>() })).responseId;
    const unnamed = [plain, worded, spanish, linked, late, withoutScore, star];
    const all = [...unnamed, ofMaria, ofAna, imported, importedOtherwise];
    const allBut = (left: string) => all.filter((id) => id !== left);

    type Case = readonly [query: Record<string, string>, found: readonly string[]];
    // A field without a case does not compile.
    const casesOf: Record<keyof ResponseFilter, readonly Case[]> = {
      from: [
        [{ from: '2026-11-11' }, [late]],
        [{ from: '2026-11-12', to: '2026-11-12' }, [late]],
        [{ from: '2026-11-13' }, []],
      ],
      to: [[{ to: '2026-11-11' }, allBut(late)]],
      surveyId: [[{ surveyId: other.surveyId }, [late]]],
      metric: [
        [{ metric: 'nps' }, allBut(star)],
        [{ metric: 'csat' }, [star]],
      ],
      channel: [[{ channel: 'sms' }, [spanish]]],
      origin: [[{ origin: 'link' }, [linked]]],
      language: [[{ language: 'es' }, [spanish]]],
      score: [
        [{ score: 'with' }, allBut(withoutScore)],
        [{ score: 'without' }, [withoutScore]],
      ],
      group: [[{ group: 'middle' }, [worded, linked]]],
      scoreMin: [[{ scoreMin: '8' }, [plain, linked, late, ofMaria, ofAna]]],
      scoreMax: [
        [{ scoreMax: '4' }, [spanish, star]],
        [{ scoreMin: '7', scoreMax: '8' }, [worded, linked]],
      ],
      comment: [
        [{ comment: 'with' }, [worded, withoutScore]],
        [{ comment: 'without' }, all.filter((id) => id !== worded && id !== withoutScore)],
      ],
      contactCompanyId: [[{ contactCompanyId }, [ofMaria]]],
      importId: [[{ importId }, [imported]]],
    };
    const cases: Case[] = [
      [{}, all],
      ...Object.values(casesOf).flat(),
      [{ comment: 'with', group: 'middle', channel: 'email' }, [worded]],
    ];
    for (const [query, expected] of cases) {
      const { data, total } = await list(headers, query);
      expect([query, data.map(({ _id }) => _id).toSorted()]).toEqual([query, expected.toSorted()]);
      expect([query, total]).toEqual([query, expected.length]);
    }
  });

  test('leaves out tests, excluded ones and those that say nothing yet, also when they are asked for by name', async () => {
    const { headers, unit } = await workplace();
    const answeredAt = at('2026-11-10T15:00:00Z');
    const hidden = [
      await createAnswer(context, { ...unit, score: 9, answeredAt, isTest: true }),
      await createAnswer(context, { ...unit, score: 9, answeredAt, excludedReason: 'bot' }),
      await createAnswer(context, { ...unit, score: null, answeredAt }),
    ];
    expect(await list(headers)).toEqual({ data: [], total: 0 });
    for (const { responseId } of hidden) expect((await read(responseId, headers)).statusCode).toBe(404);
  });

  test('stops counting where nobody turns pages any more, and says so', { timeout: 60_000 }, async () => {
    const { headers, unit } = await workplace();
    const fill = (count: number) =>
      context.database.withCompany(unit.companyId, (tx) =>
        sql`
          INSERT INTO responses (company_id, id, business_unit_id, survey_id, survey_version_id, channel, language, status,
            last_seq, metric, score, score_group, day, started_at, answered_at)
          SELECT ${unit.companyId}, uuid_v7(), ${unit.businessUnitId}, ${unit.surveyId}, ${unit.versionId}, 'email', 'pt',
            'complete', 1, 'nps', 9, 'top', '2026-11-10', '2026-11-10T15:00Z', timestamptz '2026-11-10T15:00Z' - n * interval '1 s'
          FROM generate_series(1, ${count}::int) AS n
        `.execute(tx),
      );
    await fill(10_000);
    expect(await list(headers, { limit: '1' })).toMatchObject({ total: 10_000 });
    expect(await list(headers, { limit: '1' })).not.toHaveProperty('totalIsAtLeast');
    await fill(1);
    expect(await list(headers, { limit: '1' })).toMatchObject({ total: 10_000, totalIsAtLeast: true });
  });

  test.each(['notesonly', 'dashonly', 'agent'] as const)(
    'is refused to %s, who may not know who answered',
    async (role) => {
      const { headers } = await signedIn(context, { role });
      for (const path of ['', `/${newId()}`]) {
        const answer = await context.app.inject({ url: `/api/responses${path}`, headers });
        expect([answer.statusCode, answer.json().code]).toEqual([403, 'FORBIDDEN']);
      }
    },
  );

  test.each<Record<string, string>>([
    { from: 'yesterday' },
    { group: 'promoter' },
    { scoreMin: '11' },
    { sort: 'lowest' },
    { comment: 'some' },
  ])('refuses %o', async (query) => {
    const { headers } = await signedIn(context);
    const answer = await context.app.inject({ url: '/api/responses', query, headers });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_INPUT']);
  });
});

describe('one response', () => {
  /** Somebody answers the link of a message, in two steps. */
  async function answered(answers: Record<string, number | string>, complete = true) {
    const made = await createInvitations(context);
    const { headers } = await signedIn(context, { companyId: made.companyId });
    const steps = Object.entries(answers);
    for (const [at, [key, value]] of steps.entries()) {
      const payload = {
        responseId: made.responseId,
        seq: at + 1,
        answers: { [key]: value },
        complete: complete && at === steps.length - 1,
      };
      const reply = await context.app.inject({ method: 'POST', url: `/api/answers/${made.token}`, payload });
      expect(reply.statusCode).toBe(200);
      context.clock.advance(60_000);
    }
    return { ...made, headers };
  }

  test('shows every question as it was put, in its order, with times, channel, send and person', async () => {
    const start = context.clock.now();
    const made = await answered({ score: 8, why: 'Café fraco\nPão bom' });
    // A version that came later asks otherwise; what was answered stays.
    await context.database.withCompany(made.companyId, (tx) =>
      tx
        .updateTable('surveys')
        .set({ title: 'Outro nome' })
        .where('company_id', '=', made.companyId)
        .where('id', '=', made.surveyId)
        .execute(),
    );
    const detail = (await read(made.responseId, made.headers)).json<ResponseDetail>();
    expect(detail).toMatchObject({
      survey: { _id: made.surveyId, title: made.title },
      score: 8,
      score_group: 'middle',
      channel: 'email',
      origin: 'invitation',
      status: 'complete',
      started_at: start.toISOString(),
      completed_at: new Date(start.getTime() + 60_000).toISOString(),
      send_id: made.sendId,
      customer: { _id: made.contact.id, name: made.contact.name },
    });
    expect(detail.answers).toEqual([
      {
        key: 'score',
        type: 'nps',
        title: 'De 0 a 10, quanto você recomendaria a Aurora a um amigo?',
        metric: 'nps',
        number: 8,
        text: null,
      },
      { key: 'why', type: 'why', title: 'O que faltou?', metric: null, number: null, text: 'Café fraco\nPão bom' },
    ]);
  });

  test('shows questions that were left as unanswered', async () => {
    const { responseId, headers } = await answered({ score: 0, why: '' }, false);
    const detail = (await read(responseId, headers)).json<ResponseDetail>();
    expect([detail.status, detail.completed_at]).toEqual(['partial', null]);
    expect(detail.answers.map(({ title, number, text }) => [title, number, text])).toEqual([
      ['De 0 a 10, quanto você recomendaria a Aurora a um amigo?', 0, null],
      ['O que deu errado?', null, null],
    ]);
  });

  test('is read by everybody who may read responses, and names its person to them', async () => {
    const { responseId, companyId, contact } = await answered({ score: 9 });
    for (const role of ['own', 'adm', 'acmng', 'ana', 'pdv'] as const) {
      const { headers } = await signedIn(context, { companyId, role });
      const answer = await read(responseId, headers);
      expect([role, answer.statusCode, answer.json().customer?.name]).toEqual([role, 200, contact.name]);
    }
  });

  test('[PERMS-03] tells readonly what was answered, and masks who answered, as lists do', async () => {
    const { responseId, companyId, contact } = await answered({ score: 9, why: 'Tudo' });
    const { headers } = await signedIn(context, { companyId, role: 'readonly' });
    const detail = (await read(responseId, headers)).json<ResponseDetail>();
    const [listed] = (await list(headers)).data;
    const people = (await context.app.inject({ url: '/api/contacts', headers })).json();
    const day = dayIn('America/Sao_Paulo', new Date(detail.answered_at));
    const url = `/api/dashboard/comments?from=${day}&to=${day}`;
    const comments = (await context.app.inject({ url, headers })).json();
    expect([detail.score, detail.answers.at(-1)?.text, listed?.score]).toEqual([9, 'Tudo', 9]);
    for (const shown of [detail.customer, listed?.customer, people.data[0], comments.data[0]?.customer])
      expect(shown).toMatchObject({ _id: contact.id, name: expect.stringMatching(/^\S{2}\*{3}/) });
    expect(detail.customer?.email).toMatch(/^\S{2}\*{3}@/);
    expect(JSON.stringify([detail, listed, people, comments])).not.toContain(contact.name);
  });

  test('of another company is not found', async () => {
    const { responseId } = await answered({ score: 9 });
    const { headers } = await signedIn(context);
    const answer = await read(responseId, headers);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
    expect(await list(headers)).toEqual({ data: [], total: 0 });
  });
});
