import { expect, test } from 'vitest';
import type { Dashboard } from '@escuta/contract/analytics';
import type { ImportId, SurveyId } from '@escuta/contract/ids';
import type { Import, ImportPreview } from '@escuta/contract/imports';
import type { ListedResponse, ResponseDetail } from '@escuta/contract/response-list';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { createAnswer } from '../../testing/answer-factories.ts';
import { createContact, otherUnitOf, signedIn, unitOf } from '../../testing/factories.ts';
import { rehearse, runImportNow, runImportUntilKilled, upload } from '../../testing/import-steps.ts';
import { createPublishedSurvey, csatDefinition, testDefinition } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { runUndo } from './undo-import.ts';

const context = testContext();

/** A unit with a survey, and three people in it; its clocks are those of São Paulo, three hours behind. */
async function workplace({ definition, ...survey }: { definition?: SurveyDefinition; status?: 'closed' } = {}) {
  const user = await signedIn(context);
  const unit = { ...user, businessUnitId: await unitOf(context, user.companyId) };
  const ana = await createContact(context, { ...unit, name: 'Ana', email: 'ana@x.com' });
  const bia = await createContact(context, { ...unit, name: 'Bia', tel: '+5511987650001' });
  await context.database.withCompany(user.companyId, (tx) =>
    tx
      .updateTable('contacts')
      .set({ external_id: 'CRM-2' })
      .where('company_id', '=', user.companyId)
      .where('id', '=', bia.id)
      .execute(),
  );
  const asked = await createPublishedSurvey(context, { ...unit, ...survey, ...(definition ? { definition } : {}) });
  return { ...unit, ana: ana.id, bia: bia.id, ...asked };
}
type Workplace = Awaited<ReturnType<typeof workplace>>;

async function look({ headers }: Pick<Workplace, 'headers'>, surveyId: SurveyId, content: string) {
  return upload(context, { headers, answersTo: surveyId }, content, 'respostas.csv');
}

/** Starts the import of a file with the columns as they were found, but for what is said. */
async function startFile(unit: Workplace, content: string, settings: object = {}): Promise<ImportId> {
  const { uploadId, hasHeader, mapping } = (await look(unit, unit.surveyId, content)).json<ImportPreview>();
  const payload = { uploadId, hasHeader, mapping, ...settings };
  const started = await context.app.inject({ method: 'POST', url: '/api/imports', headers: unit.headers, payload });
  expect([started.statusCode, started.json().type]).toEqual([202, 'import_answers']);
  return started.json<Import>()._id;
}

/** The same, to its end. */
async function importFile(unit: Workplace, content: string, settings: object = {}): Promise<ImportId> {
  const id = await startFile(unit, content, settings);
  await runImportNow(context, unit.companyId, id);
  return id;
}

async function get<T>({ headers }: Pick<Workplace, 'headers'>, url: string): Promise<T> {
  const answer = await context.app.inject({ url: `/api${url}`, headers });
  expect([url, answer.statusCode]).toEqual([url, 200]);
  return answer.json();
}

const seen = (unit: Workplace, id: ImportId) => get<Import>(unit, `/imports/${id}`);
const listed = async (unit: Workplace, query = '') =>
  (await get<{ data: ListedResponse[] }>(unit, `/responses?limit=20&sort=oldest${query}`)).data;

/** What a response says, in one line. */
const line = ({ score, comment, channel, origin, answered_at, customer }: ListedResponse) =>
  [answered_at, score, comment, customer?.name ?? null, channel, origin].join('|');

const head = 'data;nota;comentário;e-mail;telefone;código externo';

test('[AIMPORT-01] scores, dates, comments and the keys of contacts become responses, each where its column says', async () => {
  const unit = await workplace();
  const file = [
    head,
    '04/03/2025 14:30;9;"Muito bom; volto.\nCom certeza";ANA@x.com;;',
    '05/03/2025;3;;;(11) 98765-0001;',
    '2025-03-06T10:00:00Z;10 - Com certeza;Ótimo;;;CRM-2',
    '07/03/2025 23:59;7;;;;',
  ].join('\n');
  const id = await importFile(unit, file);
  expect((await seen(unit, id)).counts).toEqual({ created: 4, updated: 0, unchanged: 0, rejected: 0, warned: 0 });
  expect((await listed(unit)).map(line)).toEqual([
    '2025-03-04T17:30:00.000Z|9|Muito bom; volto.\nCom certeza|Ana|importado|import',
    '2025-03-05T03:00:00.000Z|3||Bia|importado|import',
    '2025-03-06T10:00:00.000Z|10|Ótimo|Bia|importado|import',
    '2025-03-08T02:59:00.000Z|7|||importado|import',
  ]);
});

test('an import of answers adds, whatever its form says, and the audit says so', async () => {
  const unit = await workplace();
  const id = await startFile(unit, 'data;nota\n04/03/2025;10\n', { mode: 'update' });
  const { data } = await get<{ data: { after: object }[] }>(unit, '/audit-events?action=import.started');
  const stored = await context.database.withCompany(unit.companyId, (tx) =>
    tx.selectFrom('imports').select('mode').where('company_id', '=', unit.companyId).where('id', '=', id).execute(),
  );
  expect(stored).toEqual([{ mode: 'create' }]);
  expect(data.map(({ after }) => after)).toEqual([{ type: 'import_answers', mode: 'create' }]);
});

test('[AIMPORT-01] each question of the survey has its column, found by its title; what the survey requires besides its score may be missing', async () => {
  const [score, why] = testDefinition.questions;
  const definition = {
    ...testDefinition,
    questions: [
      score!,
      { ...why!, required: true },
      { ...why!, key: 'next', titles: { top: 'E depois?', middle: 'E agora?', bottom: 'E então?' } },
    ],
  } as SurveyDefinition;
  const unit = await workplace({ definition });
  const file = 'Quando,E agora?,O que faltou?,Pontuação\n2025-05-01,Café,,8\n2025-05-02,,Pão,6\n';
  const preview = (await look(unit, unit.surveyId, file)).json<ImportPreview>();
  expect(preview).toMatchObject({
    type: 'import_answers',
    mapping: ['answered_at', 'question:next', 'question:why', 'question:score'],
    survey: {
      _id: unit.surveyId,
      questions: [
        { key: 'score', needed: true },
        { key: 'why', title: 'O que faltou?', needed: false },
        { key: 'next', title: 'E agora?', needed: false },
      ],
    },
  });
  await importFile(unit, file);
  const details = await Promise.all(
    (await listed(unit)).map(({ _id }) => get<ResponseDetail>(unit, `/responses/${_id}`)),
  );
  expect(
    details.map(({ status, answers }) => [
      status,
      ...answers.map(({ key, number, text }) => `${key}:${number ?? text}`),
    ]),
  ).toEqual([
    ['complete', 'score:8', 'why:null', 'next:Café'],
    ['complete', 'score:6', 'why:Pão', 'next:null'],
  ]);
});

test('[AIMPORT-02] imported answers have the channel importado, and are counted by it in list and dashboard', async () => {
  const unit = await workplace();
  await createAnswer(context, { ...unit, score: 0, answeredAt: new Date('2025-03-04T12:00:00Z'), channel: 'sms' });
  const id = await importFile(unit, 'data;nota\n04/03/2025;10\n04/03/2025;10\n');
  expect((await listed(unit, '&channel=importado')).map(({ channel }) => channel)).toEqual(['importado', 'importado']);
  expect(await listed(unit, `&importId=${id}`)).toHaveLength(2);
  const days = 'from=2025-03-04&to=2025-03-04';
  const dashboard = await get<Dashboard>(unit, `/dashboard?${days}&channel=importado`);
  expect([dashboard.score.n, dashboard.score.groups.top]).toEqual([2, 2]);
  expect((await get<Dashboard>(unit, `/dashboard?${days}`)).score.n).toBe(3);
});

async function eventsOf({ companyId }: Workplace): Promise<number> {
  const { rows } = await context.database.pool.query(
    "SELECT 1 FROM outbox WHERE company_id = $1 AND name = 'response.recorded'",
    [companyId],
  );
  return rows.length;
}

test('[AIMPORT-03] answers of long ago set off nothing: nobody hears of them, and nobody is written to', async () => {
  const unit = await workplace();
  await importFile(unit, `${head}\n04/03/2025;0;Péssimo;ana@x.com;;\n`);
  const { rows } = await context.database.pool.query(
    'SELECT (SELECT count(*) FROM sends WHERE company_id = $1) + (SELECT count(*) FROM send_items WHERE company_id = $1) AS n',
    [unit.companyId],
  );
  expect([await eventsOf(unit), Number(rows[0].n)]).toEqual([0, 0]);
  // Asked for, each is news as any other answer.
  await importFile(unit, `${head}\n05/03/2025;0;Péssimo;ana@x.com;;\n06/03/2025;1;;;;\n`, { setsOff: true });
  expect(await eventsOf(unit)).toBe(2);
});

test('what is no answer is refused with all its reasons, and what cannot be read beside it is warned of', async () => {
  const unit = await workplace();
  const file = [
    head,
    ';9;;;;',
    '31/02/2025;9;;;;',
    '01/01/2999;9;;;;',
    '01/01/0001;9;;;;',
    '31/12/9999 23:59:59;9;;;;',
    '04/03/2025;;;;;',
    '04/03/2025;11;;;;',
    '04/03/2025;9,5;;;;',
    ';doze;;;;',
    '04/03/2025;8;;bia@;;',
    '04/03/2025;8;;nobody@x.com;;',
    '04/03/2025;8;;;',
  ].join('\n');
  const preview = (await look(unit, unit.surveyId, file)).json<ImportPreview>();
  const settings = { hasHeader: true, mapping: preview.mapping };
  const found = await rehearse(context, unit, preview.uploadId, settings);
  expect(
    found.issues.map(({ row, isWarning, problems }) => [row, isWarning, problems.map(({ reason }) => reason)]),
  ).toEqual([
    [2, false, ['answered_at_missing']],
    [3, false, ['answered_at_invalid']],
    [4, false, ['answered_at_invalid']],
    [5, false, ['answered_at_invalid']],
    [6, false, ['answered_at_invalid']],
    [7, false, ['score_missing']],
    [8, false, ['score_invalid']],
    [9, false, ['score_invalid']],
    [10, false, ['answered_at_missing', 'score_invalid']],
    [11, true, ['email_invalid']],
    [12, true, ['contact_unknown']],
    [13, false, ['columns_missing']],
  ]);
  expect(await listed(unit)).toEqual([]);
  const id = await importFile(unit, file);
  expect((await seen(unit, id)).counts).toEqual({ created: 2, updated: 0, unchanged: 0, rejected: 10, warned: 2 });
  expect(found.counts).toEqual({ created: 2, updated: 0, unchanged: 0, rejected: 10, warned: 2 });
  const errors = await context.app.inject({ url: `/api/imports/${id}/errors`, headers: unit.headers });
  expect(errors.body).toContain('Data da resposta inválida ou no futuro; use dia/mês/ano');
  expect(errors.body).toMatch(/a resposta fica sem contato\."/);
  expect(errors.body).toMatch(/E-mail inválido \(e-mail\)\. Importado sem este campo\./);
});

const taken = {
  phone: 'O telefone já pertence a outro contato.',
  id: 'O código externo é de um contato e o e-mail ou telefone é de outro, ou o contato já tem outro código externo.',
};

test('an error of a formula is no answer, and an address is read as a mail program copies it', async () => {
  const unit = await workplace();
  const file = [
    head,
    '04/03/2025 14:30;9;#N/D;mailto:ana@x.com;#REF!;',
    '05/03/2025;3;Ruim;Ana <ana@x.com>;;',
    '06/03/2025;#SPILL!;Bom;ana@x.com;;',
    '#VALOR!;8;Bom;ana@x.com;;',
  ].join('\n');
  const id = await importFile(unit, file);
  expect((await seen(unit, id)).counts).toEqual({ created: 2, updated: 0, unchanged: 0, rejected: 2, warned: 1 });
  expect((await listed(unit)).map(line)).toEqual([
    '2025-03-04T17:30:00.000Z|9||Ana|importado|import',
    '2025-03-05T03:00:00.000Z|3|Ruim|Ana|importado|import',
  ]);
});

test('[CIMPORT-07] an answer whose keys mean two contacts is refused and told, in rehearsal, result and file alike', async () => {
  const unit = await workplace();
  const file = [
    head,
    '04/03/2025;9;Meu;ana@x.com;(11) 98765-0001;',
    '04/03/2025;8;Meu;ana@x.com;;CRM-2',
    // Nobody has the phone, or the e-mail: one contact is meant.
    '04/03/2025;7;;ana@x.com;(11) 98765-0009;',
    '04/03/2025;6;;nobody@x.com;(11) 98765-0001;CRM-2',
    '04/03/2025;5;;ana@x.com;(11) 98765-0001;CRM-404',
    '04/03/2025;4;;ana@x.com;(11) 98765-0009;',
    '04/03/2025;3;;;;',
  ].join('\n');
  const preview = (await look(unit, unit.surveyId, file)).json<ImportPreview>();
  const found = await rehearse(context, unit, preview.uploadId, { hasHeader: true, mapping: preview.mapping });
  expect(found.issues.map(({ row, isWarning, problems }) => [row, isWarning, ...problems])).toEqual([
    [2, false, { reason: 'phone_taken', column: null, cell: null }],
    [3, false, { reason: 'external_id_taken', column: null, cell: null }],
    [6, false, { reason: 'phone_taken', column: null, cell: null }],
  ]);
  const counts = { created: 4, updated: 0, unchanged: 0, rejected: 3, warned: 0 };
  expect(found.counts).toEqual(counts);
  const id = await importFile(unit, file);
  expect((await seen(unit, id)).counts).toEqual(counts);
  expect((await listed(unit)).map(({ score, customer }) => `${score} ${customer?.name ?? ''}`).toSorted()).toEqual([
    '3 ',
    '4 Ana',
    '6 Bia',
    '7 Ana',
  ]);
  const { body } = await context.app.inject({ url: `/api/imports/${id}/errors`, headers: unit.headers });
  const told = body
    .split('\r\n')
    .slice(1, -1)
    .map((row) => row.split(';').slice(0, 2).join(' '));
  expect(told).toEqual([`2 ${taken.phone}`, `3 ${taken.id}`, `6 ${taken.phone}`]);
});

test('[PRIVACY-22] the file of refused rows has masked answers for who uploaded it alone, and of a row that slipped nothing', async () => {
  const [score, why] = testDefinition.questions;
  const definition = { ...testDefinition, questions: [score!, { ...why!, sensitive: true }] } as SurveyDefinition;
  const unit = await workplace({ definition });
  const file = [
    head,
    '04/03/2025;11;Segredo;ana@x.com;;',
    '04/03/2025;8;Segredo;bia@;;',
    // A delimiter within the comment, and a line that begins with its end.
    '04/03/2025;8;Um;Segredo;ana@x.com;;',
    '04/03/2025;8;Um;Segredo;;;',
    'Segredo;ana@x.com;;',
    '04/03/2025;8;"Um" Segredo;ana@x.com;;',
  ].join('\n');
  const id = await importFile(unit, file);
  const { headers } = await signedIn(context, { companyId: unit.companyId, role: 'adm' });
  const errorsFor = async (reader: Workplace['headers']) => {
    const { body } = await context.app.inject({ url: `/api/imports/${id}/errors`, headers: reader });
    const rows = body.split('\r\n').slice(1, -1);
    return rows.map((row) => row.replace(/^(\d+);("[^"]*"|[^;]*);/, '$1|'));
  };
  const asItCame = [
    '2|04/03/2025;11;Segredo;ana@x.com;;',
    '3|04/03/2025;8;Segredo;bia@;;',
    '4|04/03/2025;8;Um;Segredo;ana@x.com;;',
    '5|04/03/2025;8;Um;Segredo;;;',
    '6|Segredo;ana@x.com;;',
    '7|04/03/2025;8;"""Um"" Segredo";ana@x.com;;',
  ];
  const masked = ['2|04/03/2025;11;;ana@x.com;;', '3|04/03/2025;8;;bia@;;', '4|;;;;;;', '5|;;;;;;', '6|;;;', '7|;;;;;'];
  expect([await errorsFor(unit.headers), await errorsFor(headers)]).toEqual([asItCame, masked]);
  const publish = async (questions: unknown[]) => {
    const call = async (method: 'GET' | 'PUT' | 'POST', path: string, payload?: object) => {
      const url = `/api/surveys/${unit.surveyId}${path}`;
      return (await context.app.inject({ method, url, headers: unit.headers, ...(payload && { payload }) })).json();
    };
    const { revision } = await call('GET', '/draft');
    const draft = { title: 'Estadia', definition: { ...definition, questions }, revision };
    const kept = await call('PUT', '/draft', draft);
    expect(await call('POST', '/versions', { revision: kept.revision })).not.toHaveProperty('code');
  };
  // What the survey asks no more has not been taken back.
  await publish([score]);
  expect(await errorsFor(headers)).toEqual(masked);
  await publish([score, { ...why, sensitive: false }]);
  expect(await errorsFor(headers)).toEqual(asItCame);
});

test('an answer to an anonymous survey comes in whomever its keys mean', async () => {
  const unit = await workplace({ definition: { ...testDefinition, anonymous: true } });
  const id = await importFile(unit, `${head}\n04/03/2025;9;;ana@x.com;(11) 98765-0001;\n`);
  expect((await seen(unit, id)).counts).toMatchObject({ created: 1, rejected: 0 });
});

test('a file that is imported again brings what its contacts have not said yet, as the rehearsal foretells; unknown people count each time', async () => {
  const unit = await workplace();
  const rows = [
    '04/03/2025 10:00;9;;ana@x.com;;',
    '04/03/2025 10:00;9;;ana@x.com;;',
    '04/03/2025 10:00;8;;ana@x.com;;',
  ];
  const first = await importFile(unit, [head, ...rows].join('\n'));
  expect((await seen(unit, first)).counts).toMatchObject({ created: 2, unchanged: 1 });
  const again = [head, ...rows, '04/03/2025 10:00;9;Novo;ana@x.com;;', '04/03/2025 10:00;9;;;;'].join('\n');
  const preview = (await look(unit, unit.surveyId, again)).json<ImportPreview>();
  expect(preview.importedBefore).toBeNull();
  const found = await rehearse(context, unit, preview.uploadId, { hasHeader: true, mapping: preview.mapping });
  expect(found.counts).toMatchObject({ created: 2, unchanged: 3 });
  expect((await seen(unit, await importFile(unit, again))).counts).toMatchObject({ created: 2, unchanged: 3 });
  // The same file, byte by byte, is told of.
  const same = (await look(unit, unit.surveyId, again)).json<ImportPreview>();
  expect(same.importedBefore).toBe(context.clock.now().toISOString());
  const other = await createPublishedSurvey(context, unit);
  expect((await look(unit, other.surveyId, again)).json().importedBefore).toBeNull();
});

test('to an anonymous survey nobody is named: neither by the response, nor by the contact, who answered nothing', async () => {
  const unit = await workplace({ definition: { ...testDefinition, anonymous: true } });
  const file = [head, '04/03/2025;9;Segredo;ana@x.com;;', '05/03/2025;2;;;;CRM-2', '05/03/2025;2;;;;CRM-2'].join('\n');
  const preview = (await look(unit, unit.surveyId, file)).json<ImportPreview>();
  expect(preview.survey?.anonymous).toBe(true);
  const found = await rehearse(context, unit, preview.uploadId, { hasHeader: true, mapping: preview.mapping });
  expect(found.counts).toMatchObject({ created: 3, unchanged: 0, warned: 0 });
  expect((await seen(unit, await importFile(unit, file))).counts).toMatchObject({
    created: 3,
    unchanged: 0,
    warned: 0,
  });
  const responses = await listed(unit);
  expect(responses.map(({ anonymous, customer, score }) => [anonymous, customer, score])).toEqual([
    [true, null, 9],
    [true, null, 2],
    [true, null, 2],
  ]);
  expect(await lastAnswers(unit)).toEqual({ Ana: [undefined, null, null], Bia: [undefined, null, null] });
  // Beside one that names people.
  const named = await workplace();
  const open = (await look(named, named.surveyId, file)).json<ImportPreview>();
  expect(open.survey?.anonymous).toBe(false);
});

test('of more than one chunk nothing is lost or doubled, also when a worker is killed and another goes on', async () => {
  const unit = await workplace();
  const rows = Array.from({ length: 2_300 }, (_, at) => `0${(at % 9) + 1}/03/2025;${at % 11};Nota ${at};;;`);
  const id = await startFile(unit, [head, ...rows].join('\n'));
  await runImportUntilKilled(context, unit.companyId, id);
  expect(await seen(unit, id)).toMatchObject({ status: 'running', counts: { created: 1_000 } });
  await runImportNow(context, unit.companyId, id);
  expect((await seen(unit, id)).counts).toMatchObject({ created: 2_300 });
  const { rows: found } = await context.database.pool.query(
    'SELECT count(*)::int AS n, count(DISTINCT comment)::int AS said FROM responses WHERE company_id = $1 AND import_id = $2',
    [unit.companyId, id],
  );
  expect(found).toEqual([{ n: 2_300, said: 2_300 }]);
});

/** When each contact answered last, and with which score of which metric, by their names. */
async function lastAnswers({ companyId }: Workplace) {
  const rows = await context.database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('contacts')
      .select(['name', 'last_answered_at', 'last_score', 'last_metric'])
      .where('company_id', '=', companyId)
      .orderBy('name')
      .execute(),
  );
  return Object.fromEntries(
    rows.map((row) => [row.name, [row.last_answered_at?.toISOString(), row.last_score, row.last_metric]]),
  );
}

test('an answer to a contact is their last one, unless they answered later', async () => {
  const unit = await workplace();
  await importFile(unit, `${head}\n04/03/2025;9;;ana@x.com;;\n03/03/2025;2;;ana@x.com;;\n`);
  expect(await lastAnswers(unit)).toEqual({
    Ana: ['2025-03-04T03:00:00.000Z', 9, 'nps'],
    Bia: [undefined, null, null],
  });
});

test('[CIMPORT-14] an import of answers is undone: days, survey and last answers are what they were, and others’ answers stay', async () => {
  const unit = await workplace();
  await importFile(unit, `${head}\n01/03/2025;6;Antes;ana@x.com;;\n`);
  const state = async () => ({
    listed: (await listed(unit)).map(line),
    dashboard: (await get<Dashboard>(unit, '/dashboard?from=2025-02-01&to=2025-03-31')).score,
    survey: await context.database.withCompany(unit.companyId, (tx) =>
      tx.selectFrom('surveys').select(['id', 'responses', 'last_answered_at']).orderBy('id').execute(),
    ),
    lastAnswers: await lastAnswers(unit),
  });
  const before = await state();
  const others = Array.from({ length: 1_100 }, (_, at) => `0${(at % 9) + 1}/03/2025;${at % 11};;;;`);
  const rows = ['05/03/2025;9;;ana@x.com;;', '06/03/2025;1;;;;CRM-2', ...others];
  const id = await importFile(unit, [head, ...rows].join('\n'));
  const during = await state();
  expect([during.lastAnswers['Ana']?.[1], during.lastAnswers['Bia']?.[1], during.survey[0]?.responses]).toEqual([
    9, 1, 1_103,
  ]);
  const asked = await context.app.inject({ method: 'POST', url: `/api/imports/${id}/undo`, headers: unit.headers });
  expect(asked.statusCode).toBe(202);
  await runUndo(context, { companyId: unit.companyId, importId: id }, AbortSignal.timeout(60_000));
  expect((await seen(unit, id)).undo).toEqual({ status: 'finished', undone: 1_102, kept: 0 });
  expect(await state()).toEqual(before);
});

test('nobody deletes a response that no import brought', async () => {
  const unit = await workplace();
  await createAnswer(context, { ...unit, score: 9, answeredAt: new Date('2025-03-04T12:00:00Z') });
  await importFile(unit, 'data;nota\n04/03/2025;10\n');
  const left = await context.database.withCompany(unit.companyId, async (tx) => {
    await tx.deleteFrom('responses').where('company_id', '=', unit.companyId).execute();
    return tx.selectFrom('responses').select('score').where('company_id', '=', unit.companyId).execute();
  });
  expect(left).toEqual([{ score: 9 }]);
});

test('a survey that asks nobody any more takes what people answered; one that never did, of another unit or company, does not', async () => {
  const closed = await workplace({ status: 'closed', definition: csatDefinition });
  await importFile(closed, 'Fecha,Calificación\n2025-03-04,5\n2025-03-04,1\n');
  const said = (await listed(closed)).map(({ score, metric }) => `${metric} ${score}`);
  expect(said.toSorted()).toEqual(['csat 1', 'csat 5']);
  const other = await workplace();
  expect((await look(other, closed.surveyId, 'data;nota\n')).statusCode).toBe(404);
  const elsewhere = { headers: { ...closed.headers, 'x-business-id': await otherUnitOf(context, closed.companyId) } };
  expect((await look(elsewhere, closed.surveyId, 'data;nota\n')).statusCode).toBe(404);
  await context.database.withCompany(other.companyId, (tx) =>
    tx.updateTable('surveys').set({ current_version_id: null }).where('company_id', '=', other.companyId).execute(),
  );
  const draft = await look(other, other.surveyId, 'data;nota\n04/03/2025;10\n');
  expect([draft.statusCode, draft.json().code]).toEqual([409, 'SURVEY_NOT_PUBLISHED']);
});

test('[CIMPORT-05] what the columns became is remembered for the survey, and for no other and no file of contacts', async () => {
  const unit = await workplace();
  const file = 'Coluna A;Coluna B;E-mail\n04/03/2025;10;ana@x.com\n';
  const mapping = ['answered_at', 'question:score', 'ignore'];
  await importFile(unit, file, { mapping, hasHeader: true });
  expect((await look(unit, unit.surveyId, file)).json()).toMatchObject({ mapping, isMappingRemembered: true });
  const other = await createPublishedSurvey(context, unit);
  expect((await look(unit, other.surveyId, file)).json()).toMatchObject({ isMappingRemembered: false });
  expect((await upload(context, unit, file)).json()).toMatchObject({ isMappingRemembered: false, survey: null });
});

test.each([
  [['answered_at', 'ignore'], 'no_score'],
  [['question:score', 'ignore'], 'no_answered_at'],
  [['question:score', 'answered_at', 'email'], 'columns'],
  [['question:score', 'question:score'], 'field_twice'],
  [['question:other', 'answered_at'], 'field_unknown'],
  [['name', 'answered_at'], 'field_unknown'],
])('columns that become %j are refused: %s', async (mapping, problem) => {
  const unit = await workplace();
  const { uploadId } = (await look(unit, unit.surveyId, 'data;nota\n04/03/2025;10\n')).json<ImportPreview>();
  const payload = { uploadId, hasHeader: true, mapping };
  const answer = await context.app.inject({ method: 'POST', url: '/api/imports', headers: unit.headers, payload });
  expect([answer.statusCode, answer.json().params]).toEqual([422, { problem }]);
});

test('a file of contacts has no columns of answers', async () => {
  const unit = await workplace();
  const { uploadId } = (await upload(context, unit, 'e-mail;nota\nana@x.com;10\n')).json<ImportPreview>();
  const payload = { uploadId, hasHeader: true, mapping: ['email', 'question:score'] };
  const answer = await context.app.inject({ method: 'POST', url: '/api/imports', headers: unit.headers, payload });
  expect([answer.statusCode, answer.json().params]).toEqual([422, { problem: 'field_unknown' }]);
});

test('[PRIVACY-11] what belongs to somebody who was erased does not come in, and nothing of its row is kept', async () => {
  const unit = await workplace();
  const erased = await context.app.inject({
    method: 'POST',
    url: `/api/contacts/${unit.ana}/anonymisation`,
    headers: unit.headers,
    payload: { comments: 'mask' },
  });
  expect(erased.statusCode).toBe(200);
  // Of a row that means others beside her nothing is kept either.
  await createContact(context, { ...unit, name: 'Caio', email: 'caio@x.com', tel: '+5511987650002' });
  const rows = [
    '04/03/2025;9;Sou a Ana;ana@x.com;;',
    '04/03/2025;8;;;;CRM-2',
    '04/03/2025;7;Ana;ana@x.com;(11) 98765-0002;CRM-2',
  ];
  const id = await importFile(unit, [head, ...rows].join('\n'));
  expect((await seen(unit, id)).counts).toMatchObject({ created: 1, rejected: 2 });
  const { rows: kept } = await context.database.pool.query(
    'SELECT reason, cells FROM import_row_errors WHERE company_id = $1 AND import_id = $2',
    [unit.companyId, id],
  );
  expect(kept).toEqual([
    { reason: 'person_erased', cells: [] },
    { reason: 'person_erased', cells: [] },
  ]);
});
