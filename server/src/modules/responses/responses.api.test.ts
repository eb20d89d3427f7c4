import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CompanyId, ResponseId } from '@escuta/contract/ids';
import { itemState } from '#modules/sends/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import { answersLeft, createInvitations, keptCounts, recount } from '../../testing/response-factories.ts';
import { openTestContext, testContext } from '../../testing/test-context.ts';

const context = testContext();

function send(token: string, step: object) {
  return context.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload: step });
}

async function expectCountersToBeRight(companyId: CompanyId) {
  const left = await answersLeft(context, companyId);
  expect(keptCounts(left.metrics)).toEqual(recount(left.responses));
  const scored = left.responses.filter((row) => row.score !== null).length;
  expect(left.surveys.map((row) => row.responses)).toEqual([scored]);
  expect(left.invitations.reduce((sum, row) => sum + row.responded, 0)).toBe(scored);
  expect(left.invitations.reduce((sum, row) => sum + row.completed, 0)).toBe(
    left.responses.filter((row) => row.status === 'complete').length,
  );
  return left;
}

describe('answering', () => {
  test('stores the score, then the words, and leaves every counter right', async () => {
    const { token, responseId, companyId, businessUnitId, surveyId, versionId, sendId, itemId, contact } =
      await createInvitations(context);

    const first = await send(token, { responseId, seq: 1, answers: { score: 9 } });
    expect([first.statusCode, first.json()]).toEqual([200, { responseId, seq: 1, complete: false, language: 'pt' }]);
    const half = await expectCountersToBeRight(companyId);
    expect(half.responses).toMatchObject([
      { status: 'partial', score: 9, score_group: 'top', comment: null, completed_at: null },
    ]);

    const second = await send(token, {
      responseId,
      seq: 2,
      answers: { score: 9, why: ' O café da manhã!\r\nE a vista. ' },
      complete: true,
    });
    expect(second.json()).toEqual({ responseId, seq: 2, complete: true, language: 'pt' });
    const left = await expectCountersToBeRight(companyId);
    expect(left.responses).toMatchObject([
      {
        id: responseId,
        business_unit_id: businessUnitId,
        survey_id: surveyId,
        survey_version_id: versionId,
        send_id: sendId,
        item_id: itemId,
        contact_id: contact.id,
        channel: 'email',
        language: 'pt',
        status: 'complete',
        score: 9,
        comment: 'O café da manhã!\nE a vista.',
        last_seq: 2,
      },
    ]);
    expect(left.evidence).toEqual([]);
  });

  test('an answer is kept as proof that a message of unknown fate arrived', async () => {
    const { token, responseId, companyId, itemId } = await createInvitations(context, { state: itemState.unknown });
    await send(token, { responseId, seq: 1, answers: { score: 9 } });
    await send(token, { responseId, seq: 2, answers: { why: 'O café.' }, complete: true });
    expect((await answersLeft(context, companyId)).evidence).toEqual([{ item_id: itemId, kind: 'answer' }]);
  });

  test('tells of the response when it has its score and when it is complete', async () => {
    const { token, responseId, companyId } = await createInvitations(context);
    await send(token, { responseId, seq: 1, answers: { score: 4 } });
    await send(token, { responseId, seq: 2, answers: { why: 'Quarto frio' } });
    await send(token, { responseId, seq: 3, answers: {}, complete: true });
    const facts = await context.database.withSystem((tx) =>
      tx.selectFrom('outbox').select(['name', 'payload']).where('company_id', '=', companyId).orderBy('id').execute(),
    );
    expect(facts).toMatchObject([
      { name: 'response.recorded', payload: { responseId, channel: 'email', complete: false } },
      { name: 'response.recorded', payload: { responseId, complete: true } },
    ]);
  });

  test('notes the answer on the contact', async () => {
    const { token, responseId, companyId, contact } = await createInvitations(context);
    await send(token, { responseId, seq: 1, answers: { score: 7 } });
    const row = await context.database.withCompany(companyId, (tx) =>
      tx
        .selectFrom('contacts')
        .select(['last_score', 'last_answered_at'])
        .where('company_id', '=', companyId)
        .where('id', '=', contact.id)
        .executeTakeFirst(),
    );
    expect(row).toEqual({ last_score: 7, last_answered_at: context.clock.now() });
  });

  test('a changed score moves the counters of its day', async () => {
    const { token, responseId, companyId } = await createInvitations(context);
    await send(token, { responseId, seq: 1, answers: { score: 9, why: 'Bom' } });
    await send(token, { responseId, seq: 2, answers: { score: 3, why: '' } });
    const left = await expectCountersToBeRight(companyId);
    expect(left.metrics).toMatchObject([{ n: 1, sum: 3, sum_sq: 9, b3: 1, b9: 0, comments: 0 }]);
    expect(left.responses).toMatchObject([{ score: 3, score_group: 'bottom', comment: null }]);
  });

  test('repeated and late steps change nothing and are answered like the first time', async () => {
    const { token, responseId, companyId } = await createInvitations(context);
    const steps = [
      { responseId, seq: 1, answers: { score: 2 } },
      { responseId, seq: 2, answers: { score: 10, why: 'Ótimo' }, complete: true },
    ];
    const replies = [];
    for (const step of steps) replies.push((await send(token, step)).json());
    const before = await answersLeft(context, companyId);
    context.clock.advance(60_000);
    expect((await send(token, steps[1] ?? {})).json()).toEqual(replies[1]);
    expect((await send(token, steps[0] ?? {})).statusCode).toBe(200);
    expect(await answersLeft(context, companyId)).toEqual(before);
  });

  test('a complete response takes nothing new', async () => {
    const { token, responseId, companyId } = await createInvitations(context);
    await send(token, { responseId, seq: 1, answers: { score: 8 }, complete: true });
    const before = await answersLeft(context, companyId);
    const more = await send(token, { responseId, seq: 2, answers: { score: 0 } });
    const elsewhere = await send(token, { responseId: newId<ResponseId>(), seq: 1, answers: { score: 0 } });
    expect([more.statusCode, more.json().code]).toEqual([409, 'ALREADY_ANSWERED']);
    expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([409, 'ALREADY_ANSWERED']);
    expect(await answersLeft(context, companyId)).toEqual(before);
  });

  test('a complete response without a comment takes one, from any page of its link, and nothing else', async () => {
    for (const isElsewhere of [false, true]) {
      const { token, responseId, companyId } = await createInvitations(context);
      await send(token, { responseId, seq: 1, answers: { score: 8 }, complete: true });
      const before = await answersLeft(context, companyId);
      const page = { responseId: isElsewhere ? newId() : responseId, seq: isElsewhere ? 1 : 2 };
      for (const answers of [{ score: 0 }, { score: 0, why: ' ' }, {}]) {
        const refused = await send(token, { ...page, answers, complete: true });
        expect([refused.statusCode, refused.json().code]).toEqual([409, 'ALREADY_ANSWERED']);
      }
      expect(await answersLeft(context, companyId)).toEqual(before);

      const step = { ...page, answers: { score: 0, why: 'Barulho' }, complete: true };
      expect((await send(token, step)).json()).toMatchObject({ responseId, seq: 2, complete: true });
      const left = await expectCountersToBeRight(companyId);
      expect(left.responses).toMatchObject([{ score: 8, comment: 'Barulho', status: 'complete', last_seq: 2 }]);
      expect(left.metrics).toMatchObject([{ n: 1, b8: 1, comments: 1 }]);

      const repeated = await send(token, { ...step, responseId });
      const second = await send(token, { responseId, seq: 3, answers: { why: 'Outro' }, complete: true });
      expect([isElsewhere || repeated.statusCode === 200, second.statusCode]).toEqual([true, 409]);
      expect(await answersLeft(context, companyId)).toEqual(left);
      const facts = await context.database.withSystem((tx) =>
        tx.selectFrom('outbox').select('name').where('company_id', '=', companyId).execute(),
      );
      expect(facts).toHaveLength(2);
    }
  });

  test('the comment comes within a day of the end, or not at all', async () => {
    const { token, responseId, companyId } = await createInvitations(context);
    await send(token, { responseId, seq: 1, answers: { score: 8 }, complete: true });
    context.clock.advance(24 * 3_600_000 + 1);
    const late = await send(token, { responseId, seq: 2, answers: { why: 'Tarde' } });
    expect([late.statusCode, late.json().code]).toEqual([409, 'ALREADY_ANSWERED']);
    expect((await expectCountersToBeRight(companyId)).responses).toMatchObject([{ comment: null }]);
  });

  test('a second device goes on in the response that the first began', async () => {
    const { token, responseId, companyId } = await createInvitations(context);
    await send(token, { responseId, seq: 1, answers: { score: 6 } });
    await send(token, { responseId, seq: 2, answers: { why: 'Barulho' } });
    const phone = await send(token, { responseId: newId<ResponseId>(), seq: 1, answers: { score: 7 }, complete: true });
    expect(phone.json()).toMatchObject({ responseId, seq: 3, complete: true });
    const left = await expectCountersToBeRight(companyId);
    expect(left.responses).toMatchObject([{ id: responseId, score: 7, comment: 'Barulho', status: 'complete' }]);
  });

  test('an answer at 23:30 in São Paulo counts on that day, and the invitation on the day it went out', async () => {
    const executedAt = new Date('2026-11-10T02:30:00Z');
    const { token, responseId, companyId } = await createInvitations(context, { executedAt });
    const now = context.clock.now().getTime();
    context.clock.advance(new Date('2026-12-02T02:30:00Z').getTime() - now);
    await send(token, { responseId, seq: 1, answers: { score: 10 } });
    context.clock.advance(now - context.clock.now().getTime());
    const left = await answersLeft(context, companyId);
    expect(left.metrics.map((row) => row.day)).toEqual(['2026-12-01']);
    expect(left.invitations.map((row) => row.day)).toEqual(['2026-11-09']);
  });

  test('two hundred people at once are all stored, and the counters agree with a recount', async () => {
    const { links, companyId } = await createInvitations(context, { count: 200 });
    const replies = await Promise.all(
      links.map(({ token, responseId }, at) =>
        send(token, {
          responseId,
          seq: 1,
          answers: { score: at % 11, ...(at % 3 === 0 ? { why: `Resposta ${at}` } : {}) },
          complete: at % 2 === 0,
        }),
      ),
    );
    expect(replies.map((reply) => reply.statusCode)).toEqual(links.map(() => 200));
    const left = await expectCountersToBeRight(companyId);
    expect(left.responses).toHaveLength(200);
    expect(left.invitations).toMatchObject([{ responded: 200, completed: 100 }]);
  });

  test('steps of one person that arrive at once make one response', async () => {
    const { token, responseId, companyId } = await createInvitations(context);
    const steps = [1, 2, 3, 4, 5, 6].map((seq) =>
      send(token, { responseId, seq, answers: { score: seq, why: `v${seq}` } }),
    );
    expect((await Promise.all(steps)).map((reply) => reply.statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
    const left = await expectCountersToBeRight(companyId);
    expect(left.responses).toMatchObject([{ score: 6, comment: 'v6', last_seq: 6 }]);
  });

  test('steps of one person that arrive at several processes at once fail none, however often they meet', async () => {
    const { token, responseId, companyId } = await createInvitations(context);
    const others = await Promise.all([1, 2, 3].map(() => openTestContext()));
    const numbers = Array.from({ length: 24 }, (_, at) => at + 1);
    const replies = await Promise.all(
      numbers.map((seq) =>
        [context, ...others][seq % 4]!.app.inject({
          method: 'POST',
          url: `/api/answers/${token}`,
          payload: { responseId, seq, answers: { score: seq % 11, why: `v${seq}` }, complete: false },
        }),
      ),
    );
    for (const { close } of others) await close();
    expect(replies.map((reply) => reply.statusCode)).toEqual(numbers.map(() => 200));
    expect((await expectCountersToBeRight(companyId)).responses).toMatchObject([
      { score: 2, comment: 'v24', last_seq: 24 },
    ]);
  });
});

describe('any order', () => {
  const anyAnswers = fc.record({ score: fc.integer({ min: 0, max: 10 }), why: fc.string() }, { requiredKeys: [] });
  const anySteps = fc.array(anyAnswers, { minLength: 1, maxLength: 4 }).chain((all) => {
    const steps = all.map((answers, index) => ({ seq: index + 1, answers, complete: false }));
    const last = steps.at(-1);
    if (last) Object.assign(last, { answers: { score: 4, ...last.answers }, complete: true });
    const often = fc.shuffledSubarray([...steps, ...steps], { minLength: steps.length });
    return fc.tuple(
      fc.constant(steps),
      often.filter((some) => steps.every((each) => some.includes(each))),
    );
  });

  test('steps that arrive at two processes at once count once', async () => {
    const { companyId, links } = await createInvitations(context, { count: 100 });
    const other = await openTestContext();
    const step = { seq: 1, answers: { score: 9 }, complete: true };
    const replies = await Promise.all(
      links.flatMap(({ token, responseId }) =>
        [context, other].map(({ app }) =>
          app.inject({ method: 'POST', url: `/api/answers/${token}`, payload: { ...step, responseId } }),
        ),
      ),
    );
    await other.close();
    expect(replies.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
    const { responses } = await expectCountersToBeRight(companyId);
    expect(responses).toHaveLength(links.length);
  });

  test('steps into begun responses that arrive at two processes at once are all kept, each counted once', async () => {
    const { companyId, links } = await createInvitations(context, { count: 4 });
    for (const { token, responseId } of links) await send(token, { responseId, seq: 1, answers: { score: 9 } });
    const other = await openTestContext();
    // Few steps in a batch, and many rounds: the two transactions of a round begin together.
    for (let round = 1; round <= 40; round += 1) {
      const [one, two] = round % 2 ? [context, other] : [other, context];
      const words = `Volta ${round}`;
      const steps = links.flatMap(({ token, responseId }) => [
        { to: one, token, step: { responseId, seq: 3 * round, answers: { score: round % 9 } } },
        { to: two, token, step: { responseId, seq: 3 * round + 1, answers: { why: words } } },
        { to: two, token, step: { responseId: newId<ResponseId>(), seq: 1, answers: { score: 10 } } },
      ]);
      const replies = await Promise.all(
        steps.map(({ to, token, step }) =>
          to.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload: step }),
        ),
      );
      expect(replies.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
      const { responses } = await expectCountersToBeRight(companyId);
      expect(responses.map(({ comment }) => comment)).toEqual(links.map(() => words));
      // Which of the two scores came later is chance.
      for (const { score } of responses) expect([round % 9, 10]).toContain(score);
    }
    await other.close();
  });

  test('steps that come late, twice or all at once leave what each once in order leaves', async () => {
    const scenario = fc.asyncProperty(anySteps, fc.boolean(), async ([steps, shuffled], atOnce) => {
      const { links, companyId } = await createInvitations(context, { count: 2 });
      const [tidy, wild] = links;
      if (!tidy || !wild) throw new Error('two links');
      for (const step of steps) await send(tidy.token, { responseId: tidy.responseId, ...step });
      const replies = shuffled.map((step) => () => send(wild.token, { responseId: wild.responseId, ...step }));
      if (atOnce) await Promise.all(replies.map((reply) => reply()));
      else for (const reply of replies) await reply();

      const left = await expectCountersToBeRight(companyId);
      const [one, other] = [tidy, wild].map(({ itemId, responseId }) => {
        const row = left.responses.find((response) => response.item_id === itemId);
        const answers = left.answers.filter((answer) => answer.response_id === responseId);
        return {
          ...row,
          id: '',
          item_id: '',
          contact_id: '',
          answers: answers.map((answer) => ({ ...answer, response_id: '' })),
        };
      });
      expect(other).toEqual(one);
    });
    await fc.assert(scenario, { numRuns: 12 });
  });
});

describe('refusals', () => {
  test('answers that the survey does not ask for store nothing', async () => {
    const { token, responseId, companyId } = await createInvitations(context);
    const bad = [{ score: 11 }, { score: 'nine' }, { why: 9 }, { other: 1 }, { score: 7.5 }];
    for (const answers of bad) {
      const reply = await send(token, { responseId, seq: 1, answers });
      expect({ answers, isRefused: [400, 422].includes(reply.statusCode) }).toEqual({ answers, isRefused: true });
    }
    const missing = await send(token, { responseId, seq: 1, answers: { why: 'Sem nota' }, complete: true });
    expect([missing.statusCode, missing.json()]).toMatchObject([
      422,
      { code: 'ANSWERS_NOT_VALID', params: { problems: [{ key: 'score', rule: 'required' }] } },
    ]);
    expect((await send(token, { responseId: 'x', seq: 0, answers: {} })).statusCode).toBe(400);
    expect((await answersLeft(context, companyId)).responses).toEqual([]);
  });

  test('a forged link, and one whose message does not exist, are not found', async () => {
    const { token, responseId } = await createInvitations(context);
    const forged = `${token.slice(0, 40)}${token[40] === 'A' ? 'B' : 'A'}${token.slice(41)}`;
    const reply = await send(forged, { responseId, seq: 1, answers: { score: 9 } });
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'LINK_NOT_VALID']);
  });

  test('paused and closed surveys take no answer', async () => {
    for (const status of ['paused', 'closed', 'archived'] as const) {
      const { token, responseId, companyId } = await createInvitations(context, { status });
      const reply = await send(token, { responseId, seq: 1, answers: { score: 9 } });
      expect([reply.statusCode, reply.json()]).toMatchObject([410, { code: 'SURVEY_CLOSED', params: { status } }]);
      expect((await answersLeft(context, companyId)).responses).toEqual([]);
    }
  });

  test('the id of somebody else’s response is not taken over', async () => {
    const { links, companyId } = await createInvitations(context, { count: 2 });
    const [mine, theirs] = links;
    if (!mine || !theirs) throw new Error('two links');
    await send(theirs.token, { responseId: theirs.responseId, seq: 1, answers: { score: 1 } });
    const before = await answersLeft(context, companyId);
    const reply = await send(mine.token, { responseId: theirs.responseId, seq: 2, answers: { score: 10 } });
    expect(reply.statusCode).toBe(422);
    expect(await answersLeft(context, companyId)).toEqual(before);
  });

  test('another company’s link never reaches this company’s rows', async () => {
    const mine = await createInvitations(context);
    const other = await createInvitations(context);
    await send(other.token, { responseId: mine.responseId, seq: 1, answers: { score: 3 } });
    expect((await answersLeft(context, mine.companyId)).responses).toEqual([]);
    expect((await answersLeft(context, other.companyId)).responses).toHaveLength(1);
  });
});

describe('durability', () => {
  test('the reply comes after the commit: when the commit fails, so does the request, and nothing is stored', async () => {
    const { token, responseId, companyId } = await createInvitations(context);
    await failAtCommit('commit must fail');
    try {
      const reply = await send(token, { responseId, seq: 1, answers: { score: 9, why: 'commit must fail' } });
      expect(reply.statusCode).toBe(500);
    } finally {
      await stopFailing();
    }
    expect(await answersLeft(context, companyId)).toMatchObject({
      responses: [],
      answers: [],
      metrics: [],
      invitations: [],
      evidence: [],
    });
    expect((await send(token, { responseId, seq: 1, answers: { score: 9 } })).statusCode).toBe(200);
  });

  test('one answer that the database refuses does not fail its neighbours', async () => {
    const { links, companyId } = await createInvitations(context, { count: 40 });
    await failAtCommit('poison');
    let replies;
    try {
      replies = await Promise.all(
        links.map(({ token, responseId }, at) =>
          send(token, { responseId, seq: 1, answers: { score: 8, why: at === 17 ? 'poison' : 'fine' } }),
        ),
      );
    } finally {
      await stopFailing();
    }
    expect(replies.map((reply) => reply.statusCode)).toEqual(links.map((_link, at) => (at === 17 ? 500 : 200)));
    const left = await expectCountersToBeRight(companyId);
    expect(left.responses.map((row) => row.item_id)).not.toContain(links[17]?.itemId);
    expect(left.responses).toHaveLength(39);
  });
});

/** Makes every transaction that stores these words fail in the moment of its commit. */
async function failAtCommit(words: string): Promise<void> {
  await context.database.pool.query(`
    CREATE FUNCTION refuse_words() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.text = '${words}' THEN RAISE EXCEPTION 'refused at commit' USING ERRCODE = '23514'; END IF;
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER refuse_words AFTER INSERT ON answers DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION refuse_words();
  `);
}

async function stopFailing(): Promise<void> {
  await context.database.pool.query('DROP TRIGGER refuse_words ON answers; DROP FUNCTION refuse_words()');
}
