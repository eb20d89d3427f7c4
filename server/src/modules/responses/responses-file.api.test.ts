import { fileMediaTypes } from '@escuta/contract/file-formats';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { describe, expect, test } from 'vitest';
import { createAnswer } from '../../testing/answer-factories.ts';
import { createContact, signedIn } from '../../testing/factories.ts';
import { createInvitations } from '../../testing/response-factories.ts';
import { createPublishedSurvey, testDefinition } from '../../testing/send-factories.ts';
import { storedRows } from '../../testing/stored-file.ts';
import { askResponsesFile, responsesFileLines, responsesWorkplace } from '../../testing/responses-workplace.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

const workplace = () => responsesWorkplace(context);

const ask = (headers: Record<string, string>, query: Record<string, string>) =>
  askResponsesFile(context, headers, query);
const linesOf = (headers: Record<string, string>, query?: Record<string, string>) =>
  responsesFileLines(context, headers, query);

const at = (instant: string) => new Date(instant);

describe('the file of responses', () => {
  test('[EXPORTX-08, EXPORTX-09] has a row for each, newest first, in the words of a language and the zone of the unit', async () => {
    const { headers, unit } = await workplace();
    const maria = await createContact(context, { ...unit, name: 'Maria da Silva', tel: '+5511987654321' });
    const said = { score: 3, comment: 'Quarto frio; "sem água"', contactId: maria.id };
    // 23:30 in São Paulo, the day after in UTC.
    await createAnswer(context, { ...unit, ...said, answeredAt: at('2026-11-11T02:30:05Z') });
    const linked = { score: 10, channel: 'link', origin: 'link', language: 'es' } as const;
    await createAnswer(context, { ...unit, ...linked, answeredAt: at('2026-11-12T03:00:00Z') });

    const answer = await ask(headers, { format: 'csv' });
    expect(answer.headers['content-type']).toBe(fileMediaTypes.csv);
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="respostas-\d{4}-\d\d-\d\d.csv"; filename\*=UTF-8''respostas-\d{4}-\d\d-\d\d.csv$/,
    );
    expect(answer.payload).toBe(
      [
        '\ufeffRespondida em (America/Sao_Paulo);Pesquisa;Métrica;Nota;Grupo;Comentário;Canal;Origem;Idioma;Nome;E-mail;Telefone',
        `2026-11-12 00:00:00;${unit.title};NPS;10;Promotor;;Link;Link aberto;Espanhol;;;`,
        `2026-11-10 23:30:05;${unit.title};NPS;3;Detrator;"Quarto frio; ""sem água""";E-mail;Envio;Português;Maria da Silva;${maria.email};'+5511987654321`,
        '',
      ].join('\r\n'),
    );

    const workbook = await ask(headers, { format: 'xlsx', fileLanguage: 'en' });
    expect(workbook.headers['content-type']).toBe(fileMediaTypes.xlsx);
    expect(workbook.headers['content-disposition']).toMatch(/responses-\d{4}-\d\d-\d\d.xlsx$/);
    const rows = await storedRows(workbook.rawPayload, { format: 'xlsx', sheet: 0 });
    expect(rows.map(({ cells }) => cells.slice(0, 6))).toEqual([
      ['Answered (America/Sao_Paulo)', 'Survey', 'Metric', 'Score', 'Group', 'Comment'],
      [{ day: '2026-11-12', time: null }, unit.title, 'NPS', 10, 'Promoter', ''],
      [{ day: '2026-11-10', time: '23:30:05' }, unit.title, 'NPS', 3, 'Detractor', 'Quarto frio; "sem água"'],
    ]);
  });

  test('runs no formula that somebody wrote', async () => {
    const { headers, unit } = await workplace();
    const formula = '=HYPERLINK("http://x.example")';
    const person = await createContact(context, { ...unit, name: '@SUM(A1)' });
    const said = { score: 0, comment: formula, contactId: person.id, answeredAt: at('2026-11-10T15:00:00Z') };
    await createAnswer(context, { ...unit, ...said });
    const [, line] = await linesOf(headers);
    expect(line).toContain(`;"'=HYPERLINK(""http://x.example"")";`);
    expect(line).toContain(`;'@SUM(A1);`);
  });

  test('is narrowed by the filter, and leaves out what the list leaves out', async () => {
    const { headers, unit } = await workplace();
    const answeredAt = at('2026-11-10T15:00:00Z');
    await createAnswer(context, { ...unit, score: 9, answeredAt, comment: 'Bom' });
    await createAnswer(context, { ...unit, score: 2, answeredAt, comment: 'Ruim' });
    await createAnswer(context, { ...unit, score: 9, answeredAt, isTest: true });
    await createAnswer(context, { ...unit, score: 9, answeredAt, excludedReason: 'bot' });
    await createAnswer(context, { ...unit, score: null, answeredAt });
    expect(await linesOf(headers)).toHaveLength(3);
    expect(await linesOf(headers, { group: 'bottom' })).toEqual([
      expect.stringMatching(/^Respondida/),
      expect.stringContaining(';2;Detrator;Ruim;'),
    ]);
    expect(await linesOf(headers, { language: 'en' })).toHaveLength(1);
    const elsewhere = await signedIn(context);
    expect(await linesOf(elsewhere.headers)).toHaveLength(1);
  });

  test('has what was answered to further questions, each beside its question, in their order', async () => {
    const [score, why] = testDefinition.questions;
    const more = [
      { ...score, key: 'service', type: 'csat', title: 'E o atendimento, {{nome}}?' },
      { ...why, key: 'wish', titles: { top: 'Que mais?', middle: 'Que mais?', bottom: 'O que mudaria?' } },
    ] as SurveyDefinition['questions'];
    const definition = { ...testDefinition, questions: [...testDefinition.questions, ...more] };
    const made = await createInvitations(context, { definition });
    const { headers } = await signedIn(context, { companyId: made.companyId });
    await createAnswer(context, {
      ...(await createPublishedSurvey(context, made)),
      companyId: made.companyId,
      businessUnitId: made.businessUnitId,
      score: 9,
      answeredAt: at('2020-01-01T15:00:00Z'),
    });
    const answers = { score: 2, why: 'Frio', service: 5, wish: 'Calor' };
    const payload = { responseId: made.responseId, seq: 1, answers, complete: true };
    const reply = await context.app.inject({ method: 'POST', url: `/api/answers/${made.token}`, payload });
    expect(reply.statusCode).toBe(200);

    const lines = await linesOf(headers);
    expect(lines.map((line) => line.split(';').slice(12))).toEqual([
      ['Pergunta 1', 'Resposta 1', 'Pergunta 2', 'Resposta 2'],
      ['E o atendimento, [nome]?', '5', 'O que mudaria?', 'Calor'],
      [],
    ]);
    expect(lines[1]?.split(';')[5]).toBe('Frio');
  });

  test('[PERMS-07, PERMS-16, EXPORTX-07] names people to who may take names away, masks them for ana, and is refused to the others', async () => {
    const { unit } = await workplace();
    const maria = { name: 'Maria da Silva', email: `maria-${unit.surveyId}@exemplo.com.br`, tel: '+5511987654321' };
    const { id: contactId } = await createContact(context, { ...unit, ...maria });
    await createAnswer(context, { ...unit, score: 9, contactId, answeredAt: at('2026-11-10T15:00:00Z') });
    const as = async (role: 'own' | 'adm' | 'acmng' | 'ana' | 'pdv' | 'readonly' | 'notesonly' | 'dashonly') => {
      const { headers } = await signedIn(context, { companyId: unit.companyId, role });
      const answer = await ask(headers, { format: 'csv' });
      return answer.statusCode === 200
        ? answer.payload.trimEnd().split(';').slice(-3)
        : [answer.statusCode, answer.json().code];
    };
    for (const role of ['own', 'adm', 'acmng'] as const)
      expect([role, await as(role)]).toEqual([role, [maria.name, maria.email, `'${maria.tel}`]]);
    expect(await as('ana')).toEqual(['Ma*** da Si***', 'ma***@ex***.com.br', "'+55 11 9****-**21"]);
    for (const role of ['pdv', 'readonly', 'notesonly', 'dashonly'] as const)
      expect([role, await as(role)]).toEqual([role, [403, 'FORBIDDEN']]);
  });

  test('[PERMS-08] names people to an analyst whose export flag is set, and to nobody else by that flag', async () => {
    const { unit } = await workplace();
    const maria = { name: 'Maria da Silva', email: `flag-${unit.surveyId}@exemplo.com.br`, tel: '+5511987654321' };
    const { id: contactId } = await createContact(context, { ...unit, ...maria });
    await createAnswer(context, { ...unit, score: 9, contactId, answeredAt: at('2026-11-10T15:00:00Z') });
    const as = async (role: 'ana' | 'pdv' | 'readonly', exportsPersonalData: boolean) => {
      const { headers } = await signedIn(context, { companyId: unit.companyId, role, exportsPersonalData });
      const contacts = await context.app.inject({ url: '/api/contacts/export?format=csv', headers });
      const responses = await ask(headers, { format: 'csv' });
      const names = (answer: { statusCode: number; payload: string }) =>
        answer.statusCode === 200 ? answer.payload.includes(maria.email) : answer.statusCode;
      return [names(responses), names(contacts)];
    };
    expect(await as('ana', true)).toEqual([true, true]);
    expect(await as('ana', false)).toEqual([false, 403]);
    expect(await as('pdv', true)).toEqual([403, 403]);
    expect(await as('readonly', true)).toEqual([403, 403]);
  });

  test.each<Record<string, string>>([{}, { format: 'pdf' }, { format: 'csv', group: 'promoter' }])(
    'refuses %o',
    async (query) => {
      const { headers } = await signedIn(context);
      const answer = await ask(headers, query);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_INPUT']);
    },
  );
});
