import { roles } from '@escuta/contract/access-policy';
import type { SurveyId } from '@escuta/contract/ids';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import Papa from 'papaparse';
import { beforeAll, describe, expect, test } from 'vitest';
import { askForExport, readExport, runExportNow } from '../../testing/export-steps.ts';
import { createContactCompany, otherUnitOf, signedIn, switchAll, unitOf } from '../../testing/factories.ts';
import { putInShop, shopField } from '../../testing/narrowed-people.ts';
import { createSentInvitations } from '../../testing/response-factories.ts';
import { createPublishedSurvey, testDefinition } from '../../testing/send-factories.ts';
import { storedRows } from '../../testing/stored-file.ts';
import { testContext } from '../../testing/test-context.ts';
import { findPublishedSurvey } from '#modules/surveys/index.ts';
import type { Scope } from '#platform/http/scope.ts';
import { collectResponses } from './collect-responses.ts';
import { revealAnswer } from './reveal-answer.ts';

const context = testContext();
const secret = 'Sou alérgica a camarão';
const open = 'Café fraco';
const sensitive = withFlag(testDefinition, true);

function withFlag(definition: SurveyDefinition, flag: boolean): SurveyDefinition {
  const questions = definition.questions.map((question) =>
    question.type === 'why' ? { ...question, sensitive: flag } : question,
  );
  return { ...definition, questions };
}

type Headers = Record<string, string>;
type Body = ReturnType<typeof JSON.parse>;

async function ask(headers: Headers, signature: string, payload?: object) {
  const [method, path] = signature.split(' ') as ['GET', string];
  const answer = await context.app.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, text: answer.body, bytes: answer.rawPayload, headers: answer.headers };
}
async function read(headers: Headers, signature: string, payload?: object): Promise<Body> {
  const { text } = await ask(headers, signature, payload);
  return JSON.parse(text);
}

/** A unit with two surveys, of which one masks its comments, each answered once by somebody. */
async function workplace() {
  const user = await signedIn(context);
  const { headers, companyId } = user;
  await switchAll(context, companyId, true);
  const unit = { companyId, businessUnitId: await unitOf(context, companyId) };
  const masked = await createPublishedSurvey(context, { ...unit, title: 'Saúde', definition: sensitive });
  const plain = await createPublishedSurvey(context, { ...unit, title: 'Hospedagem' });
  const hidden = await answered(unit, masked, { score: 3, why: secret });
  const shown = await answered(unit, plain, { score: 2, why: open });
  return { ...user, headers, unit, masked, plain, hidden, shown };
}

async function answered(
  unit: Pick<Parameters<typeof createSentInvitations>[1], 'companyId' | 'businessUnitId'>,
  survey: Awaited<ReturnType<typeof createPublishedSurvey>>,
  answers: object,
) {
  const { token, responseId, contact } = await createSentInvitations(context, { ...unit, ...survey });
  const step = { responseId, seq: 1, answers, complete: true };
  expect((await ask({}, `POST /answers/${token}`, step)).status).toBe(200);
  return { id: responseId, token, contactId: contact.id };
}

const byId = (body: Body) => new Map<string, Body>(body.data.map((each: Body) => [each._id, each]));
const whyOf = (body: Body) => body.answers.find(({ key }: Body) => key === 'why');

let place: Awaited<ReturnType<typeof workplace>>;
beforeAll(async () => {
  place = await workplace();
});

describe('[PRIVACY-21] an answer to a sensitive question', () => {
  test.each([
    ['the list', () => '/responses'],
    ['the list of those with a comment', () => '/responses?comment=with'],
    ['the comments of the dashboard', () => `/dashboard/comments?${dayRange()}`],
    ['the list of tickets', () => '/tickets/cases'],
  ])('is masked for everybody in %s, and no other is', async (_where, path) => {
    const readers: string[] = [];
    for (const role of roles) {
      // Who works on tickets, too, reads their list.
      const ticketingRole = role === 'agent' ? 'agent' : 'adm';
      const { headers } = await signedIn(context, { companyId: place.unit.companyId, role, ticketingRole });
      const { status, text } = await ask(headers, `GET ${path()}`);
      const found = status === 200 ? byId(JSON.parse(text)) : new Map<string, Body>();
      const [hidden, shown] = [found.get(place.hidden.id), found.get(place.shown.id)];
      const reads = shown?.comment === open;
      if (reads) readers.push(role);
      // To who reads no comments nothing says that there is one.
      const said = [hidden?.comment ?? null, hidden?.comment_hidden, shown?.comment_hidden, text.includes(secret)];
      expect([role, ...said]).toEqual([role, null, reads ? true : undefined, undefined, false]);
    }
    expect(readers).toEqual(['own', 'adm', 'acmng', 'ana', 'pdv', 'readonly']);
  });

  test('is masked in the response itself, where its score is not', async () => {
    const { headers, hidden, shown } = place;
    const { text } = await ask(headers, `GET /responses/${hidden.id}`);
    expect(text).not.toContain(secret);
    const body = JSON.parse(text);
    expect(body).toMatchObject({ score: 3, comment: null, comment_hidden: true });
    expect(whyOf(body)).toMatchObject({ text: null, hidden: true });
    expect(body.answers[0]).toMatchObject({ number: 3 });
    expect(body.answers[0]).not.toHaveProperty('hidden');
    const other = await read(headers, `GET /responses/${shown.id}`);
    expect([whyOf(other).text, 'hidden' in whyOf(other)]).toEqual([open, false]);
  });

  test('that nobody gave is not said to be masked', async () => {
    const { headers, unit, masked } = place;
    const { id } = await answered(unit, masked, { score: 10, why: '' });
    const body = await read(headers, `GET /responses/${id}`);
    expect(body.comment).toBeNull();
    expect(body).not.toHaveProperty('comment_hidden');
    expect(whyOf(body)).not.toHaveProperty('hidden');
  });

  test('is masked in the timeline of its contact, also beside one that is not', async () => {
    const { headers, hidden, shown } = place;
    const lineOf = async (contactId: string) => {
      const { text } = await ask(headers, `GET /contacts/${contactId}/timeline`);
      expect(text).not.toContain(secret);
      return JSON.parse(text).data.find(({ kind }: Body) => kind === 'response');
    };
    expect(await lineOf(hidden.contactId)).toMatchObject({ score: 3, comment: null, comment_hidden: true });
    expect(await lineOf(shown.contactId)).toMatchObject({ comment: open });
  });

  test('is masked among the answers of a company that contacts work for', async () => {
    const { headers, unit, hidden, shown } = place;
    const of = [hidden.contactId, shown.contactId];
    const company = await createContactCompany(context, { ...unit, name: 'Padaria Lua', of });
    const body = await read(headers, `GET /responses?contactCompanyId=${company}`);
    expect(byId(body).get(hidden.id)).toMatchObject({ comment: null, comment_hidden: true });
    expect(byId(body).get(shown.id)).toMatchObject({ comment: open });
  });

  test('cannot be guessed by what a list is searched or narrowed by', async () => {
    const { headers } = place;
    const guess = encodeURIComponent(secret);
    expect((await ask(headers, `GET /responses?comment=${guess}`)).status).toBe(400);
    // A word that no filter knows finds all that there is, and not what holds it.
    const all = await read(headers, 'GET /responses');
    expect(await read(headers, `GET /responses?search=${guess}`)).toEqual(all);
    expect(all.total).toBeGreaterThan(1);
  });

  test('is still read by who gave it, and by who asks for their own data', async () => {
    const { unit, hidden } = place;
    const page = await context.app.inject({ url: `/r/${hidden.token}` });
    expect(page.statusCode).toBe(200);
    const asked = { ...unit, contactId: hidden.contactId, language: 'pt' } as const;
    const own = await context.database.withCompany(unit.companyId, (tx) => collectResponses(tx, asked));
    expect(JSON.stringify(own)).toContain(secret);
  });

  test('is masked from the publishing on that says so, whenever it was given, and no more once one takes it back', async () => {
    const { headers, unit } = place;
    const said = 'Água fria';
    const survey = await createPublishedSurvey(context, { ...unit, title: 'Piscina' });
    const { id } = await answered(unit, survey, { score: 5, why: said });
    const path = `/surveys/${survey.surveyId}`;
    const masks: unknown[] = [];
    const publish = async (definition: SurveyDefinition) => {
      const { revision } = await read(headers, `GET ${path}/draft`);
      const kept = await read(headers, `PUT ${path}/draft`, { title: 'Piscina', definition, revision });
      const before = (await read(headers, `GET /responses/${id}`)).comment;
      const maskedBefore = kept.masked;
      expect((await ask(headers, `POST ${path}/versions`, { revision: kept.revision })).status).toBe(201);
      masks.push([maskedBefore, (await read(headers, `GET ${path}/draft`)).masked]);
      return [before, (await read(headers, `GET /responses/${id}`)).comment];
    };
    const words = (definition: SurveyDefinition) => ({ ...definition, theme: { brandColor: '#112233' } });
    // A draft masks nothing yet.
    expect(await publish(sensitive)).toEqual([said, null]);
    expect(await publish(words(sensitive))).toEqual([null, null]);
    // A question that is asked no more has not been taken back.
    expect(await publish({ ...sensitive, questions: sensitive.questions.slice(0, 1) })).toEqual([null, null]);
    expect(await publish(withFlag(testDefinition, false))).toEqual([null, said]);
    // The editor knows what is masked, so that it can say what publishing will change.
    expect(masks).toEqual([
      [[], ['why']],
      [['why'], ['why']],
      [['why'], ['why']],
      [['why'], []],
    ]);

    const { data } = await read(headers, 'GET /audit-events?action=survey.published');
    const told = data.filter(({ target }: Body) => target._id === survey.surveyId);
    const title = 'O que faltou?';
    expect(told.map(({ before, after }: Body) => [before, after])).toEqual([
      [{ sensitive_questions: [title] }, { sensitive_questions: [] }],
      [null, null],
      [null, null],
      [{ sensitive_questions: [] }, { sensitive_questions: [title] }],
    ]);
  });
});

describe('[PRIVACY-22] a file', () => {
  const at = (headers: Headers, query: string) => ask(headers, `GET /responses/export?${query}`);

  test.each(['csv', 'xlsx'] as const)(
    'of the list, as %s, has no column of one survey, and empty cells of several',
    async (format) => {
      const { headers, masked } = place;
      const rowsOf = async (query: string) => {
        const { status, bytes } = await at(headers, `format=${format}${query}`);
        expect(status).toBe(200);
        const rows = await rowsIn(bytes, format);
        expect(JSON.stringify(rows)).not.toContain(secret);
        return rows;
      };
      const one = await rowsOf(`&surveyId=${masked.surveyId}`);
      expect(one[0]).not.toContain('Comentário');
      expect(one.length).toBeGreaterThan(1);
      const [head, ...several] = await rowsOf('');
      const column = head!.indexOf('Comentário');
      expect(column).toBeGreaterThan(0);
      const comments = several.map((cells) => [cells[1], cells[column]]);
      expect(comments).toContainEqual(['Hospedagem', open]);
      expect(new Set(comments.filter(([title]) => title === 'Saúde').map(([, text]) => text))).toEqual(new Set(['']));
    },
  );

  /** The rows of an export and, of a workbook, its code book. */
  async function exported(asked: {
    format: 'csv' | 'xlsx' | 'json';
    exportMode: string;
    filter?: object;
    exportValues?: string;
  }) {
    const { headers, unit } = place;
    context.clock.advance(Math.max(0, Date.now() + 2_000 - context.clock.now().getTime()));
    const { _id: id } = (await askForExport(context, headers, 'responses', asked)).json();
    await runExportNow(context, unit.companyId, id);
    return fileOf(id, asked.format);
  }
  async function fileOf(id: string, format: 'csv' | 'xlsx' | 'json') {
    const { file, status } = await readExport(context, place.headers, id);
    expect(status).toBe('finished');
    const { text, bytes } = await ask(place.headers, `GET /exports/files/${file}`);
    if (format === 'json') return { all: text, rows: JSON.parse(text), book: [] };
    const rows = await rowsIn(bytes, format);
    const book = format === 'xlsx' ? await rowsIn(bytes, format, 1) : [];
    return { all: JSON.stringify([rows, book]), rows, book };
  }

  test.each(
    (['csv', 'xlsx', 'json'] as const).flatMap((format) =>
      ['responses', 'questions'].flatMap((mode) => ['one', 'several'].map((of) => [format, mode, of] as const)),
    ),
  )('made in the background, as %s by %s of %s, has no masked answer', async (format, exportMode, of) => {
    const filter = of === 'one' ? { surveyId: place.masked.surveyId } : {};
    const { all, rows, book } = await exported({ format, exportMode, filter });
    expect(all).not.toContain(secret);
    expect(rows.length).toBeGreaterThan(1);
    const isAlone = of === 'one';
    expect(all.includes(open)).toBe(!isAlone);
    expect(all.includes('Comentário')).toBe(!isAlone && exportMode === 'responses');
    // The question is neither among the rows nor in the code book, where the survey is alone.
    expect([all.includes('O que deu errado?'), all.includes('O que faltou?')]).toEqual([
      !isAlone && exportMode === 'questions',
      !isAlone && format === 'xlsx',
    ]);
    const told = book.filter(([column]) => column === 'Pergunta').map(([, , label]) => label as string);
    expect(told.filter((label) => label.startsWith('Saúde'))).toHaveLength(format === 'xlsx' ? 1 : 0);
  });

  /** An export that has begun, so that its columns are settled, and was killed before it has read anything. */
  async function askAndKill(filter: object) {
    const { headers, unit } = place;
    context.clock.advance(Math.max(0, Date.now() + 2_000 - context.clock.now().getTime()));
    const asked = { format: 'csv', exportMode: 'responses', filter };
    const { _id: id } = (await askForExport(context, headers, 'responses', asked)).json();
    const { write } = context.files;
    context.files.write = () => Promise.reject(new Error('killed'));
    await expect(runExportNow(context, unit.companyId, id)).rejects.toThrow('killed');
    context.files.write = write;
    return id;
  }

  /** Publishes a survey once more; answers its new version. */
  async function publish({ surveyId, title }: { surveyId: SurveyId; title: string }, definition: SurveyDefinition) {
    const { headers, unit } = place;
    const path = `/surveys/${surveyId}`;
    const { revision } = await read(headers, `GET ${path}/draft`);
    const kept = await read(headers, `PUT ${path}/draft`, { title, definition, revision });
    expect((await ask(headers, `POST ${path}/versions`, { revision: kept.revision })).status).toBe(201);
    const { companyId } = unit;
    const published = await context.database.withCompany(companyId, (tx) =>
      findPublishedSurvey(tx, { companyId, surveyId }),
    );
    return published!.versionId;
  }

  test('keeps its columns, and empties the cells, where a question becomes sensitive while it is written', async () => {
    const { unit } = place;
    const survey = await createPublishedSurvey(context, { ...unit, title: 'Spa' });
    const said = 'Toalha úmida';
    await answered(unit, survey, { score: 1, why: said });
    const id = await askAndKill({ surveyId: survey.surveyId });
    await publish(survey, sensitive);
    await runExportNow(context, unit.companyId, id, { isRetry: true });
    const { all, rows } = await fileOf(id, 'csv');
    expect(all).not.toContain(said);
    const column = rows[0].indexOf('Comentário');
    expect([column > 0, rows[1][column]]).toEqual([true, '']);
  });

  test('leaves out what was masked when it was asked for, where that is taken back while it is written', async () => {
    const { unit } = place;
    const [score, why] = sensitive.questions;
    const definition = { ...sensitive, questions: [score!, { ...why!, key: 'before' }] };
    const survey = await createPublishedSurvey(context, { ...unit, title: 'Sauna', definition });
    const versionId = await publish(survey, sensitive);
    const said = 'Vapor demais';
    await answered(unit, { ...survey, versionId }, { score: 1, why: said });
    const id = await askAndKill({});
    // The survey has another question that stays masked: nobody has taken that back.
    await publish(survey, testDefinition);
    await runExportNow(context, unit.companyId, id, { isRetry: true });
    const { all, rows } = await fileOf(id, 'csv');
    expect([all.includes(said), all.includes(open)]).toEqual([false, true]);
    expect(rows.map(([, title]: string[]) => title)).toContain('Sauna');
  });
});

describe('revealing a masked answer', () => {
  const reveal = (headers: Headers, id: string, question = 'why') =>
    ask(headers, `POST /responses/${id}/reveals`, { question });
  const told = async () => {
    const { data } = await read(place.headers, 'GET /audit-events?action=response.revealed&limit=100');
    return data.filter(({ target }: Body) => target._id === place.hidden.id);
  };

  test('[PRIVACY-21] is for own, adm, acmng and ana, one at a time, and told to the audit without the text', async () => {
    const { hidden, unit } = place;
    const before = (await told()).length;
    const letIn: string[] = [];
    for (const role of roles) {
      const user = role === 'own' ? place : await signedIn(context, { companyId: unit.companyId, role });
      const { status, text, headers } = await reveal(user.headers, hidden.id);
      const may = status === 200;
      if (may) letIn.push(role);
      expect([role, status, text.includes(secret)]).toEqual([role, may ? 200 : 403, may]);
      expect(headers['cache-control']).toBe('no-store');
    }
    expect(letIn).toEqual(['own', 'adm', 'acmng', 'ana']);
    const events = await told();
    expect(events).toHaveLength(before + letIn.length);
    expect(events.at(-1)).toMatchObject({
      actor: { type: 'user', _id: place.userId },
      target: { type: 'response', _id: hidden.id, label: 'Saúde' },
      after: { question: 'O que deu errado?' },
      result: 'done',
    });
    expect(JSON.stringify(events)).not.toContain(secret);
    // Once it was revealed it is as masked as before.
    expect((await read(place.headers, `GET /responses/${hidden.id}`)).comment).toBeNull();
  });

  test('is of no other unit or company, of no score and of no question that was not asked, and then nobody is told', async () => {
    const { headers, hidden, unit } = place;
    const before = (await told()).length;
    const there = { ...headers, 'x-business-id': await otherUnitOf(context, unit.companyId) };
    const elsewhere = await signedIn(context);
    expect((await reveal(there, hidden.id)).status).toBe(404);
    expect((await reveal(elsewhere.headers, hidden.id)).status).toBe(404);
    expect((await reveal(headers, hidden.id, 'score')).status).toBe(404);
    expect((await reveal(headers, hidden.id, 'wish')).status).toBe(404);
    expect((await reveal(headers, hidden.id, 'Why?')).status).toBe(400);
    expect((await reveal({}, hidden.id)).status).toBe(401);
    expect(await told()).toHaveLength(before);
  });

  // No role that is narrowed today reveals answers: the act keeps to it all the same.
  test('is of nobody beyond those that whoever asks is narrowed to', async () => {
    const { hidden, unit } = place;
    await putInShop(context, { ...unit, contactId: hidden.contactId, shop: 'Praia' });
    const within = (value: string) => {
      const scope = { ...unit, narrowing: { field: shopField, label: 'Loja', value } } as unknown as Scope;
      return context.database.withCompany(unit.companyId, (tx) =>
        revealAnswer(tx, scope, hidden.id, 'why', context.clock.now()),
      );
    };
    await expect(within('Centro')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await within('Praia')).toEqual({ text: secret });
  });
});

async function rowsIn(bytes: Buffer, format: 'csv' | 'xlsx', sheet = 0): Promise<Body[][]> {
  if (format === 'xlsx') return (await storedRows(bytes, { format, sheet })).map(({ cells }) => [...cells]);
  const text = bytes.toString().replace(/^\ufeff/, '');
  return Papa.parse<string[]>(text, { delimiter: ';', skipEmptyLines: true }).data;
}

/** Yesterday to tomorrow: the days of answers that have just come. */
function dayRange(): string {
  const day = (offset: number) => new Date(Date.now() + offset * 24 * 3_600_000).toISOString().slice(0, 10);
  return `from=${day(-1)}&to=${day(1)}&limit=50`;
}
