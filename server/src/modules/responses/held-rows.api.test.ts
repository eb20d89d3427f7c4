import { expect, test } from 'vitest';
import { answersLeft, createInvitations } from '../../testing/response-factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { meets } from '../../testing/meets.ts';

/** An answer that needs a row which somebody else holds, and does not let go. */

const context = testContext();
/** With as many connections as in production, so that several answers are under way at a time. */
const wide = testContext({ databasePoolMax: 10 });

test.skipIf(!meets)(
  'hears "try again" while the other transaction is still open, and is taken once it ends',
  async () => {
    const { token, responseId, companyId } = await createInvitations(context);
    const step = { responseId, seq: 1, answers: { score: 9 } };
    const ask = () => context.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload: step });
    const askByForm = () =>
      context.app.inject({
        method: 'POST',
        url: `/r/${token}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'pt-BR' },
        payload: new URLSearchParams({ r: responseId, s: '1', q: 'score', 'n.score': '9' }).toString(),
      });
    const holder = await context.database.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM contacts WHERE company_id = $1 FOR NO KEY UPDATE', [companyId]);
      const busy = await ask();
      expect([busy.statusCode, busy.json()]).toMatchObject([503, { code: 'UNAVAILABLE', params: { retryAfter: 5 } }]);
      const kept = await askByForm();
      expect([kept.statusCode, kept.body.includes('Não conseguimos guardar sua resposta')]).toEqual([503, true]);
      expect((await answersLeft(context, companyId)).responses).toEqual([]);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    expect((await ask()).statusCode).toBe(200);
    expect((await answersLeft(context, companyId)).responses).toMatchObject([{ id: responseId, score: 9 }]);
  },
);

test.skipIf(!meets)('keeps nobody of another company waiting', async () => {
  const [held, ...others] = [
    await createInvitations(wide),
    ...(await Promise.all(Array.from({ length: 7 }, () => createInvitations(wide)))),
  ] as const;
  const ask = ({ token, responseId }: { token: string; responseId: string }, seq: number) => {
    const payload = { responseId, seq, answers: { score: seq } };
    return wide.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload });
  };
  // The first step has the survey's versions read, so that the second ones are written at the same time.
  for (const each of [held, ...others]) expect((await ask(each, 1)).statusCode).toBe(200);
  const done: string[] = [];
  const holder = await wide.database.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM contacts WHERE company_id = $1 FOR NO KEY UPDATE', [held.companyId]);
    await Promise.all(
      [held, ...others].map(async (each) => {
        const { statusCode } = await ask(each, 2);
        done.push(`${each === held ? 'held' : 'free'}: ${statusCode}`);
      }),
    );
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect(done).toEqual([...others.map(() => 'free: 200'), 'held: 503']);
});
